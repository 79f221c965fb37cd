// A scenario by what a person calls it: a ready-made name, a file, or the text itself.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadReadyMade, loadScenario, readyMade, type Scenario } from "@unspool/simulator";
import { UsageError, type Io } from "../cli/io.ts";
import { nearest } from "../cli/nearest.ts";

/** A name has no dot and no slash; a file without either is found too. */
const NAME = /^[\w-]+$/;

/** @throws {UsageError} if there is none of this name @throws {ScenarioError} if it cannot be read, or is none */
export async function findScenario(word: string, { cwd }: Io): Promise<Scenario> {
  if (word.includes("\n") || word.startsWith("{")) return loadScenario(word);
  const names = readyMade();
  if (names.includes(word)) return loadReadyMade(word);
  const file = resolve(cwd, word);
  if (!NAME.test(word) || existsSync(file)) return loadScenario(file);
  const near = nearest(word, names);
  const advice = near === undefined ? "See: unspool simulate --list" : `Did you mean "${near}"?`;
  throw new UsageError(`There is no ready-made scenario "${word}". ${advice}`);
}
