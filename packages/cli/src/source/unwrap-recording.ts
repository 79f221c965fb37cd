// Unwraps a recording (docs/recording-format.md) to the bytes that the CLI wrote. Anything else passes through unchanged.

import { parseObject } from "@unspool/protocol/kit";

const LF = 10;
const HEADER = /^\s*\{\s*"unspool"\s*:\s*"recording"/;
/** A recording starts with its header; the shortest header is longer than this. */
const HEADER_BYTES = 64;

/** A line of a recording, parsed. */
export type RecordedLine = Readonly<Record<string, unknown>>;

/** Whether the first bytes of a file are those of a recording. */
export function startsRecording(start: Uint8Array): boolean {
  return HEADER.test(
    Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, HEADER_BYTES)).toString("latin1"),
  );
}

/** Whether the line is the header of a recorded run. */
export function isRecordingHeader(line: RecordedLine | undefined): boolean {
  return line?.["unspool"] === "recording";
}

/** Returns what the CLI wrote to stdout in this line, with its LF if it had one. */
export function getRecordedOutput({ out, cut }: RecordedLine): string | undefined {
  if (typeof out !== "string") return undefined;
  return cut === true ? out : `${out}\n`;
}

export function unwrapRecording(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return mapRecording(chunks, (line) => getRecordedOutput(parseObject(line) ?? {}) ?? "");
}

/** Replaces each line of a recording, given without its LF, by the text that `map` returns for it. */
export async function* mapRecording(
  chunks: AsyncIterable<Uint8Array>,
  map: (line: string) => string,
): AsyncIterable<Uint8Array> {
  let isRecording: boolean | undefined;
  let pending: Uint8Array[] = [];
  const mapLines = (lines: Buffer): Uint8Array => {
    const texts = lines.toString("utf8").split("\n");
    // After the LF of the last line there is nothing.
    if (texts.at(-1) === "") texts.pop();
    return Buffer.from(texts.map(map).join(""));
  };
  for await (const chunk of chunks) {
    if (isRecording === false) {
      yield chunk;
      continue;
    }
    pending.push(chunk);
    if (isRecording === undefined) {
      const start = Buffer.concat(pending);
      if (start.length < HEADER_BYTES) continue;
      isRecording = startsRecording(start);
      if (!isRecording) {
        pending = [];
        yield start;
        continue;
      }
    }
    if (!chunk.includes(LF)) continue;
    const all = Buffer.concat(pending);
    const end = all.lastIndexOf(LF) + 1;
    pending = [all.subarray(end)];
    yield mapLines(all.subarray(0, end));
  }
  const rest = Buffer.concat(pending);
  if (rest.length > 0) yield isRecording === true ? mapLines(rest) : rest;
}
