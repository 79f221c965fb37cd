// Loads scenarios from files and texts, JSON or YAML.

import { readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

import { checkScenario } from "../check/check-scenario.ts";
import { createInvalidScenarioError, ScenarioError } from "../../check/scenario-error.ts";
import { locateInJson } from "./json-positions.ts";
import type { JsonPositions } from "./json-positions.ts";
import type { Scenario } from "../types.ts";

export interface LoadOptions {
  /** @default 16 MiB */
  readonly maxBytes?: number;
}

const defaultMaxBytes = 16 * 1024 * 1024;

/**
 * Loads a scenario. A source with several lines or a leading `{` is the text itself, everything else is a path.
 * @throws {ScenarioError} `unreadable-scenario` for a file that is missing or too large, `invalid-scenario` for the rest.
 */
export async function loadScenario(source: string | URL, options: LoadOptions = {}): Promise<Scenario> {
  const { text, file, isJson } = readSource(source, options);
  if (isJson) return parseJsonScenario(text, file);
  // Loaded here, so that a JSON scenario never pays for the YAML parser.
  const { readYaml } = await import("./yaml-text.ts");
  const { value, locate } = readYaml(text, file);
  return checkScenario(value, file, locate);
}

/** The text of a scenario and its format. */
export interface SourceText {
  readonly text: string;
  readonly file: string | undefined;
  readonly isJson: boolean;
}

/** @throws {ScenarioError} `unreadable-scenario` */
export function readSource(source: string | URL, { maxBytes = defaultMaxBytes }: LoadOptions = {}): SourceText {
  if (typeof source === "string" && isText(source)) {
    refuseTooLarge(Buffer.byteLength(source), maxBytes, undefined);
    return { text: source, file: undefined, isJson: isJson(source) };
  }
  const file = typeof source === "string" ? source : fileURLToPath(source);
  return { text: readText(file, maxBytes), file, isJson: extname(file).toLowerCase() === ".json" };
}

function isText(source: string): boolean {
  return source.includes("\n") || source.trimStart().startsWith("{");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// Synchronous, since the promise API of the file system would add 2 ms to the start of the executable.
function readText(file: string, maxBytes: number): string {
  try {
    refuseTooLarge(statSync(file).size, maxBytes, file);
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (cause instanceof ScenarioError) throw cause;
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    const advice =
      reason === "ENOENT"
        ? "there is no such file. Give a path, or a text that has several lines or begins with {"
        : reason;
    throw new ScenarioError("unreadable-scenario", `Cannot read the scenario ${file}: ${advice}.`, { file, cause });
  }
}

function refuseTooLarge(bytes: number, maxBytes: number, file: string | undefined): void {
  if (bytes <= maxBytes) return;
  const name = file === undefined ? "" : ` ${file}`;
  const message = `The scenario${name} has ${bytes} bytes, more than maxBytes (${maxBytes}). Make it smaller or raise maxBytes.`;
  throw new ScenarioError("unreadable-scenario", message, { file });
}

export function parseJsonScenario(text: string, file?: string): Scenario {
  const whole = text.replace(/^\uFEFF/, "");
  let value: unknown;
  try {
    value = JSON.parse(whole);
  } catch (cause) {
    const message = "not JSON: unexpected character or end of text";
    throw createInvalidScenarioError(
      [{ location: "", path: [], message, ...locateInJson(whole).brokenAt }],
      file,
      cause,
    );
  }
  let positions: JsonPositions | undefined;
  return checkScenario(value, file, (path, at) => (positions ??= locateInJson(whole)).locate(path, at));
}
