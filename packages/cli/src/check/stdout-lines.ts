// The lines that a CLI wrote, each with its line number in the file, and where one run of the CLI ends and the next starts.
// In a recording, these lines are inside the recording's own.

import { parseObject } from "@unspool/protocol/kit";
import { readLines } from "@unspool/protocol/lines";
import { getRecordedOutput, isRecordingHeader } from "../source/unwrap-recording.ts";

/** One byte more than the longest line that the decoder accepts, so that the decoder itself rejects a longer line. */
const MAX_LINE_BYTES = 64 * 1024 * 1024 + 1;
const LF = Buffer.from("\n");

export type StdoutLine =
  /** `bytes` include the LF if `hasEnd`. */
  | { readonly kind: "line"; readonly bytes: Buffer; readonly line: number; readonly hasEnd: boolean }
  | { readonly kind: "start"; readonly line: number }
  /** A line of a recording that is not valid JSON. */
  | { readonly kind: "broken"; readonly line: number };

export async function* readStdoutLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StdoutLine, void, undefined> {
  let isRecording: boolean | undefined;
  let hasExited = false;
  let line = 0;
  for await (const read of readLines(chunks, { maxLineBytes: MAX_LINE_BYTES })) {
    const { bytes, hasEnd } = read;
    line += 1;
    if (isRecording === undefined && read.text.trim() !== "") isRecording = isRecordingHeader(parseObject(read.text));
    if (isRecording !== true) {
      yield { kind: "line", bytes: Buffer.concat(hasEnd ? [bytes, LF] : [bytes]), line, hasEnd };
      continue;
    }
    const recorded = parseObject(read.text);
    if (recorded === undefined) {
      // A last line without LF was being written when the recorder died.
      if (hasEnd && bytes.length > 0) yield { kind: "broken", line };
      continue;
    }
    if (isRecordingHeader(recorded) || hasExited) yield { kind: "start", line };
    hasExited = recorded["exit"] !== undefined;
    const output = getRecordedOutput(recorded);
    if (output !== undefined) {
      yield { kind: "line", bytes: Buffer.from(output), line, hasEnd: recorded["cut"] !== true };
    }
  }
}
