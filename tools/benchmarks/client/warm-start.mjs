// warm-start: time from `ask` to the first event, from a pool ÷ cold, with the newest pinned CLI in front of the model stub.

import { median, printAtMost, printDetail, spread } from "../report.mjs";
import { realClaude } from "./installed.mjs";
import { pick, run } from "./run-contestant.mjs";

export async function measureWarmStart({ folder, rounds }, limit) {
  const { cold, warm } = await run("start", [await realClaude(), String(rounds)], { HOME: folder });
  printAtMost("warm-start", median(pick(warm, "event")) / median(pick(cold, "event")), limit);
  const event = `first event ${spread(pick(warm, "event"), 0)} ms, cold ${spread(pick(cold, "event"), 0)} ms`;
  printDetail(
    "warm-start-ms",
    `${event}; first text ${spread(pick(warm, "text"), 0)} ms, cold ${spread(pick(cold, "text"), 0)} ms`,
  );
}
