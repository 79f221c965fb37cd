// Checks that a value is a scenario. All problems are reported at once.

import { faultList } from "../../faults/check-faults.ts";
import { host } from "./check-host.ts";
import { replies, turn } from "./check-replies.ts";
import { listOf, record, text } from "../../check/checker.ts";
import type { Check } from "../../check/checker.ts";
import { createInvalidScenarioError, formatPath } from "../../check/scenario-error.ts";
import type { Path, ScenarioProblem } from "../../check/scenario-error.ts";
import type { Scenario } from "../types.ts";

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds the position of a key or a value in the text of the scenario. */
export type Locate = (path: Path, at: "key" | "value") => Position | undefined;

/** The maximum number of reported problems. Each one costs a search in the text. */
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

/** @throws {ScenarioError} with all problems, their locations and, with `locate`, their lines */
export function checkScenario(value: unknown, source?: string, locate?: Locate): Scenario {
  const problems: ScenarioProblem[] = [];
  scenario(value, [], (path, message, at = "value") => {
    if (problems.length < maxProblems)
      problems.push({ location: formatPath(path), path, message, ...locate?.(path, at) });
  });
  if (problems.length > 0) throw createInvalidScenarioError(problems, source);
  return value as Scenario;
}
