// The plan of one session of the chaos run, made from a seed: the scenario, the faults, and the host's actions.

import { FAULT_NAMES, readyMade, SIMULATED_VERSIONS, type Fault, type FaultTrigger } from "@unspool/simulator";
import { createRandom, type Random } from "./random.ts";

export interface Plan {
  readonly seed: number;
  readonly transport: "child" | "in-process";
  readonly scenario: string;
  readonly version: string;
  readonly faults: readonly Fault[];
  /** One turn by `claude.ask`, instead of a session. */
  readonly isAsk: boolean;
  readonly prompts: number;
  readonly readers: readonly Reader[];
  readonly permission: "allow" | "deny" | "throw" | "hang" | "slow";
  readonly recovers: boolean;
  readonly records: boolean;
  readonly turnBudget: number | undefined;
  readonly actions: readonly PlannedAction[];
  /** How long the host waits for its turns. */
  readonly lifeMs: number;
  readonly end: "close" | "close-twice" | "idle-first" | "dispose";
}

/** How a turn is read; one for each of the host's turns, then again from the first. */
export interface Reader {
  readonly kind: "events" | "text" | "web" | "none";
  /** Number of items after which it leaves. */
  readonly leavesAfter: number | undefined;
  /** Number of items after which it sleeps. */
  readonly sleepsAfter: number | undefined;
}

export interface PlannedAction {
  readonly name: ActionName;
  /** Number of session events before the action. 0: before the first event. */
  readonly afterEvents: number;
  /** Whether it runs inside the event callback instead of the next round of the event loop. */
  readonly isInside: boolean;
}

export const ACTIONS = [
  "interrupt",
  "interrupt-all",
  "interrupt-turn",
  "abort",
  "ask",
  "steer",
  "compact",
  "close",
  "setModel",
  "setPermissionMode",
  "contextUsage",
  "unknown-request",
  "idle",
  "ready",
  "fork",
  "read-late",
] as const;
export type ActionName = (typeof ACTIONS)[number];

/** Without the oldest, which refuse some flags: the in-process simulator reports no version and counts as new. */
const VERSIONS = SIMULATED_VERSIONS.filter((version) => !["1.0.60", "1.0.88"].includes(version));

export function createPlan(seed: number): Plan {
  const random = createRandom(seed);
  const transport = random.chance(0.4) ? "child" : "in-process";
  return {
    seed,
    transport,
    scenario: random.pick(readyMade()),
    version: random.chance(0.5) ? SIMULATED_VERSIONS[0] : random.pick(VERSIONS),
    faults: Array.from({ length: random.pick([0, 1, 1, 1, 2, 3]) }, () => createFault(random)),
    isAsk: random.chance(0.1),
    prompts: random.between(1, 4),
    readers: Array.from({ length: 4 }, () => createReader(random)),
    permission: random.pick(["allow", "allow", "deny", "throw", "hang", "slow"]),
    recovers: random.chance(0.2),
    records: random.chance(0.3),
    turnBudget: random.chance(0.1) ? random.between(1, 3) : undefined,
    actions: Array.from({ length: random.pick([0, 1, 2, 3, 5]) }, () => ({
      name: random.pick(ACTIONS),
      afterEvents: random.chance(0.2) ? 0 : 2 ** random.below(8) + random.below(8),
      isInside: random.chance(0.5),
    })),
    lifeMs: transport === "child" ? random.between(50, 2000) : random.between(0, 400),
    end: random.pick(["close", "close", "close-twice", "idle-first", "dispose"]),
  };
}

function createReader(random: Random): Reader {
  return {
    kind: random.pick(["events", "events", "text", "web", "none"]),
    leavesAfter: random.chance(0.3) ? random.below(30) : undefined,
    sleepsAfter: random.chance(0.3) ? random.below(30) : undefined,
  };
}

const TYPES = ["system/init", "stream_event", "assistant", "user", "result", "control_request", "control_response"];

function createTrigger(random: Random): FaultTrigger {
  const kind = random.below(4);
  if (kind === 0) return {};
  if (kind === 1) return { atByte: random.below(2 ** random.between(4, 15)) };
  if (kind === 2) return { afterLines: random.below(2 ** random.between(1, 7)) };
  return { afterType: random.pick(TYPES), afterLines: random.between(1, 4) };
}

function createFault(random: Random): Fault {
  const place = createTrigger(random);
  const name = random.pick(FAULT_NAMES);
  switch (name) {
    case "chunks":
      return { fault: name, bytes: random.pick([0, 1, 7, 100]), ...place };
    case "noise":
      return { fault: name, times: random.between(1, 5), ...place };
    case "long-line":
      return { fault: name, bytes: random.between(64, 400_000), ...place };
    case "stall":
      return { fault: name, ...(random.chance(0.7) ? { ms: random.between(1, 200) } : {}), ...place };
    case "flood":
      return { fault: name, lines: random.between(1, 3000), ...place };
    case "exit":
      return random.chance(0.5)
        ? { fault: name, code: random.below(256), undrained: random.chance(0.3), ...place }
        : { fault: name, signal: random.pick(["SIGKILL", "SIGSEGV", "SIGTERM", "SIGABRT"]), ...place };
    case "grandchild":
      return { fault: name, ms: random.between(50, 800), ...place };
    case "stderr-flood":
      return { fault: name, bytes: random.between(1, 400_000), ...place };
    case "duplicate-lines":
      return { fault: name, times: random.between(2, 4), ...place };
    case "late-result":
      return { fault: name, ms: random.below(60), ...place };
    default:
      return { fault: name, ...place };
  }
}
