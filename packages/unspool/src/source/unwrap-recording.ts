// A recording of ours → what the CLI wrote, as it wrote it. Anything else passes through untouched, chunk by chunk.

const LF = 10;
/** A recording begins with its header; the shortest one is longer than this. */
const HEADER = /^\s*\{\s*"unspool"\s*:\s*"recording"/;
const LOOK_BYTES = 64;

export function isRecordingHeader(line: string): boolean {
  return HEADER.test(line);
}

export async function* unwrapRecording(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let isRecording: boolean | undefined;
  let pending: Uint8Array[] = [];
  for await (const chunk of chunks) {
    if (isRecording === false) {
      yield chunk;
      continue;
    }
    pending.push(chunk);
    if (isRecording === undefined) {
      const start = Buffer.concat(pending);
      if (start.length < LOOK_BYTES) continue;
      isRecording = HEADER.test(start.subarray(0, LOOK_BYTES).toString("latin1"));
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
    yield said(all.subarray(0, end));
  }
  const rest = Buffer.concat(pending);
  if (rest.length > 0) yield isRecording === true ? said(rest) : rest;
}

/** What of these lines came from stdout. A last line that was being written when the recorder died is left out. */
function said(lines: Buffer): Uint8Array {
  const out: string[] = [];
  for (const line of lines.toString("utf8").split("\n")) {
    const recorded = parse(line);
    if (typeof recorded?.["out"] === "string")
      out.push(recorded["cut"] === true ? recorded["out"] : `${recorded["out"]}\n`);
  }
  return Buffer.from(out.join(""));
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
