// The ready-made scenarios of the package. They cover the whole protocol, and each has a host script.

import { readdirSync } from "node:fs";
import { findNearest } from "@unspool/protocol/kit";

import { ScenarioError } from "../../check/scenario-error.ts";
import { loadScenario } from "./load-scenario.ts";
import type { Scenario } from "../types.ts";

/** Relative to this file, in `src` as in `dist`. */
const folder = new URL("../../../scenarios/", import.meta.url);

/** Scenarios that also exist without partial messages, under their name with `-plain`. */
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

/** Returns the names of the ready-made scenarios in alphabetical order. */
export function readyMade(): readonly string[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length));
  return names.flatMap((name) => (plain.has(name) ? [name, `${name}-plain`] : [name])).toSorted();
}

/** Loads a ready-made scenario. @throws {ScenarioError} `unreadable-scenario` if the name is unknown */
export async function loadReadyMade(name: string): Promise<Scenario> {
  return applyReadyMadeName(name, await loadScenario(findReadyMade(name)));
}

/** Whether a source is a name: a path has a dot or a slash in it, and a text has a brace or a line break. */
export function isReadyMadeName(word: string): boolean {
  return /^[\w-]+$/.test(word);
}

/** Returns the file of a ready-made scenario. @throws {ScenarioError} `unreadable-scenario` */
export function findReadyMade(name: string): URL {
  const names = readyMade();
  if (names.includes(name)) return new URL(`${name.replace(/-plain$/, "")}.yaml`, folder);
  const near = findNearest(name, names);
  const advice = near === undefined ? `There are ${names.join(", ")}.` : `Did you mean "${near}"?`;
  throw new ScenarioError("unreadable-scenario", `There is no ready-made scenario ${JSON.stringify(name)}. ${advice}`);
}

/** Applies the suffix `-plain` of a name to the scenario of its file. */
export function applyReadyMadeName(name: string, scenario: Scenario): Scenario {
  return name.endsWith("-plain") ? removePartials(scenario, name) : scenario;
}

function removePartials(scenario: Scenario, name: string): Scenario {
  const { description = "", host } = scenario;
  return {
    ...scenario,
    name,
    description: `${description} Without partial messages.`.trim(),
    ...(host === undefined ? {} : { host: { ...host, partials: false } }),
  };
}
