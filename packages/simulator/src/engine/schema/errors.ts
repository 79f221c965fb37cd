// JSON Schema, draft 7, as the CLI's validator (ajv 8 with all errors) applies it: the same keywords in the same order,
// so that the errors come in its order and in its words. Formats are not looked at. References are local.

import { isRecord, type Json } from "../../json.ts";
import { arrayErrors } from "./arrays.ts";
import { branchErrors } from "./branches.ts";
import { isEqual } from "./equal.ts";
import { numberErrors, textErrors } from "./limits.ts";
import { objectErrors } from "./objects.ts";
import { resolveReference } from "./reference.ts";

export interface SchemaError {
  /** A JSON pointer; empty at the root. */
  readonly place: string;
  readonly message: string;
  /** What the newest versions add to the validator's words. */
  readonly detail?: string;
}

/** Checks a value at a place against a part of the schema. */
export type Check = (schema: unknown, value: Json, place: string) => readonly SchemaError[];

export type Keywords = Readonly<Record<string, unknown>>;

/** What is wrong with the value, by the whole schema. */
export function schemaErrors(root: unknown, value: Json): readonly SchemaError[] {
  // A reference that leads back to itself at the same place says nothing more.
  const open = new Set<string>();
  const check: Check = (schema, at, place) => {
    if (schema === false) return [{ place, message: "boolean schema is false" }];
    if (!isRecord(schema)) return [];
    return keywordErrors(schema, at, place);
  };
  const follow = (reference: unknown, at: Json, place: string): readonly SchemaError[] => {
    if (typeof reference !== "string") return [];
    const key = `${reference} ${place}`;
    if (open.has(key)) return [];
    open.add(key);
    const errors = check(resolveReference(root, reference), at, place);
    open.delete(key);
    return errors;
  };
  const keywordErrors = (schema: Keywords, at: Json, place: string): readonly SchemaError[] => {
    const types = typesOf(schema);
    const isWrong = types.length > 0 && !types.some((type) => hasType(at, type));
    const wrong = isWrong ? [{ place, message: `must be ${types.join(",")}` }] : [];
    // The type is told where the keywords of that one type would stand, and before all others if there are none.
    const [only] = types;
    const isLate = types.length === 1 && only !== undefined && hasKeywordsOf(schema, only);
    return [
      ...(isLate ? [] : wrong),
      ...follow(schema["$ref"], at, place),
      ...valueErrors(schema, at, place),
      ...branchErrors(check, schema, at, place),
      ...(typeof at === "number" ? numberErrors(schema, at, place) : []),
      ...(typeof at === "string" ? textErrors(schema, at, place) : []),
      ...(Array.isArray(at) ? arrayErrors(check, schema, at, place) : []),
      ...(isRecord(at) ? objectErrors(check, schema, at, place) : []),
      ...(isLate ? wrong : []),
    ];
  };
  return check(root, value, "");
}

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  number: ["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf"],
  string: ["maxLength", "minLength", "pattern", "format"],
  array: ["maxItems", "minItems", "additionalItems", "items", "contains", "uniqueItems"],
  object: [
    "maxProperties",
    "minProperties",
    "required",
    "propertyNames",
    "additionalProperties",
    "dependencies",
    "properties",
    "patternProperties",
  ],
};

function hasKeywordsOf(schema: Keywords, type: string): boolean {
  return KEYWORDS[type]?.some((keyword) => schema[keyword] !== undefined) === true;
}

function typesOf(schema: Keywords): readonly string[] {
  const types = [schema["type"]].flat().filter((type) => typeof type === "string");
  return schema["nullable"] === true && types.length > 0 && !types.includes("null") ? [...types, "null"] : types;
}

function hasType(value: Json, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isRecord(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function valueErrors(schema: Keywords, value: Json, place: string): readonly SchemaError[] {
  const errors: SchemaError[] = [];
  const { const: constant, enum: choices } = schema;
  if (constant !== undefined && !isEqual(constant as Json, value))
    errors.push({ place, message: "must be equal to constant", detail: `: ${JSON.stringify(constant)}` });
  if (Array.isArray(choices) && !choices.some((choice) => isEqual(choice as Json, value)))
    errors.push({
      place,
      message: "must be equal to one of the allowed values",
      detail: `: ${JSON.stringify(choices)}`,
    });
  return errors;
}
