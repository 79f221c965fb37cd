// warm-start: from `ask` to the first event, from a pool ÷ cold. The newest pinned CLI in front of a stand-in API.

import { printAtMost, printFact } from "../../../protocol/bench/report.mjs";
import { realClaude } from "../official.mjs";
import { median, pick, run, spread } from "../run.mjs";

export async function measureWarmStart({ folder, rounds }, limit) {
  const { cold, warm } = await run("start", [await realClaude(), String(rounds)], { HOME: folder });
  printAtMost("warm-start", median(pick(warm, "event")) / median(pick(cold, "event")), limit);
  const event = `first event ${spread(pick(warm, "event"), 0)} ms, cold ${spread(pick(cold, "event"), 0)} ms`;
  printFact(
    "warm-start-ms",
    `${event}; first text ${spread(pick(warm, "text"), 0)} ms, cold ${spread(pick(cold, "text"), 0)} ms`,
  );
}
