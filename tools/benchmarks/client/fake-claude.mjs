// A minimal `claude` for benchmarks: it answers `initialize`, and each prompt with a turn of prepared bytes, as fast as the pipe
// takes them or one line at a time. It reads and writes synchronously, so that it costs little. UNSPOOL_BENCH_PLAN is the path
// of its plan, a JSON file written by stream.mjs; without a plan it is idle.

import { readFileSync, readSync, writeSync } from "node:fs";

const NEWLINE = 10;
/** Turns up to this size are numbered before the first prompt, so that only writing is left to do. */
const READY_BYTES = 200e6;
const plan = process.env.UNSPOOL_BENCH_PLAN === undefined ? undefined : readPlan(process.env.UNSPOOL_BENCH_PLAN);

const ready = plan?.body !== undefined && plan.rounds * plan.body.length <= READY_BYTES ? allRounds() : undefined;

let pending = "";
for (;;) {
  const text = readInput();
  if (text === "") break;
  const lines = (pending + text).split("\n");
  pending = lines.pop();
  for (const line of lines) answer(JSON.parse(line));
}

function answer({ type, request_id: id, request }) {
  if (type === "user" && plan !== undefined) playTurn();
  if (type !== "control_request") return;
  const response = request.subtype === "initialize" ? { commands: [], models: [], account: {} } : {};
  const message = { type: "control_response", response: { subtype: "success", request_id: id, response } };
  write(Buffer.from(`${JSON.stringify(message)}\n`));
}

function playTurn() {
  write(plan.head);
  if (plan.everyMs !== undefined) sayWithTimes();
  else if (ready !== undefined) write(ready);
  else for (let round = 0; round < plan.rounds; round += 1) write(numbered(round));
  write(plan.tail);
}

/** Copies a message with another number, which is part of its id and of the uuids of its lines. */
function numbered(round) {
  const digits = Buffer.from(String(round).padStart(plan.digits, "0"));
  for (const place of plan.places) digits.copy(plan.body, place);
  return plan.body;
}

function allRounds() {
  return Buffer.concat(Array.from({ length: plan.rounds }, (_, round) => Buffer.from(numbered(round))));
}

/** Writes one line after the other, each with the time of its write instead of its text. */
function sayWithTimes() {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const [before, after] = plan.line;
  write(plan.opening);
  for (let count = 0; count < plan.rounds; count += 1) {
    Atomics.wait(clock, 0, 0, plan.everyMs);
    write(Buffer.from(`${before}${process.hrtime.bigint()} ${after}\n`));
  }
}

function readPlan(file) {
  const { head, body, opening, tail, ...rest } = JSON.parse(readFileSync(file, "utf8"));
  return { ...rest, head: readBytes(head), body: readBytes(body), opening: readBytes(opening), tail: readBytes(tail) };
}

function readBytes(file) {
  return file === undefined ? undefined : readFileSync(file);
}

function readInput() {
  const buffer = Buffer.allocUnsafe(65_536);
  let size = 0;
  // Whole lines, so that no character is split.
  while (size === 0 || (buffer[size - 1] !== NEWLINE && size < buffer.length)) {
    const read = again(() => readSync(0, buffer, size, buffer.length - size, null));
    if (read === 0) break;
    size += read;
  }
  return buffer.toString("utf8", 0, size);
}

function write(bytes) {
  for (let start = 0; start < bytes.length;) start += again(() => writeSync(1, bytes, start));
}

/** Retries if the pipe is non-blocking and full. */
function again(attempt) {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (error.code === "EOF" || error.code === "EPIPE") process.exit(0);
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
