// Converts a JSON Schema for the CLI's validator, which is Ajv for draft 7 in strict mode: at an unknown keyword 2.1.325 exits
// with code 1, and 2.1.74 silently drops the schema. The keywords removed here are checked by `checkValue`.

import type { Json, JsonObject } from "@unspool/protocol";
import { isObject } from "@unspool/protocol/kit";

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = splitWords("items additionalItems contains additionalProperties propertyNames not if then else");
const MANY = splitWords("allOf anyOf oneOf");
const NAMED = splitWords("properties patternProperties $defs definitions");
const PLAIN = splitWords(
  "type enum const default examples title description $comment $ref pattern minLength maxLength minimum maximum " +
    "exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems required minProperties maxProperties " +
    "contentEncoding contentMediaType deprecated readOnly writeOnly",
);

export function toCliSchema(schema: JsonObject): JsonObject {
  const kept = Object.entries(moveFormat(replaceTuple(schema))).flatMap(([key, value]): [string, Json][] => {
    if (value === undefined) return [];
    if (PLAIN.has(key)) return [[key, value]];
    if (ONE.has(key)) return [[key, Array.isArray(value) ? value.map(convertSubschema) : convertSubschema(value)]];
    if (MANY.has(key) && Array.isArray(value)) return [[key, value.map(convertSubschema)]];
    return NAMED.has(key) && isObject(value) ? [[key, convertEach(value)]] : [];
  });
  return Object.fromEntries(kept);
}

function convertEach(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, convertSubschema(schema ?? {})]));
}

/** True and false are valid schemas, too. */
function convertSubschema(schema: Json): Json {
  return isObject(schema) ? toCliSchema(schema) : schema;
}

/** The API does not accept the tuples of draft 7. A list of any of their members suits both. */
function replaceTuple(schema: JsonObject): JsonObject {
  const { prefixItems, items, ...rest } = schema;
  if (!Array.isArray(prefixItems)) return schema;
  const members = prefixItems as readonly Json[];
  if (items === undefined || items === true) return rest;
  return { ...rest, items: { anyOf: items === false ? members : [...members, items] } };
}

/** 2.1.74 knows no formats. The model still reads the format in the description. */
function moveFormat(schema: JsonObject): JsonObject {
  const { format, description, ...rest } = schema;
  if (typeof format !== "string") return schema;
  return { ...rest, description: typeof description === "string" ? `${description} (${format})` : `Format: ${format}` };
}

function splitWords(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
