// Summarizes a session from the first and last lines of its file, so that thousands of files of any size are listed in the
// time it takes to open them.

import type { JsonObject } from "@unspool/protocol";
import { parseObject } from "@unspool/protocol/kit";
import { isMessage, readPrompt, readString, readTime } from "./entry.ts";
import { readHeadAndTail, type HeadAndTail } from "./file-lines.ts";
import type { SessionFile } from "./session-files.ts";
import type { TranscriptSummary } from "./types.ts";

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 32 * 1024;
/** 2.1.325 writes tens of kilobytes of settings before the first prompt, and a prompt may contain images. */
const LONG_HEAD_BYTES = 2 * 1024 * 1024;
const MAX_PROMPT_LENGTH = 2000;

/** Returns `undefined` for a session without messages. @throws the error of reading the file */
export async function summarize(found: SessionFile): Promise<TranscriptSummary | undefined> {
  let ends = await readHeadAndTail(found.file, found.sizeBytes, HEAD_BYTES, TAIL_BYTES);
  let head = readFacts(ends.head);
  if (!ends.isWhole && (head.cwd === undefined || head.firstPrompt === undefined)) {
    ends = await readHeadAndTail(found.file, found.sizeBytes, LONG_HEAD_BYTES, TAIL_BYTES);
    head = readFacts(ends.head);
  }
  if (head.broken > 0 && head.entries === 0) throw new Error("no line of it is JSON");
  const tail = readFacts(ends.tail);
  if (ends.isWhole && head.messages + tail.messages === 0) return undefined;
  return {
    id: found.id,
    file: found.file,
    cwd: head.cwd ?? tail.cwd,
    startedAt: head.firstTime ?? found.createdAt,
    updatedAt: tail.lastTime ?? head.lastTime ?? found.modifiedAt,
    firstPrompt: head.firstPrompt?.slice(0, MAX_PROMPT_LENGTH),
    title: tail.customTitle ?? head.customTitle ?? tail.title ?? head.title ?? tail.summary ?? head.summary,
    version: tail.version ?? head.version,
    messageCount: countMessages(found, ends, head.messages, tail.messages),
    isMessageCountExact: ends.isWhole,
    sizeBytes: found.sizeBytes,
  };
}

function countMessages({ sizeBytes }: SessionFile, ends: HeadAndTail, head: number, tail: number): number {
  if (ends.isWhole) return head + tail;
  const seen = ends.headBytes + ends.tail.reduce((sum, line) => sum + line.length + 1, 0);
  return Math.max(head + tail, Math.round(((head + tail) * sizeBytes) / Math.max(1, seen)));
}

interface Facts {
  entries: number;
  broken: number;
  messages: number;
  cwd?: string | undefined;
  version?: string | undefined;
  firstTime?: number | undefined;
  lastTime?: number | undefined;
  firstPrompt?: string | undefined;
  customTitle?: string | undefined;
  title?: string | undefined;
  summary?: string | undefined;
}

function readFacts(lines: readonly string[]): Facts {
  const facts: Facts = { entries: 0, broken: 0, messages: 0 };
  for (const line of lines) {
    if (line.trim() === "") continue;
    const entry = parseObject(line);
    if (entry === undefined) facts.broken++;
    else addEntry(facts, entry);
  }
  return facts;
}

function addEntry(facts: Facts, entry: JsonObject): void {
  facts.entries++;
  if (isMessage(entry)) facts.messages++;
  facts.cwd ??= readString(entry, "cwd");
  facts.version = readString(entry, "version") ?? facts.version;
  const time = readTime(entry);
  facts.firstTime ??= time;
  facts.lastTime = time ?? facts.lastTime;
  facts.firstPrompt ??= readPrompt(entry);
  if (entry["type"] === "custom-title") facts.customTitle = readString(entry, "customTitle");
  else if (entry["type"] === "ai-title") facts.title = readString(entry, "aiTitle");
  // Up to 1.x, it belongs to this session, or to an earlier one whose file is gone.
  else if (entry["type"] === "summary") facts.summary = readString(entry, "summary");
}
