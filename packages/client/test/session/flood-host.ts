// A host program with one slow reader of a flood: `flood-host.mjs EXECUTABLE FLOOD_FILE MEGABYTES ANSWERS`. It makes a request
// in the middle of its loop, as programs do, and says what became of it, how far the flood came meanwhile, how much memory
// that took, and whether a piece was lost. With a fifth word it closes the session there instead, and waits for as long as
// the flood may take.

import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { createClaude } from "../../src/claude.ts";

const [executable = "", file = "", megabytes = "", answers = "", closes = ""] = process.argv.slice(2);
const session = createClaude({
  executable,
  env: { FLOOD_FILE: file, FLOOD_MB: megabytes, FLOOD_ANSWERS: answers, ANTHROPIC_API_KEY: "made-up" },
  shutdown: { graceMs: 100_000 },
}).session();
const getCode = (error: unknown): unknown => (error as { code?: unknown }).code;
const report: Record<string, unknown> = {};
const ready = session.ready().then(() => "ready", getCode);
const turn = session.ask("Go.", { reject: closes === "" });
let next = 1;
let isLost = false;
for await (const event of turn) {
  if (event.type !== "text-delta") continue;
  if (next === 1 && closes !== "") {
    await session.close();
    report["megabytes"] = written() / 1024 / 1024;
    report["rss"] = process.memoryUsage().rss / 1024 / 1024;
  } else if (next === 1) {
    report["request"] = await session.setModel("made-up").then(() => "answered", getCode);
    report["ready"] = await ready;
    await untilItStands();
    report["megabytes"] = written() / 1024 / 1024;
    report["rss"] = process.memoryUsage().rss / 1024 / 1024;
  }
  isLost ||= event.text !== `${next} `;
  next += 1;
}
report["isLost"] = isLost || (closes === "" && (await turn).text !== String(next - 1));
await session.close();
process.stdout.write(`${JSON.stringify(report)}\n`);

function written(): number {
  return Number(readFileSync(file, "utf8"));
}

/** Waits until the flood stops at a full pipe. */
async function untilItStands(): Promise<void> {
  for (let before = -1; before !== written();) {
    before = written();
    await setTimeout(700);
  }
}
