// Our own events where the lines of claude are wanted: `unspool run --json … | unspool view`. Their first line tells them
// apart: every event has an agent and the number of its line, and nothing that Claude Code writes has both.

import { UsageError } from "../cli/io.ts";

const LF = 10;
/** What a CLI answers at the start of a session may be long; what is longer than this is no event of ours. */
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

export function ownEventsProblem(name: string): UsageError {
  return new UsageError(
    `${name} holds events of unspool, and this takes the lines of claude itself: use --raw instead of --json.`,
  );
}

/** Passes everything on as it comes. @throws {UsageError} when the first line that is JSON is an event */
export async function* refuseOwnEvents(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start !== undefined) {
      start = Buffer.concat([start, chunk]);
      const line = firstObject(start, false);
      if (line !== undefined && isOwnEvent(line)) throw ownEventsProblem(name);
      if (line !== undefined || start.length > MAX_LINE_BYTES) start = undefined;
    }
    yield chunk;
  }
}

/** The first line that looks like JSON. @param isAll no more comes: a line without end counts */
export function firstObject(start: Buffer, isAll: boolean): string | undefined {
  for (let from = 0; from < start.length;) {
    const lf = start.indexOf(LF, from);
    if (lf < 0 && !isAll) return undefined;
    const line = start.toString("utf8", from, lf < 0 ? start.length : lf).trim();
    if (line.startsWith("{")) return line;
    if (lf < 0) return undefined;
    from = lf + 1;
  }
  return undefined;
}
