// Recognizes unspool's own events where lines of claude are expected: `unspool run --json … | unspool view`. Every event has
// an agent and a line number, and nothing that Claude Code writes has both, so the first line is enough.

import { splitLines } from "@unspool/protocol/lines";
import { UsageError } from "../cli/io.ts";

/** The longest first line that may be an event: the CLI's response at the start of a session may be long. */
const MAX_LINE_BYTES = 1 << 20;

export function isOwnEvent(line: string): boolean {
  if (!line.includes('"line":') || !line.includes('"agent":')) return false;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null || !("agent" in value && "line" in value && "type" in value))
      return false;
    const { agent, line: number, type } = value;
    return (agent === null || typeof agent === "string") && Number.isInteger(number) && typeof type === "string";
  } catch {
    return false;
  }
}

export function createOwnEventsError(name: string): UsageError {
  return new UsageError(
    `${name} contains events of unspool, but lines of claude are expected: use --raw instead of --json.`,
  );
}

/** Passes all chunks on. @throws {UsageError} if the first line of JSON is an event */
export async function* rejectOwnEvents(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start !== undefined) {
      start = Buffer.concat([start, chunk]);
      const line = findFirstObject(start, false);
      if (line !== undefined && isOwnEvent(line)) throw createOwnEventsError(name);
      if (line !== undefined || start.length > MAX_LINE_BYTES) start = undefined;
    }
    yield chunk;
  }
}

/** Returns the first line that looks like JSON. @param isAll whether a last line without LF counts */
export function findFirstObject(start: Buffer, isAll: boolean): string | undefined {
  for (const { text, hasEnd } of splitLines([start])) {
    if (!hasEnd && !isAll) return undefined;
    if (text.trim().startsWith("{")) return text.trim();
  }
  return undefined;
}
