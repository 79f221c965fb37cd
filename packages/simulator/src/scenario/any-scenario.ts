// A scenario in any of the forms in which the author of a test has it. Read and checked at once, so that a mistake is told
// where the test says it, and not where something is started.

import { createRequire } from "node:module";
import { checkScenario } from "./check.ts";
import { fromJson, readSource } from "./load.ts";
import { asReadyMade, isReadyMadeName, readyMadeFile } from "./ready-made.ts";
import type { Scenario } from "./types.ts";
import { createYamlReader, type YamlParser } from "./yaml-reader.ts";

/** Data, or text (JSON or YAML), the path or URL of a file, or the name of a ready-made one. */
export type ScenarioSource = Scenario | string | URL;

/** A name has no slash and no dot. @throws {ScenarioError} */
export function scenarioOf(source: ScenarioSource): Scenario {
  if (typeof source !== "string" && !(source instanceof URL)) return checkScenario(source);
  if (typeof source === "string" && isReadyMadeName(source)) return asReadyMade(source, read(readyMadeFile(source)));
  return read(source);
}

function read(source: string | URL): Scenario {
  const { text, file, isJson } = readSource(source);
  if (isJson) return fromJson(text, file);
  // Loaded here: it would make up a fifth of the time in which the package is imported.
  const parser = createRequire(import.meta.url)("yaml") as YamlParser;
  const { value, locate } = createYamlReader(parser)(text, file);
  return checkScenario(value, file, locate);
}
