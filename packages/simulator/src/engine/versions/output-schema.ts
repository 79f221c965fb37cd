// The schema of structured output, as each version's validator applies it: ajv 8 with all errors, draft 7, and ajv 6 in
// 2.0.76, whose errors are reworded from those of ajv 8. ajv is loaded with the first schema: it takes 20 ms, and most
// sessions have none.

import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
import { getErrorMessage } from "@unspool/protocol/kit";
import { createRequire } from "node:module";
import { isRecord, type Json } from "../../json.ts";
import { getQuirks } from "./version-quirks.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Returns what is wrong with a value, each error with its path: `/answer: must be number`. */
export function findOutputErrors(schema: unknown, value: Json, version: string): readonly string[] {
  if (!isRecord(schema)) return [];
  const validate = getValidator(schema, version);
  if (typeof validate === "string") return [];
  const format = getQuirks(version).choose<(error: ErrorObject) => string>({
    "2.0.76": formatOldError,
    "2.1.20": formatError,
    "2.1.325": (error) => `${formatError(error)}${formatDetail(error)}`,
  });
  try {
    return validate(value) ? [] : (validate.errors ?? []).map(format);
  } catch {
    // A reference that leads back to itself overflows the stack.
    return [];
  }
}

/** Returns the schema, or `undefined` if the version's validator cannot use it: then no structured output is asked for. */
export function toUsableSchema(schema: unknown, version: string): unknown {
  return isRecord(schema) && typeof getValidator(schema, version) === "function" ? schema : undefined;
}

/** Returns why the newest versions refuse a schema, in ajv's words; `undefined` for a valid one. */
export function findSchemaMistake(schema: Schema): string | undefined {
  const validator = getValidator(schema, "2.1.325");
  return typeof validator === "string" ? validator : undefined;
}

/** Compiling takes about 10 ms, and every attempt of the model is checked. */
const compiled = new WeakMap<Schema, Map<string, ValidateFunction | string>>();

/** Returns the validator of a schema, or the reason why there is none. */
function getValidator(schema: Schema, version: string): ValidateFunction | string {
  const byVersion = compiled.get(schema) ?? new Map<string, ValidateFunction | string>();
  compiled.set(schema, byVersion);
  const validator = byVersion.get(version) ?? compile(schema, version);
  byVersion.set(version, validator);
  return validator;
}

function compile(schema: Schema, version: string): ValidateFunction | string {
  const quirks = getQuirks(version);
  const { Ajv: Validator } = createRequire(import.meta.url)("ajv") as { readonly Ajv: typeof Ajv };
  const ajv = new Validator({
    allErrors: true,
    // Errors carry the value: its size is part of the newest texts.
    verbose: true,
    strictSchema: quirks.has("hasStrictSchemas"),
    validateFormats: !quirks.has("ignoresFormats"),
    // No format is known. Strict mode refuses a schema that names one by itself, otherwise ajv only warns.
    logger: { log: ignore, warn: refuseFormat, error: ignore },
  });
  try {
    if (ajv.validateSchema(schema) !== true) return ajv.errorsText();
    return ajv.compile(schema);
  } catch (error) {
    return getErrorMessage(error);
  }
}

function ignore(): void {}

function refuseFormat(warning: unknown): void {
  if (String(warning).startsWith("unknown format")) throw new Error(String(warning));
}

function formatError({ instancePath, message = "" }: ErrorObject): string {
  return `${instancePath === "" ? "root" : instancePath}: ${message}`;
}

/** `.answer: should be number`, as ajv 6 has it. */
function formatOldError({ instancePath, message = "" }: ErrorObject): string {
  const path = instancePath.replaceAll(/\/(\d+)/gu, "[$1]").replaceAll("/", ".");
  const text = message
    .replace(/^must/u, "should")
    .replace(/have fewer than (\d+) characters/u, "be shorter than $1 characters")
    .replace(/have more than (\d+) characters/u, "be longer than $1 characters")
    .replace("match a schema in anyOf", "match some schema in anyOf");
  return `${path === "" ? "root" : path}: ${text}`;
}

/** Formats what 2.1.325 adds to ajv's message. */
function formatDetail({ keyword, params, data }: ErrorObject): string {
  if (keyword === "const") return `: ${JSON.stringify(params["allowedValue"])}`;
  if (keyword === "enum") return `: ${JSON.stringify(params["allowedValues"])}`;
  if (keyword === "additionalProperties") return ` ('${String(params["additionalProperty"])}' is not allowed)`;
  if (!/^(?:min|max)(?:Length|Items|Properties)$/u.test(keyword)) return "";
  // Characters, not UTF-16 units.
  const parts = typeof data === "string" ? Array.from(data) : Object.keys(data as object);
  return ` (got ${parts.length})`;
}
