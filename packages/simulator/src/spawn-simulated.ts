// The simulator in the place of a child process: for programs that let their `spawn` be replaced, such as @unspool/client.

import { createMemoryStore } from "./cli/store.ts";
import { simulate, type SimulatedClaude, type SimulateOptions } from "./simulate.ts";

/** How the program would have been started. */
export interface SimulatedLaunch {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** All starts share a store, so that what one has said another can resume. */
export function spawnSimulated(
  options: Omit<SimulateOptions, "args" | "cwd" | "env"> = {},
): (launch: SimulatedLaunch) => SimulatedClaude {
  const store = options.store ?? createMemoryStore();
  return ({ args, cwd, env }) => simulate({ ...options, store, args, cwd, env });
}
