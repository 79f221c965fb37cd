// The simulator in the place of a child process: for programs that let their `spawn` be replaced, such as @unspool/client.

import { checkOptions, type KeysOf } from "./check-options.ts";
import { createMemoryStore } from "./cli/store.ts";
import { checkFaults } from "./faults/check.ts";
import { DEFAULT_SCENARIO } from "./cli/scenario-source.ts";
import { scenarioOf } from "./scenario/any-scenario.ts";
import { SIMULATE_OPTIONS, startSimulated, type SimulatedClaude, type SimulateOptions } from "./simulate.ts";
import { beginLog, type LogEntry } from "./testing/log.ts";
import { observe, type Observed } from "./testing/observed.ts";

/** How the program would have been started. */
export interface SimulatedLaunch {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a start does not bring with it. */
export type SpawnSimulatedOptions = Omit<SimulateOptions, keyof SimulatedLaunch>;

/** Starts a simulated CLI, and tells afterwards what all its starts were told. */
export interface SimulatedSpawn extends Observed {
  (launch: SimulatedLaunch): SimulatedClaude;
}

/**
 * All starts share a store, so that what one has said another can resume. Each plays the scenario from its first turn on,
 * unless it resumes a session.
 * @throws {ScenarioError} at once, and not where something is started
 */
export function spawnSimulated(options: SpawnSimulatedOptions = {}): SimulatedSpawn {
  const { args: _args, cwd: _cwd, env: _env, ...keys } = SIMULATE_OPTIONS;
  checkOptions<SpawnSimulatedOptions>("spawnSimulated", options, keys satisfies KeysOf<SpawnSimulatedOptions>);
  const scenario = options.scenario === undefined ? undefined : scenarioOf(options.scenario);
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
