// The simulator in the place of a child process: for programs that let their `spawn` be replaced, such as @unspool/client.

import { checkOptions, type KeysOf } from "./check-options.ts";
import { createMemoryStore } from "./cli/store.ts";
import { checkFaults } from "./faults/check.ts";
import { scenarioOf } from "./scenario/any-scenario.ts";
import { simulate, SIMULATE_OPTIONS, type SimulatedClaude, type SimulateOptions } from "./simulate.ts";

/** How the program would have been started. */
export interface SimulatedLaunch {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a start does not bring with it. */
export type SpawnSimulatedOptions = Omit<SimulateOptions, keyof SimulatedLaunch>;

/**
 * All starts share a store, so that what one has said another can resume. Each plays the scenario from its first turn on,
 * unless it resumes a session.
 * @throws {ScenarioError} at once, and not where something is started
 */
export function spawnSimulated(options: SpawnSimulatedOptions = {}): (launch: SimulatedLaunch) => SimulatedClaude {
  const { args: _args, cwd: _cwd, env: _env, ...keys } = SIMULATE_OPTIONS;
  checkOptions<SpawnSimulatedOptions>("spawnSimulated", options, keys satisfies KeysOf<SpawnSimulatedOptions>);
  const scenario = options.scenario === undefined ? {} : { scenario: scenarioOf(options.scenario) };
  checkFaults(options.faults ?? [], "the options");
  const store = options.store ?? createMemoryStore();
  return ({ args, cwd, env }) => simulate({ ...options, ...scenario, store, args, cwd, env });
}
