// A host program of its own with ten sessions in the middle of a turn, to be killed: `killed-host.mjs EXECUTABLE`.

import { createClaude } from "../../src/claude.ts";

const [executable = ""] = process.argv.slice(2);
const claude = createClaude({ executable, permissionMode: "bypassPermissions", env: { ANTHROPIC_API_KEY: "made-up" } });
const sessions = Array.from({ length: 10 }, () => claude.session());

await Promise.all(
  sessions.map(async (session) => {
    let said = "";
    for await (const text of session.ask("Tell me a long story.").textStream) {
      said += text;
      // Its last words: one that still wrote would end by itself at a pipe that nobody reads.
      if (said.endsWith("in the middle of")) break;
    }
    process.stdout.write(`child ${session.pid}\n`);
  }),
);
process.stdout.write("ready\n");
