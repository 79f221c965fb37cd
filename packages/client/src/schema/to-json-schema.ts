// Converts any schema to a JSON Schema for the model. Libraries are loaded only if a schema cannot convert itself, so that
// importing this package costs nothing.

import type { Json, JsonObject } from "@unspool/protocol";
import { getErrorMessage } from "@unspool/protocol/kit";
import type { StandardSchema } from "./standard-schema.ts";
import { SYSTEM_CLOCK } from "../clock.ts";
import { runCallback } from "../run-callback.ts";
import { ClaudeError } from "../errors.ts";
import { toCliSchema } from "./to-cli-schema.ts";
import { type AnySchema, isShape, isStandardSchema, type Shape } from "./schema-types.ts";

/** The only dialect the API accepts for tools. */
const TARGET = "draft-2020-12";

/** The reader of the JSON Schema: the CLI (a structured answer) or the API (a tool). */
export type SchemaReader = "cli" | "api";

/**
 * Leaves a JSON Schema unchanged.
 * @throws {ClaudeError} `invalid-option` if the schema cannot be converted
 */
export async function toJsonSchema(schema: AnySchema, reader: SchemaReader = "cli"): Promise<JsonObject> {
  if (isStandardSchema(schema)) return adapt(await convert(schema), reader);
  if (isShape(schema)) return adapt(await convertShape(schema), reader);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new ClaudeError(
      "invalid-option",
      "This is not a schema: give a Standard Schema (zod 4, valibot, arktype), an object of them, or a JSON Schema.",
      { schema },
    );
  }
  return schema;
}

function adapt(schema: JsonObject, reader: SchemaReader): JsonObject {
  return reader === "cli" ? toCliSchema(schema) : removeDialect(schema);
}

/** Removes the dialect, which tools and members do not need. */
function removeDialect({ $schema: _, ...schema }: JsonObject): JsonObject {
  return schema;
}

async function convertShape(shape: Shape): Promise<JsonObject> {
  const properties: [string, Json][] = [];
  const required: string[] = [];
  for (const [key, member] of Object.entries(shape)) {
    const place = `#/properties/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
    properties.push([key, moveReferences(removeDialect(await convert(member)), place)]);
    if (!(await isOptional(member))) required.push(key);
  }
  return { type: "object", properties: Object.fromEntries(properties), required };
}

/** Prefixes references with the place to which the schema moves. */
export function moveReferences(schema: Json, place: string): Json {
  if (Array.isArray(schema)) return schema.map((item: Json) => moveReferences(item, place));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema as JsonObject).map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string" && value.startsWith("#")
        ? place + value.slice(1)
        : moveReferences(value ?? null, place),
    ]),
  );
}

/** How long an asynchronous check may take to decide whether a member is optional. After that it counts as required. */
const PROBE_MS = 2000;

async function isOptional(schema: StandardSchema): Promise<boolean> {
  const outcome = await runCallback(() => schema["~standard"].validate(undefined), {
    clock: SYSTEM_CLOCK,
    timeoutMs: PROBE_MS,
    keepsAlive: true,
  });
  return outcome.kind === "value" && outcome.value.issues === undefined;
}

type Convert = (schema: unknown, options: object) => unknown;

/** The model writes the schema's input; defaults and transforms apply afterwards. */
async function convert(schema: StandardSchema): Promise<JsonObject> {
  const { vendor } = schema["~standard"];
  try {
    return (await findConverter(schema))() as JsonObject;
  } catch (error) {
    if (error instanceof ClaudeError) throw error;
    throw new ClaudeError(
      "invalid-option",
      `The ${vendor} schema has no JSON Schema: ${getErrorMessage(error)} Use types that JSON has, or give a JSON Schema.`,
      { vendor },
      { cause: error },
    );
  }
}

async function findConverter(schema: StandardSchema): Promise<() => unknown> {
  const standard = schema["~standard"] as StandardSchema["~standard"] & {
    readonly jsonSchema?: { readonly input: (options: object) => unknown };
  };
  const own = schema as { readonly toJsonSchema?: () => unknown };
  if (typeof standard.jsonSchema?.input === "function") return () => standard.jsonSchema?.input({ target: TARGET });
  if (typeof own.toJsonSchema === "function") return () => own.toJsonSchema?.();
  if (standard.vendor === "zod" && "_zod" in schema) {
    // Zod 4.0 and 4.1, and version 4 inside of 3.25, convert with a function of the library.
    const zod: object = await load("zod", "zod@4", () => import("zod/v4"));
    return () => (zod as { readonly toJSONSchema: Convert }).toJSONSchema(schema, { io: "input", target: TARGET });
  }
  if (standard.vendor === "valibot") {
    const converter: object = await load("valibot", "@valibot/to-json-schema", () => import("@valibot/to-json-schema"));
    const { toJsonSchema: convertValibot } = converter as { readonly toJsonSchema: Convert };
    return () => convertValibot(schema, { typeMode: "input", target: TARGET });
  }
  throw createConversionError(
    standard.vendor,
    standard.vendor === "zod"
      ? "use zod 4 instead of zod 3 (npm install zod@4)"
      : "use zod 4, valibot or arktype, or give a JSON Schema",
  );
}

async function load(vendor: string, wanted: string, importIt: () => Promise<object>): Promise<object> {
  try {
    return await importIt();
  } catch (error) {
    throw createConversionError(vendor, `install ${wanted}`, error);
  }
}

function createConversionError(vendor: string, advice: string, cause?: unknown): ClaudeError {
  const message = `A schema of ${vendor} cannot be converted to a JSON Schema: ${advice}.`;
  return new ClaudeError("invalid-option", message, { vendor }, { cause });
}
