// The bytes that faults write.

import type { Identity } from "../engine/identity.ts";
import { parseObject } from "./line-type.ts";

const encoder = new TextEncoder();
const LINES_PER_BATCH = 512;
/** Long lines are written in pieces, so that 100 MB are never in memory at once. */
const PIECE_BYTES = 65_536;

/** Texts that terminals, shells and runtimes write to stdout. Each ends with LF. */
const NOISE: readonly Uint8Array[] = [
  encoder.encode("\u001b[2K\u001b[1G\u001b[33mnpm warn\u001b[0m config deprecated\n"),
  encoder.encode("Debugger attached.\n"),
  encoder.encode("\u001b]0;claude\u0007\u001b[?25l\n"),
  encoder.encode('[1] 4242 "quoted" {not: json}\r\n'),
  // No UTF-8: a lone continuation byte, an overlong form, a cut sequence, and a NUL.
  Uint8Array.of(0x80, 0xc0, 0xaf, 0xf0, 0x9f, 0x00, 0xff, 0xfe, 0x0a),
  encoder.encode("\n"),
];

export function pickNoise(random: Identity): Uint8Array {
  return NOISE[random.randomBelow(NOISE.length)] as Uint8Array;
}

export const INVALID_LINE = '{"type":"assistant","message":{"id":"msg_01cut","role":"assistant","content":[{"type":"te';
export const LINE_AFTER_RESULT = '{"type":"system","subtype":"after_result"}';

/** Writes a valid line of this many bytes. */
export function* generateLongLine(bytes: number): Generator<Uint8Array> {
  const head = encoder.encode('{"type":"system","subtype":"long_line","padding":"');
  const tail = encoder.encode('"}\n');
  yield head;
  const piece = new Uint8Array(PIECE_BYTES).fill(0x78);
  for (let left = bytes - head.length - tail.length; left > 0; left -= PIECE_BYTES) {
    yield left < PIECE_BYTES ? piece.subarray(0, left) : piece;
  }
  yield tail;
}

export function* generateFlood(lines: number): Generator<Uint8Array> {
  let batch = "";
  for (let index = 0; index < lines; index += 1) {
    batch += `{"type":"system","subtype":"flood","index":${index}}\n`;
    if (index % LINES_PER_BATCH < LINES_PER_BATCH - 1 && index < lines - 1) continue;
    yield encoder.encode(batch);
    batch = "";
  }
}

export function* generateStderrNoise(bytes: number): Generator<Uint8Array> {
  const line = "warning: something that nobody reads\n";
  const piece = encoder.encode(line.repeat(Math.ceil(PIECE_BYTES / line.length)).slice(0, PIECE_BYTES));
  for (let left = bytes; left > 0; left -= PIECE_BYTES) yield left < PIECE_BYTES ? piece.subarray(0, left) : piece;
}

/** Derives a further result, as after the end of a background task. */
export function createLateResult(line: string, random: Identity): string {
  const result = parseObject(line) ?? {};
  const index = result["result_index"];
  const isCounted = typeof index === "number";
  const counted = isCounted ? { result_index: index + 1, origin: { kind: "task-notification" } } : {};
  return `${JSON.stringify({ ...result, ...counted, uuid: random.uuid() })}\n`;
}
