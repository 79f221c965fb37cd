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
  return asReadyMade(name, await loadScenario(readyMadeFile(name)));
}

/** A bare word names a ready-made scenario; a path has a dot or a slash in it, and a text has a brace or a line break. */
export function isReadyMadeName(word: string): boolean {
  return /^[\w-]+$/.test(word);
}

/** Where it stands. @throws {ScenarioError} `unreadable-scenario` */
export function readyMadeFile(name: string): URL {
  const names = readyMade();
  if (names.includes(name)) return new URL(`${name.replace(/-plain$/, "")}.yaml`, folder);
  const near = nearest(name, names);
  const advice = near === undefined ? `There are ${names.join(", ")}.` : `Did you mean "${near}"?`;
  throw new ScenarioError("unreadable-scenario", `There is no ready-made scenario ${JSON.stringify(name)}. ${advice}`);
}

/** What its file holds, as what it was asked for. */
export function asReadyMade(name: string, scenario: Scenario): Scenario {
  return name.endsWith("-plain") ? withoutPartials(scenario, name) : scenario;
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
