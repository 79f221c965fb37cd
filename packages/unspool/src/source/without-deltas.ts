// For readers who want whole blocks only: pieces of text that a finished line repeats are left out before they are decoded.
// Pieces are held back until it is known. The finished line of their block has come: they are dropped. Anything else that
// may end a block has come, or the stream is over: they are passed on first, and nothing is lost of what was cut off.
// A line that was dropped is an empty one: those behind it keep their numbers.

const LF = 10;
const EVENT = Buffer.from('{"type":"stream_event","event":{"type":"');
const DELTA = Buffer.from("content_block_delta");
const PASSING = ["content_block_start", "ping"].map((name) => Buffer.from(name));
const ASSISTANT = Buffer.from('{"type":"assistant"');
const SYSTEM = Buffer.from('{"type":"system"');
const START = Buffer.from("message_start");
const MESSAGE_ID = /"id":"([^"]+)"/;

export interface DeltaFilter {
  /** Takes a piece of the stream, cut anywhere. */
  push(chunk: Uint8Array): void;
  /** The rest, without a line end, and what was held back. */
  end(): void;
}

/** `passed-last`: after what is held. `starts`: too, and the pieces that follow are those of another message. */
type Fate = "held" | "passed" | "passed-last" | "starts" | "finished";

/** @param onBytes gets what is left, in order; the memory stays that of the chunks */
export function createDeltaFilter(onBytes: (bytes: Uint8Array) => void): DeltaFilter {
  let rest: Buffer[] = [];
  let held: Buffer[] = [];
  let heldLines = 0;
  /** The message whose pieces come, as its finished lines name it. */
  let message: Buffer | undefined;

  /** Whole lines. Neighbours with the same fate go together. */
  function filter(lines: Buffer): void {
    let runStart = 0;
    let runFate: Fate | undefined;
    let runLines = 0;
    const endRun = (end: number): void => {
      if (end > runStart && runFate !== undefined) settle(lines.subarray(runStart, end), runLines, runFate);
      runStart = end;
      runLines = 0;
    };
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf(LF, start) + 1;
      const fate = fateOf(lines, start, end, message);
      if (fate === "starts") message = idOf(lines.subarray(start, end));
      if (fate !== runFate) {
        endRun(start);
        runFate = fate;
      }
      runLines += 1;
      start = end;
    }
    endRun(lines.length);
  }
  function settle(lines: Buffer, count: number, fate: Fate): void {
    if (fate === "held") {
      held.push(lines);
      heldLines += count;
      return;
    }
    if (fate === "finished") drop();
    else if (fate !== "passed") release();
    onBytes(lines);
  }
  function release(): void {
    for (const lines of held) onBytes(lines);
    held = [];
    heldLines = 0;
  }
  function drop(): void {
    if (heldLines > 0) onBytes(Buffer.alloc(heldLines, LF));
    held = [];
    heldLines = 0;
  }

  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const first = bytes.indexOf(LF) + 1;
      if (first === 0) {
        rest.push(bytes);
        return;
      }
      const last = bytes.lastIndexOf(LF) + 1;
      if (rest.length === 0) filter(bytes.subarray(0, last));
      else {
        filter(Buffer.concat([...rest, bytes.subarray(0, first)]));
        filter(bytes.subarray(first, last));
      }
      rest = last < bytes.length ? [bytes.subarray(last)] : [];
    },
    end() {
      release();
      for (const bytes of rest) onBytes(bytes);
      rest = [];
    },
  };
}

/** By how the line begins, as every measured CLI writes it; a line that begins otherwise is passed on, after what is held. */
function fateOf(lines: Buffer, start: number, end: number, message: Buffer | undefined): Fate {
  if (begins(lines, start, EVENT)) {
    const name = start + EVENT.length;
    if (begins(lines, name, DELTA)) return "held";
    if (begins(lines, name, START)) return "starts";
    return PASSING.some((known) => begins(lines, name, known)) ? "passed" : "passed-last";
  }
  if (begins(lines, start, SYSTEM)) return "passed";
  if (!begins(lines, start, ASSISTANT)) return "passed-last";
  // Lines of others say nothing about the block that is being written: an agent's, or an error of the CLI.
  return message !== undefined && lines.subarray(start, end).includes(message) ? "finished" : "passed-last";
}

function idOf(line: Buffer): Buffer | undefined {
  const id = MESSAGE_ID.exec(line.toString("latin1"))?.[1];
  return id === undefined ? undefined : Buffer.from(`"id":"${id}"`);
}

function begins(lines: Buffer, start: number, prefix: Buffer): boolean {
  // Most lines differ in their last letter already, which costs no call.
  if (lines[start + prefix.length - 1] !== prefix[prefix.length - 1]) return false;
  return lines.compare(prefix, 0, prefix.length, start, start + prefix.length) === 0;
}
