// A host program that has one session and waits to be killed: `owner-host.mjs EXECUTABLE SESSION_ID`.

import { createClaude } from "../../src/claude.ts";

const [executable = "", sessionId = ""] = process.argv.slice(2);
const session = createClaude({ executable, env: { ANTHROPIC_API_KEY: "made-up" } }).session({ sessionId });
for await (const text of session.ask("Tell me a long story.").textStream) if (text !== "") break;
process.stdout.write(`child ${session.pid}\nready\n`);
