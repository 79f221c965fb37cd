// Drops delta lines that a finished line repeats, before they are decoded, for readers that need whole blocks only.
// Deltas are held back. When the finished line of their block comes, they are dropped. When anything else comes that may end
// a block, or the stream ends, they are passed on first, so that an interrupted block is complete. A dropped line is replaced
// by an empty one, so that the lines after it keep their numbers.

const LF = 10;
const EVENT = Buffer.from('{"type":"stream_event","event":{"type":"');
const DELTA = Buffer.from("content_block_delta");
const PASSING = ["content_block_start", "ping"].map((name) => Buffer.from(name));
const ASSISTANT = Buffer.from('{"type":"assistant"');
const SYSTEM = Buffer.from('{"type":"system"');
const START = Buffer.from("message_start");
const MESSAGE_ID = /"id":"([^"]+)"/;

export interface DeltaFilter {
  /** Adds a chunk of the stream, cut anywhere. */
  push(chunk: Uint8Array): void;
  /** Passes on the held lines and an unfinished last line. */
  end(): void;
}

/**
 * What happens to a line. `passed-last`: it is passed on after the held lines. `starts`: too, and the next deltas belong to
 * another message.
 */
type LineAction = "held" | "passed" | "passed-last" | "starts" | "finished";

/** @param onBytes gets the remaining lines in order; they share the memory of the chunks */
export function createDeltaFilter(onBytes: (bytes: Uint8Array) => void): DeltaFilter {
  let rest: Buffer[] = [];
  let held: Buffer[] = [];
  let heldLines = 0;
  /** The id of the message whose deltas are coming, as it stands in its finished lines. */
  let message: Buffer | undefined;

  /** Filters whole lines. Neighbours with the same action are handled together. */
  function filter(lines: Buffer): void {
    let runStart = 0;
    let runAction: LineAction | undefined;
    let runLines = 0;
    const endRun = (end: number): void => {
      if (end > runStart && runAction !== undefined) settle(lines.subarray(runStart, end), runLines, runAction);
      runStart = end;
      runLines = 0;
    };
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf(LF, start) + 1;
      const action = chooseAction(lines, start, end, message);
      if (action === "starts") message = readMessageId(lines.subarray(start, end));
      if (action !== runAction) {
        endRun(start);
        runAction = action;
      }
      runLines += 1;
      start = end;
    }
    endRun(lines.length);
  }
  function settle(lines: Buffer, count: number, action: LineAction): void {
    if (action === "held") {
      held.push(lines);
      heldLines += count;
      return;
    }
    if (action === "finished") drop();
    else if (action !== "passed") release();
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

/** Decides by the start of the line, as every measured CLI writes it. Any other line is passed on after the held ones. */
function chooseAction(lines: Buffer, start: number, end: number, message: Buffer | undefined): LineAction {
  if (startsWith(lines, start, EVENT)) {
    const name = start + EVENT.length;
    if (startsWith(lines, name, DELTA)) return "held";
    if (startsWith(lines, name, START)) return "starts";
    return PASSING.some((known) => startsWith(lines, name, known)) ? "passed" : "passed-last";
  }
  if (startsWith(lines, start, SYSTEM)) return "passed";
  if (!startsWith(lines, start, ASSISTANT)) return "passed-last";
  // A line of another message, of an agent or an error of the CLI, does not finish the current block.
  return message !== undefined && lines.subarray(start, end).includes(message) ? "finished" : "passed-last";
}

function readMessageId(line: Buffer): Buffer | undefined {
  const id = MESSAGE_ID.exec(line.toString("latin1"))?.[1];
  return id === undefined ? undefined : Buffer.from(`"id":"${id}"`);
}

function startsWith(lines: Buffer, start: number, prefix: Buffer): boolean {
  // Most lines differ in the last byte of the prefix, which costs no call.
  if (lines[start + prefix.length - 1] !== prefix[prefix.length - 1]) return false;
  return lines.compare(prefix, 0, prefix.length, start, start + prefix.length) === 0;
}
