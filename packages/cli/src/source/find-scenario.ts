// Finds a scenario by a ready-made name, a file, or its text.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadReadyMade, loadScenario, readyMade, type Scenario } from "@unspool/simulator";
import { findNearest } from "@unspool/protocol/kit";
import { UsageError, type Io } from "../cli/io.ts";

/** A name has no dot and no slash. A file without either is found, too. */
const NAME = /^[\w-]+$/;

/** @throws {UsageError} if the name is unknown @throws {ScenarioError} if it cannot be read or is invalid */
export async function findScenario(arg: string, { cwd }: Io): Promise<Scenario> {
  if (arg.includes("\n") || arg.startsWith("{")) return loadScenario(arg);
  const names = readyMade();
  if (names.includes(arg)) return loadReadyMade(arg);
  const file = resolve(cwd, arg);
  if (!NAME.test(arg) || existsSync(file)) return loadScenario(file);
  const near = findNearest(arg, names);
  const advice = near === undefined ? "See: unspool simulate --list" : `Did you mean "${near}"?`;
  throw new UsageError(`There is no ready-made scenario "${arg}". ${advice}`);
}
