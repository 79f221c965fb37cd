// What a CLI said, line by line, each with its place in the file; and where one start of the CLI ends and the next begins.
// A recording of ours has the lines inside its own.

const LF = 10;
/** One byte more than the longest line that the decoder reads, so that it is the decoder who refuses a longer one. */
const MAX_LINE_BYTES = 64 * 1024 * 1024 + 1;

export type Said =
  /** `hasEnd`: its LF came. */
  | { readonly kind: "line"; readonly bytes: Buffer; readonly line: number; readonly hasEnd: boolean }
  | { readonly kind: "start"; readonly line: number }
  /** In a recording: neither a line of it nor its header. */
  | { readonly kind: "broken"; readonly line: number };

export async function* saidLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Said, void, undefined> {
  let isRecording: boolean | undefined;
  let hasExited = false;
  for await (const { bytes, line, hasEnd } of fileLines(chunks)) {
    if (isRecording === undefined && bytes.toString("latin1").trim() !== "") {
      isRecording = recordedIn(bytes)?.["unspool"] === "recording";
    }
    if (isRecording !== true) {
      yield { kind: "line", bytes, line, hasEnd };
      continue;
    }
    const recorded = recordedIn(bytes);
    if (recorded === undefined) {
      // The recorder was at it when it died.
      if (hasEnd && bytes.length > 1) yield { kind: "broken", line };
      continue;
    }
    if (recorded["unspool"] === "recording" || hasExited) yield { kind: "start", line };
    hasExited = recorded["exit"] !== undefined;
    const { out, cut } = recorded;
    if (typeof out !== "string") continue;
    yield { kind: "line", bytes: Buffer.from(cut === true ? out : `${out}\n`), line, hasEnd: cut !== true };
  }
}

interface FileLine {
  /** With its LF. */
  readonly bytes: Buffer;
  readonly line: number;
  readonly hasEnd: boolean;
}

async function* fileLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine, void, undefined> {
  let line = 1;
  let pieces: Uint8Array[] = [];
  let kept = 0;
  const keep = (piece: Uint8Array): void => {
    const part = piece.subarray(0, Math.max(0, MAX_LINE_BYTES - kept));
    kept += part.length;
    if (part.length > 0) pieces.push(part);
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      keep(chunk.subarray(from, end));
      yield { bytes: Buffer.concat([...pieces, Buffer.of(LF)]), line, hasEnd: true };
      pieces = [];
      kept = 0;
      line += 1;
      from = end + 1;
    }
    keep(chunk.subarray(from));
  }
  if (kept > 0) yield { bytes: Buffer.concat(pieces), line, hasEnd: false };
}

function recordedIn(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
