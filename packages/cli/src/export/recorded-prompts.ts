// Adds the prompts of a recording to its stdout where the CLI does not repeat them, so that a page shows what was asked.
// Anything but a recording passes through unchanged.

import { parseObject } from "@unspool/protocol/kit";
import { isRecordingHeader, mapRecording, type RecordedLine } from "../source/unwrap-recording.ts";

/** @param chunks of a file as it is; the result is still a recording */
export function insertPrompts(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let repeats = false;
  return mapRecording(chunks, (line) => {
    const recorded = parseObject(line);
    if (isRecordingHeader(recorded)) repeats = repeatsPrompts(recorded?.["args"]);
    return `${repeats ? line : (toEchoLine(recorded) ?? line)}\n`;
  });
}

function repeatsPrompts(args: unknown): boolean {
  return Array.isArray(args) && args.includes("--replay-user-messages");
}

/** Returns a recorded prompt as a line of stdout. */
function toEchoLine(recorded: RecordedLine | undefined): string | undefined {
  if (typeof recorded?.["in"] !== "string") return undefined;
  const { type, message, uuid } = parseObject(recorded["in"]) ?? {};
  if (type !== "user") return undefined;
  return JSON.stringify({ t: recorded["t"], out: JSON.stringify({ type, message, uuid, parent_tool_use_id: null }) });
}
