// Prepares the output of fake-claude.mjs: a turn whose messages stream in pieces, in the shapes of recorded lines.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createConversation } from "../data/conversation.mjs";
import { createRandom } from "../data/random.mjs";

/** Placeholder of a message's number: digits that no text contains. */
const NUMBER = "000000000000";
/** Number of pieces of one message: thinking, then text. */
const PIECES = [400, 600];

/**
 * Prepares a turn of this many partial-message lines or bytes.
 * @param {string} folder
 * @param {{ lines: number } | { bytes: number }} size
 */
export function prepareStream(folder, size) {
  const { talk, head, tail } = createTurn();
  const [thinking, words] = PIECES.map((count) => talk.text.pieces(count));
  const lines = [...talk.streamedMessage([talk.thinking(thinking), talk.words(words)])];
  const id = lines.map((line) => JSON.parse(line).event?.message?.id).find((value) => value !== undefined);
  const body = Buffer.from(
    lines
      .map((line) =>
        `${line}\n`.replaceAll(id, `msg_01${NUMBER}`).replace(/("uuid":"[^"]{24})[^"]{12}"/, `$1${NUMBER}"`),
      )
      .join(""),
  );
  const partials = PIECES.reduce((sum, count) => sum + count);
  const rounds = "lines" in size ? Math.ceil(size.lines / partials) : Math.ceil(size.bytes / body.length);
  const plan = { rounds, digits: NUMBER.length, places: findPositions(body) };
  return {
    env: writePlan(folder, plan, { head, body, tail }),
    partials: partials * rounds,
    bytes: body.length * rounds,
  };
}

/**
 * Prepares a turn whose pieces come one by one, each with the time of its write.
 * @param {string} folder
 * @param {number} lines
 * @param {number} everyMs
 */
export function prepareTimes(folder, lines, everyMs) {
  const { talk, head, tail } = createTurn();
  const message = [...talk.streamedMessage([talk.words(["<time>"])])];
  const at = message.findIndex((line) => line.includes("<time>"));
  const opening = Buffer.from(
    message
      .slice(0, at)
      .map((line) => `${line}\n`)
      .join(""),
  );
  const plan = { rounds: lines, everyMs, line: message[at].split("<time>") };
  return { env: writePlan(folder, plan, { head, opening, tail }), partials: lines };
}

function createTurn() {
  const talk = createConversation(createRandom(6));
  return { talk, head: toLine(talk.line("system/init")), tail: toLine(talk.turnEnd()) };
}

/** As in CLIs before 2.1.325, without the uuids of prompts, since those of the recording are not ours. */
function toLine(line) {
  const { user_message_uuid: _one, user_message_uuids: _several, ...rest } = JSON.parse(line);
  return Buffer.from(`${JSON.stringify(rest)}\n`);
}

function findPositions(body) {
  const places = [];
  for (let at = body.indexOf(NUMBER); at !== -1; at = body.indexOf(NUMBER, at + NUMBER.length)) places.push(at);
  return places;
}

function writePlan(folder, plan, parts) {
  const files = {};
  for (const [name, bytes] of Object.entries(parts)) {
    files[name] = join(folder, `${plan.rounds}-${name}`);
    writeFileSync(files[name], bytes);
  }
  const file = join(folder, `plan-${plan.rounds}.json`);
  writeFileSync(file, JSON.stringify({ ...plan, ...files }));
  return { UNSPOOL_BENCH_PLAN: file };
}
