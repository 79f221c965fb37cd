// The simulator instead of a child process, for programs with a replaceable `spawn`, such as @unspool/client.

import { checkOptions, type KeysOf } from "./check-options.ts";
import { createMemoryStore } from "./cli/sessions/session-store.ts";
import { checkFaults } from "./faults/check-faults.ts";
import { DEFAULT_SCENARIO } from "./cli/scenario-source.ts";
import { readScenario } from "./scenario/load/scenario-source.ts";
import { SIMULATE_OPTIONS, startSimulated, type SimulatedClaude, type SimulateOptions } from "./simulate.ts";
import { beginLog, type LogEntry } from "./cli/run-log.ts";
import { observe, type Observed } from "./testing/observed.ts";

/** The arguments, working directory and environment of one start. */
export interface SimulatedLaunch {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Options that apply to all starts. */
export type SpawnSimulatedOptions = Omit<SimulateOptions, keyof SimulatedLaunch>;

/** A function that starts simulated CLIs, and the record of what they received. */
export interface SimulatedSpawn extends Observed {
  (launch: SimulatedLaunch): SimulatedClaude;
}

/**
 * Creates a `spawn` function. All starts share a session store, so that one can resume the session of another. Each plays the
 * scenario from its first turn, unless it resumes a session.
 * @throws {ScenarioError} here, and not when something is started
 */
export function spawnSimulated(options: SpawnSimulatedOptions = {}): SimulatedSpawn {
  const { args: _args, cwd: _cwd, env: _env, ...keys } = SIMULATE_OPTIONS;
  checkOptions<SpawnSimulatedOptions>("spawnSimulated", options, keys satisfies KeysOf<SpawnSimulatedOptions>);
  const scenario = options.scenario === undefined ? undefined : readScenario(options.scenario);
  checkFaults(options.faults ?? [], "the options");
  const store = options.store ?? createMemoryStore();
  const entries: LogEntry[] = [];
  let starts = 0;
  const spawn = ({ args, cwd, env }: SimulatedLaunch): SimulatedClaude => {
    starts += 1;
    const log = beginLog({ pid: starts, args, cwd }, (entry) => entries.push(entry));
    return startSimulated({ ...options, scenario, store, args, cwd, env }, log);
  };
  const observed = observe(scenario ?? DEFAULT_SCENARIO, () => entries);
  return Object.assign(spawn, {
    ...observed,
    calls: () => observed.calls().map(({ pid: _count, ...call }) => call),
  });
}
