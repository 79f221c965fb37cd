// Searches prompts, answers, tool calls and results of a session and of its agents. Only lines that contain the text are
// parsed as JSON.

import type { JsonObject } from "@unspool/protocol";
import { resolve } from "node:path";
import { getErrorMessage, parseObject } from "@unspool/protocol/kit";
import { readAnswer, readUserText, readString, readTime, readToolText } from "./entry.ts";
import { readFileRegions } from "./file-lines.ts";
import { findAgents } from "./agent-files.ts";
import { listSessionFiles, type SessionFile } from "./session-files.ts";
import type { SearchHit, SearchOptions, SearchRole } from "./types.ts";

/** A longer line is an image or the content of a file. It is skipped with a warning. */
const MAX_LINE_BYTES = 16 << 20;
const SNIPPET_BEFORE = 60;
const SNIPPET_AFTER = 100;

export async function* searchSessions(
  projects: string,
  text: string,
  options: SearchOptions,
): AsyncGenerator<SearchHit, void, undefined> {
  const { limit = Number.POSITIVE_INFINITY, onWarning } = options;
  if (text === "" || limit <= 0) return;
  let given = 0;
  for (const file of await listSessionFiles(projects, onWarning)) {
    try {
      for (const path of [file.file, ...(await findAgents(file.file)).map((agent) => agent.path)]) {
        for await (const hit of searchFile({ ...file, file: path }, text, options)) {
          yield hit;
          if (++given >= limit) return;
        }
      }
    } catch (error) {
      onWarning?.({ file: file.file, message: getErrorMessage(error) });
    }
  }
}

async function* searchFile(
  { file, id }: SessionFile,
  text: string,
  { cwd, role, onWarning }: SearchOptions,
): AsyncGenerator<SearchHit, void, undefined> {
  const needle = text.toLowerCase();
  // In the form of the file, where quotes and line breaks are escaped.
  const quoted = JSON.stringify(text).slice(1, -1).toLowerCase();
  const wanted = cwd === undefined ? undefined : resolve(cwd);
  const skip = (line: number): void => onWarning?.({ file, line, message: "the line is too long to be searched" });
  let startedIn: string | undefined;
  for await (const { bytes, firstLine } of readFileRegions(file, MAX_LINE_BYTES, skip)) {
    const region = bytes.toString("utf8");
    if (wanted !== undefined && startedIn === undefined) {
      startedIn = findCwd(region);
      if (startedIn !== undefined && resolve(startedIn) !== wanted) return;
    }
    if (!region.toLowerCase().includes(quoted)) continue;
    for (const [index, line] of region.split("\n").entries()) {
      if (!line.toLowerCase().includes(quoted)) continue;
      const entry = parseObject(line);
      const hit = entry === undefined ? undefined : findHit(entry, needle, role);
      if (hit !== undefined) yield { sessionId: id, file, line: firstLine + index, ...hit };
    }
  }
}

function findCwd(region: string): string | undefined {
  for (const line of region.split("\n")) {
    const cwd = line.includes('"cwd"') ? readString(parseObject(line) ?? {}, "cwd") : undefined;
    if (cwd !== undefined) return cwd;
  }
  return undefined;
}

function findHit(
  entry: JsonObject,
  needle: string,
  wanted: SearchRole | undefined,
): Pick<SearchHit, "role" | "agentId" | "at" | "cwd" | "snippet"> | undefined {
  for (const [role, textOf] of TEXTS) {
    if (wanted !== undefined && wanted !== role) continue;
    const said = textOf(entry);
    const place = said?.toLowerCase().indexOf(needle) ?? -1;
    if (said === undefined || place === -1) continue;
    return {
      role,
      agentId: entry["isSidechain"] === true ? (readString(entry, "agentId") ?? "") : undefined,
      at: readTime(entry),
      cwd: readString(entry, "cwd"),
      snippet: cutSnippet(said, place, needle.length),
    };
  }
  return undefined;
}

const TEXTS: readonly (readonly [SearchRole, (entry: JsonObject) => string | undefined])[] = [
  ["user", readUserText],
  ["assistant", readAnswer],
  ["tool", readToolText],
];

function cutSnippet(text: string, place: number, length: number): string {
  const from = Math.max(0, place - SNIPPET_BEFORE);
  const to = Math.min(text.length, place + length + SNIPPET_AFTER);
  const words = text.slice(from, to).replace(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${words}${to < text.length ? "…" : ""}`;
}
