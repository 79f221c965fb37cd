// A host program that has used up its file descriptors: `few-descriptors-host.mjs EXECUTABLE`. It asks with few free
// ones, over the usual transport and over a `spawn` of its own, and says what became of each turn, one line each.

import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createClaude } from "../../src/claude.ts";
import type { ClaudeError } from "../../src/errors.ts";
import type { SessionOptions } from "../../src/options/options.ts";
import { acquireSessionLock } from "../../src/session/locks/lock.ts";

const [executable = ""] = process.argv.slice(2);
/** Three pipes take six, and the start itself some more. */
const FREE = [0, 1, 4, 6, 8, 10];

const ways: Readonly<Record<string, SessionOptions>> = {
  usual: { executable },
  spawn: { spawn: ({ command, args, cwd, env }) => spawn(command, args, { cwd, env }), executable },
};

process.on("uncaughtException", (error) => process.stdout.write(`uncaught ${error.message}\n`));
process.on("unhandledRejection", (error) => process.stdout.write(`unhandled ${String(error)}\n`));

const open: number[] = [];
for (const [way, options] of Object.entries(ways)) {
  for (const free of FREE) {
    fill();
    for (let n = 0; n < free; n += 1) closeSync(open.pop() ?? -1);
    const session = createClaude({ ...options, env: { ANTHROPIC_API_KEY: "made-up" } }).session();
    const result = await session.ask("Hello.", { reject: false });
    await session.close();
    const said = result.outcome === "success" ? result.text : `${result.code}: ${result.message}`;
    process.stdout.write(`${way} ${free} ${JSON.stringify(said)}\n`);
  }
}
fill();
try {
  acquireSessionLock("made-up");
} catch (error) {
  process.stdout.write(`lock ${(error as ClaudeError).code}: ${(error as ClaudeError).message}\n`);
}
for (const descriptor of open) closeSync(descriptor);
const { text } = await createClaude({ executable, env: { ANTHROPIC_API_KEY: "made-up" } }).ask("Hello.");
process.stdout.write(`afterwards ${JSON.stringify(text)}\n`);

/** Until none is left. */
function fill(): void {
  for (;;) {
    try {
      open.push(openSync("/dev/null", "r"));
    } catch {
      return;
    }
  }
}
