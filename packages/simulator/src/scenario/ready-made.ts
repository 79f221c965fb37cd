// The scenarios that come with the package: one for everything in the protocol, each with the host that drives it.

import { readdirSync } from "node:fs";

import { ScenarioError } from "./error.ts";
import { loadScenario } from "./load.ts";
import { nearest } from "./near.ts";
import type { Scenario } from "./types.ts";

/** The package's folder is two above this file, in `src` as in `dist`. */
const folder = new URL("../../scenarios/", import.meta.url);

/** Where it matters that no partial messages come: the same scenarios under the name with `-plain`. */
const plain: ReadonlySet<string> = new Set([
  "adjacent-blocks",
  "background-agents",
  "broken-stream",
  "compact",
  "forwarded-agents",
  "parallel-tools",
  "retry",
  "thinking",
  "tools",
  "two-agents",
  "unicode",
]);

/** Their names, in alphabetical order. */
export function readyMade(): readonly string[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length));
  return names.flatMap((name) => (plain.has(name) ? [name, `${name}-plain`] : [name])).toSorted();
}

/** @throws {ScenarioError} `unreadable-scenario` when there is none of this name. */
export async function loadReadyMade(name: string): Promise<Scenario> {
  checkReadyMade(name);
  const base = name.replace(/-plain$/, "");
  const scenario = await loadScenario(new URL(`${base}.yaml`, folder));
  return base === name ? scenario : withoutPartials(scenario, name);
}

/** @throws {ScenarioError} `unreadable-scenario` */
export function checkReadyMade(name: string): string {
  const names = readyMade();
  if (names.includes(name)) return name;
  const near = nearest(name, names);
  const advice = near === undefined ? `There are ${names.join(", ")}` : `Did you mean "${near}"?`;
  throw new ScenarioError("unreadable-scenario", `There is no ready-made scenario ${JSON.stringify(name)}. ${advice}`);
}

function withoutPartials(scenario: Scenario, name: string): Scenario {
  const { description = "", host } = scenario;
  return {
    ...scenario,
    name,
    description: `${description} Without partial messages.`.trim(),
    ...(host === undefined ? {} : { host: { ...host, partials: false } }),
  };
}
