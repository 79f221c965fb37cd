// What is piped into `run`: the lines of claude, of which the answer counts, or any text. Both are bounded. A stdin that
// somebody inherited and nobody writes to must not stop a program that never asked for it.

import type { Clock } from "@unspool/client";
import {
  createLineNormalizer,
  decode,
  finalText,
  initialState,
  parse,
  reduce,
  type SessionState,
} from "@unspool/protocol";
import { EXIT, UsageError, type Io, type StdinKind } from "../cli/io.ts";
import { asLines, isBinary } from "../source/as-lines.ts";
import { readStdin } from "../source/open-source.ts";
import { isOwnEvent, ownEventsProblem } from "../source/own-events.ts";
import { isRecordingHeader, unwrapRecording } from "../source/unwrap-recording.ts";
import { oneLine } from "../view/text.ts";

export type Piped =
  | { readonly type: "text"; readonly text: string }
  /** The answer of another session. */
  | { readonly type: "answer"; readonly text: string };

/** About a million tokens: no model takes more at once. */
export const MAX_TEXT_BYTES: number = 4 << 20;
/** As long as `claude -p` waits (2.1.74 to 2.1.325). */
const FIRST_BYTE_MS = 3000;
/** A first line of a stream may be long: it lists all tools. */
const MAX_LINE_BYTES = 1 << 20;
const LF = 10;

/** Whether stdin is read without being asked for: a device is not, since cron and CI give /dev/null. */
export function isPiped({ stdin, stdinKind }: Io): boolean {
  const kind: StdinKind = stdinKind ?? (stdin.isTTY === true ? "terminal" : "pipe");
  return kind === "pipe" || kind === "file" || kind === "socket";
}

/**
 * Reads stdin to its end. Returns undefined if there is nothing on it.
 * @throws {UsageError} if it is binary or too large, or a stream without an answer
 */
export async function readPiped(io: Io, clock: Clock): Promise<Piped | undefined> {
  const chunks = await firstChunks(io, clock);
  if (chunks === undefined) return undefined;
  const { head, kind } = await look(chunks);
  io.signal.throwIfAborted();
  const all = again(head, chunks);
  if (kind !== "text") return { type: "answer", text: await answerOf(all, kind === "transcript", io) };
  const text = await readText(all, "What came on stdin", io);
  return text.trim() === "" ? undefined : { type: "text", text };
}

/** @param name how it is called at the beginning of a sentence @throws {UsageError} if it is binary, or too large */
export async function readText(chunks: AsyncIterable<Uint8Array>, name: string, io: Io): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size > MAX_TEXT_BYTES) {
      throw new UsageError(`${name} is larger than 4 MiB, which no model takes at once: give less of it.`);
    }
  }
  io.signal.throwIfAborted();
  const bytes = Buffer.concat(parts);
  if (isBinary(bytes)) throw new UsageError(`${name} is binary: give text, or the stream-json of claude.`);
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** PowerShell writes UTF-16 with its mark. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Undefined: nothing came. */
async function firstChunks(io: Io, clock: Clock): Promise<AsyncIterator<Uint8Array> | undefined> {
  const chunks = readStdin(io);
  const next = chunks.next();
  const isSilent = await silence(next, clock);
  if (isSilent && io.stdinKind === "socket") {
    // The program that started this one keeps its end open, as Node's `exec` does.
    io.stdin.destroy();
    next.catch(() => undefined);
    io.stderr.write(
      "unspool: Nothing came on stdin within 3 s: the prompt goes without it. --file - waits for it, --no-stdin does not.\n",
    );
    return undefined;
  }
  // In a shell, whatever writes to the pipe may have an hour of work to do before its first word.
  if (isSilent) io.stderr.write("unspool: waiting for stdin to end; --no-stdin goes without it.\n");
  const first = await next;
  return first.done === true ? undefined : again([first.value], chunks);
}

/** Whether nothing came in time. */
async function silence(next: Promise<unknown>, clock: Clock): Promise<boolean> {
  let cancel: (() => void) | undefined;
  const late = new Promise<true>((resolve) => {
    cancel = clock.after(FIRST_BYTE_MS, () => resolve(true), { keepsAlive: true });
  });
  try {
    return await Promise.race([late, next.then(() => false)]);
  } finally {
    cancel?.();
  }
}

interface Looked {
  /** Everything that was read for it. */
  readonly head: readonly Uint8Array[];
  readonly kind: "text" | "stream" | "transcript";
}

/** By the first line alone: a document may quote lines of a stream further down. */
async function look(chunks: AsyncIterator<Uint8Array>): Promise<Looked> {
  const head: Uint8Array[] = [];
  let line = Buffer.alloc(0);
  const normalizer = createLineNormalizer((bytes) => {
    line = Buffer.concat([line, bytes]);
  });
  for (;;) {
    const next = await chunks.next();
    if (next.done === true) normalizer.end();
    else {
      head.push(Buffer.from(next.value));
      normalizer.push(next.value);
    }
    const words = firstLine(line, next.done === true);
    if (words !== undefined) return { head, kind: kindOf(words) };
    if (next.done === true || line.length > MAX_LINE_BYTES) return { head, kind: "text" };
  }
}

/** The first line that is not blank, when it is there as a whole. */
function firstLine(bytes: Buffer, isAll: boolean): string | undefined {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(LF, from);
    if (end < 0 && !isAll) return undefined;
    const line = bytes.toString("utf8", from, end < 0 ? bytes.length : end).trim();
    if (line !== "") return line;
    if (end < 0) return undefined;
    from = end + 1;
  }
  return undefined;
}

function kindOf(line: string): Looked["kind"] {
  if (!line.startsWith("{")) return "text";
  if (isRecordingHeader(line)) return "stream";
  if (isOwnEvent(line)) throw ownEventsProblem("stdin");
  const parsed = parse(line);
  if (parsed.kind === "transcript") return "transcript";
  // A newer CLI may begin with a message that is not known yet.
  const isStream =
    parsed.kind === "known" || (parsed.kind === "unknown" && typeof parsed.message["session_id"] === "string");
  return isStream ? "stream" : "text";
}

async function answerOf(chunks: AsyncIterable<Uint8Array>, isTranscript: boolean, io: Io): Promise<string> {
  let state = initialState();
  for await (const event of decode(unwrapRecording(asLines(chunks, "stdin")))) {
    io.signal.throwIfAborted();
    state = reduce(state, event);
  }
  io.signal.throwIfAborted();
  if (!isTranscript) checkResult(state);
  const data = state.ledger.turns.at(-1)?.structuredOutput;
  const text = finalText(state) || (data === undefined ? "" : JSON.stringify(data, null, 2));
  if (text === "") throw refusal("has no answer in it");
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw refusal("has an answer larger than 4 MiB", EXIT.usage);
  return text;
}

/** An answer that never came whole is not summarised as if it had. @throws {UsageError} */
function checkResult({ ledger, activity }: SessionState): void {
  const last = ledger.turns.at(-1);
  if (last === undefined || activity.phase === "turn") throw refusal("stopped before its result");
  if (last.outcome === "success") return;
  const why = oneLine(last.errors[0] ?? last.text).slice(0, 300);
  throw refusal(
    `ended with a turn that ${last.outcome === "error" ? "failed" : "was interrupted"}${why && ` (${why})`}`,
  );
}

function refusal(what: string, code: number = EXIT.failed): UsageError {
  return new UsageError(`The stream on stdin ${what}, so nothing was asked.`, code);
}

/** What was read, and then the rest. */
async function* again(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
