// Runs sessions with random faults and random host actions. In each one, nothing is pending after close, no process is
// left, no event is lost or duplicated, and the host does not crash.
// `npm run chaos` runs 1,000; `UNSPOOL_SEED=random` takes other seeds; `UNSPOOL_SEED=N UNSPOOL_CHAOS=1` runs one alone.
import { expect, test } from "vitest";
import { registered } from "../proof/state.ts";
import { createPlan } from "./plan.ts";
import { runPlan } from "./run-plan.ts";

const given = process.env["UNSPOOL_SEED"];
const first = given === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(given ?? 1);
const sessions = Number(process.env["UNSPOOL_CHAOS"] ?? 200);
const AT_ONCE = 8;

test(
  `${sessions} random sessions from seed ${first} neither hang nor leak nor lose events`,
  { timeout: 60_000 + sessions * 2000 },
  async () => {
    const crashes: string[] = [];
    const note = (error: unknown): void =>
      void crashes.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.on("unhandledRejection", note);
    process.on("uncaughtException", note);
    const failures: string[] = [];
    let next = first;
    const work = async (): Promise<void> => {
      while (next < first + sessions) {
        const plan = createPlan(next++);
        const problems = await runPlan(plan);
        if (problems.length > 0)
          failures.push(
            `UNSPOOL_SEED=${plan.seed} UNSPOOL_CHAOS=1: ${problems.join("\n  ")}\n  ${JSON.stringify(plan)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    process.off("unhandledRejection", note);
    process.off("uncaughtException", note);
    expect(failures.join("\n")).toBe("");
    expect(crashes).toEqual([]);
    expect(registered()).toEqual([]);
  },
);
