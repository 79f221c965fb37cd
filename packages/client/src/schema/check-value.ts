// Holds a value against a schema of the caller's own library. A plain JSON Schema is not checked here: the CLI does that
// with structured output, and a tool that has one checks its input itself.

import type { StandardIssue, StandardSchema } from "../control/standard-schema.ts";
import { messageOf } from "../message-of.ts";
import { type AnySchema, isShape, isStandardSchema, type SchemaOutput, type Shape } from "./kinds.ts";

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  /** What is wrong, where, in one line: it is read by people and by models. */
  | { readonly ok: false; readonly issues: string };

/** @returns the value as the schema makes it: with defaults, changed, without what it does not know. Never rejects. */
export async function checkValue<Schema extends AnySchema>(
  schema: Schema,
  value: unknown,
): Promise<Checked<SchemaOutput<Schema>>> {
  const checked = isStandardSchema(schema)
    ? await checkStandard(schema, value)
    : isShape(schema)
      ? await checkShape(schema, value)
      : { ok: true as const, value };
  return checked as Checked<SchemaOutput<Schema>>;
}

async function checkStandard(schema: StandardSchema, value: unknown): Promise<Checked<unknown>> {
  try {
    const result = await schema["~standard"].validate(value);
    if (result.issues === undefined) return { ok: true, value: result.value };
    return { ok: false, issues: result.issues.map(tell).join("; ") || "it does not fit the schema" };
  } catch (error) {
    return { ok: false, issues: messageOf(error) };
  }
}

async function checkShape(shape: Shape, value: unknown): Promise<Checked<unknown>> {
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

function tell({ path = [], message }: StandardIssue): string {
  const place = path.map((step) => String(typeof step === "object" ? step.key : step)).join(".");
  // Arktype's messages begin with the place already.
  return place === "" || message.startsWith(place) ? message : `${place}: ${message}`;
}
