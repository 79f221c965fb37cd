// long-line: time per MB of one line of 64 MB ÷ of 64 lines of 1 MB, both in 64 KiB chunks. A splitter that
// joins or scans its rest again with every chunk is quadratic, and fails here by a factor of hundreds.

import { createConversation } from "../data/conversation.mjs";
import { createRandom } from "../data/random.mjs";
import { splitIntoChunks } from "../data/sample.mjs";
import { decodeChunks } from "./contestants.mjs";
import { race } from "../race.mjs";
import { printAtMost } from "../report.mjs";

const MEGABYTE = 1_000_000;
const MEGABYTES = 64;

export async function measureLongLine(rounds, limit) {
  const one = splitIntoChunks(createLine(MEGABYTES * MEGABYTE));
  const many = splitIntoChunks(Buffer.concat(Array.from({ length: MEGABYTES }, () => createLine(MEGABYTE))));
  const [long, short] = await race(
    rounds,
    () => decodeChunks(one),
    () => decodeChunks(many),
  );
  printAtMost("long-line", long / short, limit);
}

/** Returns a tool result of about `bytes` bytes, LF included, with the text once in it. */
function createLine(bytes) {
  const random = createRandom(4);
  const { text, line } = createConversation(random);
  const output = text.code(100_000);
  // Escapes change the size, so it is measured by writing the text once.
  const written = JSON.stringify(output).length;
  const content = output.repeat(Math.floor(bytes / written));
  const result = { tool_use_id: random.id("toolu"), type: "tool_result", content, is_error: false };
  return Buffer.from(`${line("user/tool_result", { message: { role: "user", content: [result] } })}\n`);
}
