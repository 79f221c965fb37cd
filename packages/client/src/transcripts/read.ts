// A session's files as events: its own one, then those of its agents, outer ones before inner ones, for an inner one's call
// stands in the outer one's file.

import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { decode, endSession, type Event, initialState, reduce, type SessionState } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { readEntry } from "./entry.ts";
import { readEnds } from "./file-lines.ts";
import { agentFiles } from "./session-files.ts";

const LF = 0x0a;
const CHUNK_BYTES = 256 * 1024;
const FIRST_LINES_BYTES = 64 * 1024;

export async function* readEvents(file: string): AsyncGenerator<Event, void, undefined> {
  yield* decode(bytesOf([file, ...(await agentsInOrder(file))]));
}

export async function readState(file: string): Promise<SessionState> {
  let state = initialState();
  for await (const event of readEvents(file)) state = reduce(state, event);
  return endSession(state);
}

async function* bytesOf(files: readonly string[]): AsyncGenerator<Uint8Array, void, undefined> {
  let isWhole = true;
  for (const [place, file] of files.entries()) {
    // A file that is being written may end in the middle of a line, which is not to run on in the next file.
    if (!isWhole) yield new Uint8Array([LF]);
    isWhole = true;
    try {
      for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Uint8Array>) {
        isWhole = chunk.at(-1) === LF;
        yield chunk;
      }
    } catch (cause) {
      // An agent's file may go while it is read; without the session's own there is nothing to tell.
      if (place > 0) continue;
      throw new ClaudeError("file-failed", `${file} could not be read: ${String(cause)}`, { file }, { cause });
    }
  }
}

async function agentsInOrder(file: string): Promise<readonly string[]> {
  const { own, beside } = await agentFiles(file);
  const id = basename(file, ".jsonl");
  const found: { readonly path: string; readonly depth: number; readonly startedAt: string }[] = [];
  for (const path of [...own, ...beside]) {
    const first = await firstEntry(path);
    if (first === undefined || isWarmUp(first)) continue;
    if (dirname(path) === dirname(file) && first["sessionId"] !== id) continue;
    found.push({ path, depth: await depthOf(path), startedAt: String(first["timestamp"]) });
  }
  return found
    .sort((one, other) => one.depth - other.depth || (one.startedAt < other.startedAt ? -1 : 1))
    .map(({ path }) => path);
}

async function firstEntry(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const { head } = await readEnds(path, FIRST_LINES_BYTES, FIRST_LINES_BYTES, 0);
    return head.map(readEntry).find((entry) => entry !== undefined);
  } catch {
    return undefined;
  }
}

/** 2.0.x starts two agents in each session that nobody asked for. */
function isWarmUp(entry: Readonly<Record<string, unknown>>): boolean {
  const message = entry["message"] as { readonly content?: unknown } | undefined;
  return message?.content === "Warmup";
}

async function depthOf(path: string): Promise<number> {
  try {
    const meta = readEntry(await readFile(path.replace(/\.jsonl$/, ".meta.json"), "utf8"));
    const depth = meta?.["spawnDepth"];
    return typeof depth === "number" ? depth : 0;
  } catch {
    return 0;
  }
}
