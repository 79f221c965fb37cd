// Reads and checks a scenario in any form a test may have it. Synchronous, so that an error is thrown where the test names the
// scenario and not where something is started.

import { createRequire } from "node:module";
import { checkScenario } from "../check/check-scenario.ts";
import { parseJsonScenario, readSource } from "./load-scenario.ts";
import { applyReadyMadeName, isReadyMadeName, findReadyMade } from "./ready-made.ts";
import type { Scenario } from "../types.ts";
import { createYamlReader, type YamlParser } from "./yaml-reader.ts";

/** A scenario as data, text (JSON or YAML), the path or URL of a file, or the name of a ready-made one. */
export type ScenarioSource = Scenario | string | URL;

/** Reads and checks a scenario. A name has no slash and no dot. @throws {ScenarioError} */
export function readScenario(source: ScenarioSource): Scenario {
  if (typeof source !== "string" && !(source instanceof URL)) return checkScenario(source);
  if (typeof source === "string" && isReadyMadeName(source))
    return applyReadyMadeName(source, read(findReadyMade(source)));
  return read(source);
}

function read(source: string | URL): Scenario {
  const { text, file, isJson } = readSource(source);
  if (isJson) return parseJsonScenario(text, file);
  // Loaded on demand: it would take a fifth of the package's import time.
  const parser = createRequire(import.meta.url)("yaml") as YamlParser;
  const { value, locate } = createYamlReader(parser)(text, file);
  return checkScenario(value, file, locate);
}
