// Finds the scenario and the faults of a run. Loaders are imported on demand to keep the start quick.

import { resolve } from "node:path";
import type { Fault } from "../faults/types.ts";
import type { Scenario } from "../scenario/types.ts";
import { refuseMisuse } from "./arguments/refusal.ts";

/** The default scenario. It answers every prompt and says that the answer is simulated. */
export const DEFAULT_SCENARIO: Scenario = {
  name: "default",
  turns: [],
  otherwise: [
    "This is a simulated answer: no model was asked. Give @unspool/simulator a scenario to say something else, with --simulate-scenario or UNSPOOL_SIMULATE_SCENARIO.",
  ],
};

/** @throws {Refusal} with exit code 2 */
export async function findScenario(source: string | undefined, cwd: string): Promise<Scenario> {
  if (source === undefined) return DEFAULT_SCENARIO;
  return await loadOrRefuse(async () => {
    // A bare word names a ready-made scenario; a path has a dot or a slash in it, and a text has a brace or a line break.
    if (/^[\w-]+$/.test(source)) return await (await import("../scenario/load/ready-made.ts")).loadReadyMade(source);
    const isText = source.includes("\n") || source.trimStart().startsWith("{");
    const { loadScenario } = await import("../scenario/load/load-scenario.ts");
    return await loadScenario(isText ? source : resolve(cwd, source));
  });
}

/** Parses faults; each text is a fault or a list as JSON. @throws {Refusal} with exit code 2 */
export async function readFaults(texts: readonly string[]): Promise<readonly Fault[]> {
  if (texts.length === 0) return [];
  return await loadOrRefuse(async () => {
    const { checkFaults } = await import("../faults/check-faults.ts");
    return checkFaults(texts.flatMap(parseFault), "--simulate-fault");
  });
}

function parseFault(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuseMisuse(`a fault must be JSON, like {"fault":"exit","code":1}; got ${JSON.stringify(text)}.`);
  }
}

async function loadOrRefuse<Value>(load: () => Promise<Value>): Promise<Value> {
  try {
    return await load();
  } catch (error) {
    // By name, so that this file need not load the class.
    if (error instanceof Error && error.name === "ScenarioError") return refuseMisuse(error.message);
    throw error;
  }
}
