// A host program of its own with one session that it never closes: does Node end while the session is idle? It says
// "still here" if it lives on, by a timer that does not keep it alive itself.

import { createClaude } from "../../src/claude.ts";

const [executable = "", unref = "false", ...prompts] = process.argv.slice(2);
const session = createClaude({ executable, unref: unref === "true" }).session();
session.subscribe(() => {
  if (session.pid !== undefined) say(`child ${session.pid}`);
});

// Idle before anything was asked, and then after each turn: each time Node must wake up for the next answer.
await session.ready();
for (const prompt of prompts) say((await session.ask(prompt)).outcome);
await session.idle();
say("idle");
await session.contextUsage();
say("answered");
setTimeout(() => {
  say("still here");
  void session.close().then(() => say("closed"));
}, 500).unref();

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
