// A recording has what the host wrote, too. Where the CLI does not repeat the prompts on stdout, they are put among what
// it said, at their place, so that a page tells what was asked. Anything but a recording passes through untouched.

import { asObject } from "../view/tool-call.ts";

const LF = 10;
const HEADER = /^\s*\{\s*"unspool"\s*:\s*"recording"/;
const LOOK_BYTES = 64;

/** @param chunks of a file as it is; the result is to be unwrapped */
export async function* tellPrompts(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let pending: Buffer = Buffer.alloc(0);
  let isRecording: boolean | undefined;
  let repeats = false;
  for await (const chunk of chunks) {
    if (isRecording === false) {
      yield chunk;
      continue;
    }
    pending = Buffer.concat([pending, chunk]);
    if (pending.length < LOOK_BYTES) continue;
    isRecording ??= HEADER.test(pending.subarray(0, LOOK_BYTES).toString("latin1"));
    const end = isRecording ? pending.lastIndexOf(LF) + 1 : pending.length;
    const text = pending.subarray(0, end);
    pending = pending.subarray(end);
    if (!isRecording) {
      yield text;
      continue;
    }
    const lines = text.toString("utf8").split("\n");
    yield Buffer.from(
      lines
        .map((line) => {
          const recorded = objectOf(line);
          if (recorded?.["unspool"] === "recording") repeats = repeatsPrompts(recorded["args"]);
          return repeats ? line : (toldPrompt(recorded) ?? line);
        })
        .join("\n"),
    );
  }
  if (pending.length > 0) yield pending;
}

function repeatsPrompts(args: unknown): boolean {
  return Array.isArray(args) && args.includes("--replay-user-messages");
}

/** A prompt as if the CLI had said it. */
function toldPrompt(recorded: Readonly<Record<string, unknown>> | undefined): string | undefined {
  if (typeof recorded?.["in"] !== "string") return undefined;
  const { type, message, uuid } = objectOf(recorded["in"]) ?? {};
  if (type !== "user") return undefined;
  return JSON.stringify({ t: recorded["t"], out: JSON.stringify({ type, message, uuid, parent_tool_use_id: null }) });
}

function objectOf(line: string): Readonly<Record<string, unknown>> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return asObject(JSON.parse(line));
  } catch {
    return undefined;
  }
}
