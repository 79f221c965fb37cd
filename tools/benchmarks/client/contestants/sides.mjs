// The contestants that read one turn, with one interface: `open(env)` returns an iterable of what the reader gets, and `timeIn`
// the time in a line of `prepareTimes`.

import { spawn } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";

const fake = fileURLToPath(new URL("../fake-claude.mjs", import.meta.url));

/** Loaders by name. */
export const SIDES = {
  async ours() {
    const { createClaude } = await import("../../../../packages/client/dist/index.js");
    const claude = createClaude({ executable: fake, persist: false });
    return {
      open: (env) => claude.ask("Go on.", { env }),
      isPartial: ({ type }) => type === "text-delta" || type === "thinking-delta",
      isEnd: ({ type }) => type === "turn-end",
      timeIn: (event) => (event.type === "text-delta" ? event.text : undefined),
    };
  },
  async official() {
    const { query } = await import(pathToFileURL(process.env.UNSPOOL_BENCH_SDK).href);
    return {
      open: (env) =>
        query({
          prompt: "Go on.",
          options: {
            pathToClaudeCodeExecutable: fake,
            includePartialMessages: true,
            settingSources: [],
            env: { ...process.env, ...env },
          },
        }),
      isPartial: ({ type, event }) => type === "stream_event" && isSpoken(event.delta?.type),
      isEnd: ({ type }) => type === "result",
      timeIn: ({ event }) => event?.delta?.text,
    };
  },
  /** The minimum: no control protocol, no exit, no errors. */
  async bare() {
    return {
      open: (env, onMessage) => {
        const child = spawn(process.execPath, [fake], {
          stdio: ["pipe", "pipe", "ignore"],
          env: { ...process.env, ...env },
        });
        let pending = "";
        child.stdout.setEncoding("utf8");
        child.stdout.on("data", (text) => {
          const lines = (pending + text).split("\n");
          pending = lines.pop();
          for (const line of lines) onMessage(JSON.parse(line));
        });
        child.stdin.end('{"type":"user"}\n');
        return new Promise((resolve) => child.once("close", resolve));
      },
      isPartial: ({ event }) => isSpoken(event?.delta?.type),
      timeIn: ({ event }) => event?.delta?.text,
    };
  },
};

function isSpoken(delta) {
  return delta === "text_delta" || delta === "thinking_delta";
}
