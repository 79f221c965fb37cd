// Where the pieces go: a terminal, a pipe or a file. Leaves quietly when nobody reads any more or on Ctrl-C.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { hasColours, paint } from "./paint.mjs";

// What a pipe has no width for.
const PIPE_COLUMNS = 80;
// Timers are not finer than this; shorter waits are saved up.
const SHORTEST_WAIT_MS = 8;

/** The screen of this process. `speed` 0 never waits. */
export function createScreen(stream, environment, speed) {
  const isColoured = hasColours(stream.isTTY === true, environment);
  let owedMs = 0;
  let isLineOpen = false;

  stream.on("error", (error) => {
    // `npm start | head`: the reader has seen enough.
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ]) {
    process.once(signal, () => {
      if (isLineOpen) stream.write("\n");
      process.exit(code);
    });
  }

  return {
    columns: () => (stream.isTTY === true ? stream.columns || PIPE_COLUMNS : PIPE_COLUMNS),
    async write(pieces) {
      if (pieces.length === 0) return;
      isLineOpen = !pieces.at(-1).text.endsWith("\n");
      const text = pieces.map((piece) => paint(piece, isColoured)).join("");
      if (!stream.write(text)) await once(stream, "drain");
    },
    async wait(ms) {
      if (speed === 0) return;
      owedMs += ms / speed;
      if (owedMs < SHORTEST_WAIT_MS) return;
      const due = owedMs;
      owedMs = 0;
      await sleep(due);
    },
  };
}
