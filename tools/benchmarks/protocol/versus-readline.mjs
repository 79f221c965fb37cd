// vs-readline: time of node:readline with JSON.parse ÷ ours. Both read the same Readable: readline by events, its fastest way
// (its async iterator is slower), ours by `push`.

import { Readable } from "node:stream";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { createDecoder } from "../../../packages/protocol/dist/index.js";
import { race } from "../race.mjs";
import { printAtLeast } from "../report.mjs";

export async function measureVersusReadline({ chunks }, rounds, limit) {
  const [theirs, ours] = await race(
    rounds,
    () => readByLine(chunks),
    () => readByDecoder(chunks),
  );
  printAtLeast("vs-readline", theirs / ours, limit);
}

async function readByLine(chunks) {
  let messages = 0;
  const reader = createInterface({ input: toReadable(chunks), crlfDelay: Infinity });
  reader.on("line", (line) => {
    if (JSON.parse(line).type !== undefined) messages += 1;
  });
  await once(reader, "close");
  return messages;
}

async function readByDecoder(chunks) {
  let events = 0;
  const decoder = createDecoder({
    onEvent(event) {
      if (event.type !== "malformed") events += 1;
    },
  });
  const input = toReadable(chunks);
  input.on("data", (chunk) => decoder.push(chunk));
  await once(input, "end");
  decoder.end();
  return events;
}

/** A stream of bytes, like a child's stdout. */
function toReadable(chunks) {
  return Readable.from(chunks, { objectMode: false });
}
