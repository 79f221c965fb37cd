// What a list tells of a session, from the first and last lines of its file: thousands of files of any size are listed in
// the time it takes to open them.

import type { JsonObject } from "@unspool/protocol";
import { isMessage, promptOf, readEntry, stringOf, timeOf } from "./entry.ts";
import { readEnds, type Ends } from "./file-lines.ts";
import type { SessionFile } from "./session-files.ts";
import type { TranscriptSummary } from "./types.ts";

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 32 * 1024;
/** 2.1.325 writes tens of kilobytes of settings before the first prompt, and a prompt may carry pictures. */
const LONG_HEAD_BYTES = 2 * 1024 * 1024;
const MAX_PROMPT_LENGTH = 2000;

/** Undefined: nobody has said anything in it. Throws what reading throws. */
export async function summarize(found: SessionFile): Promise<TranscriptSummary | undefined> {
  let ends = await readEnds(found.file, found.sizeBytes, HEAD_BYTES, TAIL_BYTES);
  let head = entriesOf(ends.head);
  if (!ends.isWhole && (head.cwd === undefined || head.firstPrompt === undefined)) {
    ends = await readEnds(found.file, found.sizeBytes, LONG_HEAD_BYTES, TAIL_BYTES);
    head = entriesOf(ends.head);
  }
  if (head.broken > 0 && head.entries === 0) throw new Error("no line of it is JSON");
  const tail = entriesOf(ends.tail);
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

function countMessages({ sizeBytes }: SessionFile, ends: Ends, head: number, tail: number): number {
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

function entriesOf(lines: readonly string[]): Facts {
  const facts: Facts = { entries: 0, broken: 0, messages: 0 };
  for (const line of lines) {
    if (line.trim() === "") continue;
    const entry = readEntry(line);
    if (entry === undefined) facts.broken++;
    else addEntry(facts, entry);
  }
  return facts;
}

function addEntry(facts: Facts, entry: JsonObject): void {
  facts.entries++;
  if (isMessage(entry)) facts.messages++;
  facts.cwd ??= stringOf(entry, "cwd");
  facts.version = stringOf(entry, "version") ?? facts.version;
  const time = timeOf(entry);
  facts.firstTime ??= time;
  facts.lastTime = time ?? facts.lastTime;
  facts.firstPrompt ??= promptOf(entry);
  if (entry["type"] === "custom-title") facts.customTitle = stringOf(entry, "customTitle");
  else if (entry["type"] === "ai-title") facts.title = stringOf(entry, "aiTitle");
  // Up to 1.x: of this session, or of one before it, whose file has gone.
  else if (entry["type"] === "summary") facts.summary = stringOf(entry, "summary");
}
