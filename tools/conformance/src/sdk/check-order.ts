// Runs one program with both SDKs. Callbacks must be called at the same positions among the messages.

import { setImmediate, setTimeout } from "node:timers/promises";
import type { Fault } from "@unspool/simulator";
import type { Check } from "./checks.ts";
import { compareOrder, checkNotLate } from "./order.ts";
import { runCheck, type CheckVariant } from "./run-check.ts";
import type { Sdk, Zod } from "./sdk-types.ts";

export interface BothSdks {
  readonly official: Sdk;
  readonly ours: Sdk;
  readonly zod: Zod;
}

/** More lines than any check has; what is written after a pause arrives separately. */
const MOST_LINES = 80;
const PAUSE_MS = 15;
const oneByOne: readonly Fault[] = Array.from({ length: MOST_LINES }, (_, line) => ({
  fault: "stall",
  ms: PAUSE_MS,
  afterLines: line + 1,
}));

/** How long a busy reader waits after each message. */
const BUSY: Readonly<Record<string, () => Promise<void>>> = {
  "a turn of the event loop": () => setImmediate(),
  "20 ms": () => setTimeout(20),
};

export async function checkOrder(check: Check, { official, ours, zod }: BothSdks): Promise<readonly string[]> {
  const problems: string[] = [];
  const run = async (who: string, sdk: Sdk, ways: CheckVariant): ReturnType<typeof runCheck> => {
    const found = await runCheck(check, sdk, zod, ways);
    problems.push(...found.problems.map((problem) => `${who}: ${problem}`));
    return found;
  };
  const { seen: wanted } = await run("the official SDK", official, { faults: oneByOne });
  const apart = await run("lines one by one", ours, { faults: oneByOne });
  problems.push(...compareOrder(apart.seen, wanted).map((problem) => `lines one by one: ${problem}`));
  const together = await run("lines in one piece", ours, {});
  problems.push(...compareOrder(together.seen, wanted).map((problem) => `lines in one piece: ${problem}`));
  for (const [name, pause] of Object.entries(BUSY)) {
    for (const [who, sdk] of Object.entries({ "the official SDK": official, ours })) {
      const busy = await run(`${who}, busy for ${name}`, sdk, { pause });
      problems.push(...checkNotLate(busy.seen, wanted).map((problem) => `${who}, busy for ${name}: ${problem}`));
    }
  }
  return problems;
}
