// Whether a value is a scenario. Everything that is wrong with it is said at once.

import { faultList } from "../faults/check.ts";
import { host } from "./check-host.ts";
import { replies, turn } from "./check-replies.ts";
import { listOf, record, text } from "./checks.ts";
import type { Check } from "./checks.ts";
import { invalidScenario, placeOf } from "./error.ts";
import type { Path, ScenarioProblem } from "./error.ts";
import type { Scenario } from "./types.ts";

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where a key or a value stands in the text that the scenario was read from. */
export type Locate = (path: Path, at: "key" | "value") => Position | undefined;

/** More say nothing new, and each must be found in the text. */
const maxProblems = 100;

const scenario: Check = record<Scenario>(
  "a scenario",
  {
    name: text,
    description: text,
    model: text,
    turns: listOf(turn, "a list of turns"),
    otherwise: replies,
    summary: text,
    faults: faultList,
    host,
  },
  ["turns"],
);

/** @throws {ScenarioError} with every problem, its place and, with `locate`, its line. */
export function checkScenario(value: unknown, source?: string, locate?: Locate): Scenario {
  const problems: ScenarioProblem[] = [];
  scenario(value, [], (path, message, at = "value") => {
    if (problems.length < maxProblems) problems.push({ place: placeOf(path), path, message, ...locate?.(path, at) });
  });
  if (problems.length > 0) throw invalidScenario(problems, source);
  return value as Scenario;
}
