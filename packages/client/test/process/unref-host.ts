// A host program with one session that it never closes, to test whether Node exits while the session is idle. An unref'd
// timer prints "still here" if it does not.

import { createClaude } from "../../src/claude.ts";

const [executable = "", unref = "false", ...prompts] = process.argv.slice(2);
const session = createClaude({ executable, unref: unref === "true" }).session();
session.subscribe(() => {
  if (session.pid !== undefined) say(`child ${session.pid}`);
});

// The session is idle before the first prompt and after each turn. Node must stay alive for each answer.
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
