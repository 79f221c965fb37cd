// As much of JSON Schema as structured output needs: type, properties, required, enum, const, items, additionalProperties
// and the plain limits of numbers and lengths. Errors are worded as the CLI's validator words them.

import { isRecord, type Json, type JsonObject } from "../json.ts";

/** What is wrong, each with its place: `/answer: must be number`. */
export function schemaErrors(schema: unknown, value: Json, place = ""): readonly string[] {
  if (schema === true || !isRecord(schema)) return [];
  const at = (text: string): string => `${place === "" ? "root" : place}: ${text}`;
  const types = [schema["type"]].flat().filter((type) => typeof type === "string");
  if (types.length > 0 && !types.some((type) => hasType(value, type))) return [at(`must be ${types.join(",")}`)];
  const choices = schema["enum"];
  if (Array.isArray(choices) && !choices.some((choice) => isEqual(choice as Json, value))) {
    return [at("must be equal to one of the allowed values")];
  }
  if (schema["const"] !== undefined && !isEqual(schema["const"] as Json, value))
    return [at("must be equal to constant")];
  if (typeof value === "number") return numberErrors(schema, value).map(at);
  if (typeof value === "string") return textErrors(schema, value).map(at);
  if (Array.isArray(value)) return arrayErrors(schema, value, place, at);
  return isRecord(value) ? objectErrors(schema, value, place, at) : [];
}

function objectErrors(
  schema: Readonly<Record<string, unknown>>,
  value: JsonObject,
  place: string,
  at: (text: string) => string,
): readonly string[] {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const missing = required
    .filter((name) => value[name] === undefined)
    .map((name) => at(`must have required property '${name}'`));
  const known = Object.entries(value).flatMap(([name, content]) => {
    const inner = properties[name];
    if (inner !== undefined) return schemaErrors(inner, content ?? null, `${place}/${name}`);
    return schema["additionalProperties"] === false ? [at("must NOT have additional properties")] : [];
  });
  return [...missing, ...known];
}

function arrayErrors(
  schema: Readonly<Record<string, unknown>>,
  value: readonly Json[],
  place: string,
  at: (text: string) => string,
): readonly string[] {
  const { minItems, maxItems, items } = schema;
  if (typeof minItems === "number" && value.length < minItems)
    return [at(`must NOT have fewer than ${minItems} items`)];
  if (typeof maxItems === "number" && value.length > maxItems) return [at(`must NOT have more than ${maxItems} items`)];
  return value.flatMap((item, index) => schemaErrors(items, item, `${place}/${index}`));
}

function numberErrors({ minimum, maximum }: Readonly<Record<string, unknown>>, value: number): readonly string[] {
  if (typeof minimum === "number" && value < minimum) return [`must be >= ${minimum}`];
  if (typeof maximum === "number" && value > maximum) return [`must be <= ${maximum}`];
  return [];
}

function textErrors(
  { minLength, maxLength, pattern }: Readonly<Record<string, unknown>>,
  value: string,
): readonly string[] {
  if (typeof minLength === "number" && value.length < minLength)
    return [`must NOT have fewer than ${minLength} characters`];
  if (typeof maxLength === "number" && value.length > maxLength)
    return [`must NOT have more than ${maxLength} characters`];
  return typeof pattern === "string" && !fits(pattern, value) ? [`must match pattern "${pattern}"`] : [];
}

/** A pattern that is no regular expression asks for nothing. */
function fits(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}

function hasType(value: Json, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isRecord(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function isEqual(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
