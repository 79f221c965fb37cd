// A client over the simulator that counts its processes, and a clock that stands still.

import { say, scenario, spawnSimulated, type Fault, type Scenario } from "@unspool/simulator";
import type { Clock } from "../../src/clock.ts";
import type { SpawnFunction } from "../../src/transport/types.ts";

export interface CountedSpawn {
  readonly spawn: SpawnFunction;
  readonly counts: { started: number; alive: number; mostAlive: number };
  /** Kills all live processes, as another process would. */
  readonly killAll: () => void;
}

type Plays = Scenario | ((start: number) => Played);

interface Played {
  readonly scenario?: Scenario;
  readonly faults?: readonly Fault[];
  readonly version?: string;
}

/** @param plays what each process says; by its number, from 1, if it is a function */
export function countedSpawn(plays: Plays): CountedSpawn {
  const counts = { started: 0, alive: 0, mostAlive: 0 };
  const alive = new Set<{ kill(signal?: string): boolean }>();
  return {
    counts,
    killAll: () => {
      for (const child of alive) child.kill("SIGKILL");
    },
    spawn(launch) {
      counts.started += 1;
      counts.alive += 1;
      counts.mostAlive = Math.max(counts.mostAlive, counts.alive);
      const options = typeof plays === "function" ? plays(counts.started) : { scenario: plays };
      const child = spawnSimulated(options)(launch);
      alive.add(child);
      void child.exited.finally(() => {
        alive.delete(child);
        counts.alive -= 1;
      });
      return child;
    },
  };
}

/** Says the colour it is asked for; `broken` is an API error, `endless` never ends. */
export const colours: Scenario = scenario("colours")
  .turn({ contains: "red" }, say.text("Red it is."))
  .turn({ contains: "green" }, say.text("Green it is."))
  .turn({ contains: "blue" }, say.text("Blue it is."))
  .turn({ contains: "broken" }, say.error(400, { message: "no such colour" }))
  .turn({ contains: "endless" }, say.text("On and on."), say.hang())
  .else(say.text("No colour."));

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function manualClock(): ManualClock {
  let now = 1_700_000_000_000;
  let timers: readonly { readonly at: number; readonly callback: () => void }[] = [];
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers = [...timers, timer];
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { callback } of due) callback();
    },
  };
}

/** Waits until all work that needs no timer is done. */
export async function quiet(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise<void>((resolve) => setImmediate(resolve));
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
