// Checks a value against a schema of the caller's library. A plain JSON Schema is not checked here: the CLI checks structured
// output, and a tool with a JSON Schema checks its own input.

import { getErrorMessage } from "@unspool/protocol/kit";
import type { StandardIssue, StandardSchema } from "./standard-schema.ts";
import { type AnySchema, isShape, isStandardSchema, type SchemaOutput, type Shape } from "./schema-types.ts";

export type CheckResult<Value> =
  | { readonly ok: true; readonly value: Value }
  /** The problems with their paths, in one line, for people and models. */
  | { readonly ok: false; readonly issues: string };

/** Resolves to the value that the schema returns: with defaults and transforms, without unknown fields. Never rejects. */
export async function checkValue<Schema extends AnySchema>(
  schema: Schema,
  value: unknown,
): Promise<CheckResult<SchemaOutput<Schema>>> {
  const checked = isStandardSchema(schema)
    ? await checkStandard(schema, value)
    : isShape(schema)
      ? await checkShape(schema, value)
      : { ok: true as const, value };
  return checked as CheckResult<SchemaOutput<Schema>>;
}

async function checkStandard(schema: StandardSchema, value: unknown): Promise<CheckResult<unknown>> {
  try {
    const result = await schema["~standard"].validate(value);
    if (result.issues === undefined) return { ok: true, value: result.value };
    return { ok: false, issues: result.issues.map(formatIssue).join("; ") || "it does not fit the schema" };
  } catch (error) {
    return { ok: false, issues: getErrorMessage(error) };
  }
}

async function checkShape(shape: Shape, value: unknown): Promise<CheckResult<unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, issues: "it must be an object" };
  }
  const given = value as Readonly<Record<string, unknown>>;
  const members: [string, unknown][] = [];
  const issues: string[] = [];
  for (const [key, schema] of Object.entries(shape)) {
    const has = Object.hasOwn(given, key);
    const checked = await checkStandard(schema, has ? given[key] : undefined);
    if (!checked.ok) issues.push(`${key}${has ? "" : " (missing)"}: ${checked.issues}`);
    else if (has || checked.value !== undefined) members.push([key, checked.value]);
  }
  return issues.length > 0
    ? { ok: false, issues: issues.join("; ") }
    : { ok: true, value: Object.fromEntries(members) };
}

function formatIssue({ path = [], message }: StandardIssue): string {
  const place = path.map((step) => String(typeof step === "object" ? step.key : step)).join(".");
  // Messages of arktype already begin with the path.
  return place === "" || message.startsWith(place) ? message : `${place}: ${message}`;
}
