// Reads what is piped into `run`: the output of claude, of which the answer counts, or any text. Both are limited in size. An
// inherited stdin that nobody writes to must not block the command.

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
import { splitLines } from "@unspool/protocol/lines";
import { EXIT, UsageError, type Io, type StdinKind } from "../cli/io.ts";
import { normalizeLines, isBinary } from "../source/normalize-lines.ts";
import { readStdin } from "../source/open-source.ts";
import { isOwnEvent, createOwnEventsError } from "../source/own-events.ts";
import { startsRecording, unwrapRecording } from "../source/unwrap-recording.ts";
import { toOneLine } from "../terminal/clean-text.ts";

export type PipedInput =
  | { readonly type: "text"; readonly text: string }
  /** The answer in the output of another session. */
  | { readonly type: "answer"; readonly text: string };

/** About a million tokens; no model accepts more at once. */
export const MAX_TEXT_BYTES: number = 4 << 20;
/** As long as `claude -p` waits (2.1.74 to 2.1.325). */
const FIRST_BYTE_MS = 3000;
/** The first line of a stream may be long, because it lists all tools. */
const MAX_LINE_BYTES = 1 << 20;

/** Whether stdin is read without a flag. A device is not: cron and CI use /dev/null. */
export function isPiped({ stdin, stdinKind }: Io): boolean {
  const kind: StdinKind = stdinKind ?? (stdin.isTTY === true ? "terminal" : "pipe");
  return kind === "pipe" || kind === "file" || kind === "socket";
}

/**
 * Reads stdin to its end. Returns undefined if there is nothing on it.
 * @throws {UsageError} if it is binary or too large, or a stream without an answer
 */
export async function readPiped(io: Io, clock: Clock): Promise<PipedInput | undefined> {
  const chunks = await firstChunks(io, clock);
  if (chunks === undefined) return undefined;
  const { head, kind } = await detectKind(chunks);
  io.signal.throwIfAborted();
  const all = withHead(head, chunks);
  if (kind !== "text") return { type: "answer", text: await readAnswer(all, kind === "transcript", io) };
  const text = await readText(all, "What came on stdin", io);
  return text.trim() === "" ? undefined : { type: "text", text };
}

/** @param name its name at the beginning of a sentence @throws {UsageError} if it is binary or too large */
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
  return new TextDecoder(detectEncoding(bytes)).decode(bytes);
}

/** Detects UTF-16 by its byte order mark, which PowerShell writes. */
function detectEncoding([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Resolves with all chunks, or with `undefined` if stdin is empty or silent. */
async function firstChunks(io: Io, clock: Clock): Promise<AsyncIterator<Uint8Array> | undefined> {
  const chunks = readStdin(io);
  const next = chunks.next();
  const isSilent = await isSilentFor(next, clock);
  if (isSilent && io.stdinKind === "socket") {
    // The program that started this one keeps its end open, as Node's `exec` does.
    io.stdin.destroy();
    next.catch(() => undefined);
    io.stderr.write(
      "unspool: Nothing came on stdin within 3 s: the prompt is sent without it. --file - waits for stdin, --no-stdin ignores it.\n",
    );
    return undefined;
  }
  // In a shell, the program that writes to the pipe may work for an hour before its first output.
  if (isSilent) io.stderr.write("unspool: waiting for stdin to end; --no-stdin ignores it.\n");
  const first = await next;
  return first.done === true ? undefined : withHead([first.value], chunks);
}

/** Whether nothing came within FIRST_BYTE_MS. */
async function isSilentFor(next: Promise<unknown>, clock: Clock): Promise<boolean> {
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

interface DetectedInput {
  /** The chunks that were read to detect it. */
  readonly head: readonly Uint8Array[];
  readonly kind: "text" | "stream" | "transcript";
}

/** Detects the kind by the first line only: a document may quote lines of a stream further down. */
async function detectKind(chunks: AsyncIterator<Uint8Array>): Promise<DetectedInput> {
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
    const first = firstLine(line, next.done === true);
    if (first !== undefined) return { head, kind: toKind(first) };
    if (next.done === true || line.length > MAX_LINE_BYTES) return { head, kind: "text" };
  }
}

/** Returns the first complete line that is not blank. */
function firstLine(bytes: Buffer, isAll: boolean): string | undefined {
  for (const { text, hasEnd } of splitLines([bytes])) {
    if (!hasEnd && !isAll) return undefined;
    if (text.trim() !== "") return text.trim();
  }
  return undefined;
}

function toKind(line: string): DetectedInput["kind"] {
  if (!line.startsWith("{")) return "text";
  if (startsRecording(Buffer.from(line))) return "stream";
  if (isOwnEvent(line)) throw createOwnEventsError("stdin");
  const parsed = parse(line);
  if (parsed.kind === "transcript") return "transcript";
  // A newer CLI may begin with an unknown message.
  const isStream =
    parsed.kind === "known" || (parsed.kind === "unknown" && typeof parsed.message["session_id"] === "string");
  return isStream ? "stream" : "text";
}

async function readAnswer(chunks: AsyncIterable<Uint8Array>, isTranscript: boolean, io: Io): Promise<string> {
  let state = initialState();
  for await (const event of decode(unwrapRecording(normalizeLines(chunks, "stdin")))) {
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

/** Rejects a stream whose last turn did not succeed. @throws {UsageError} */
function checkResult({ ledger, activity }: SessionState): void {
  const last = ledger.turns.at(-1);
  if (last === undefined || activity.phase === "turn") throw refusal("stopped before its result");
  if (last.outcome === "success") return;
  const why = toOneLine(last.errors[0] ?? last.text).slice(0, 300);
  throw refusal(
    `ended with a turn that ${last.outcome === "error" ? "failed" : "was interrupted"}${why && ` (${why})`}`,
  );
}

function refusal(what: string, code: number = EXIT.failed): UsageError {
  return new UsageError(`The stream on stdin ${what}, so no prompt was sent.`, code);
}

/** Yields the chunks that were already read, and then the rest. */
async function* withHead(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
