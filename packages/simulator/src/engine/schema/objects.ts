// Objects: how many fields, which must be there, which may, and what each must be.

import { isRecord, type Json, type JsonObject } from "../../json.ts";
import type { Check, Keywords, SchemaError } from "./errors.ts";
import { fits, sizeErrors } from "./limits.ts";

export function objectErrors(check: Check, schema: Keywords, value: JsonObject, place: string): readonly SchemaError[] {
  const { required, propertyNames, additionalProperties } = schema;
  const names = Object.keys(value);
  const properties = Object.entries(recordOf(schema["properties"]));
  const patterns = Object.entries(recordOf(schema["patternProperties"]));
  const at = (name: string): string => `${place}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const checkField = (by: unknown, name: string): readonly SchemaError[] => check(by, value[name] as Json, at(name));
  const errors = [...sizeErrors(schema, "Properties", "properties", names.length, place)];
  for (const name of Array.isArray(required) ? required.map(String) : []) {
    if (value[name] === undefined) errors.push({ place, message: `must have required property '${name}'` });
  }
  if (propertyNames !== undefined)
    errors.push(...names.flatMap((name) => nameErrors(check, propertyNames, name, place)));
  if (additionalProperties !== undefined) {
    const known = new Set(properties.map(([name]) => name));
    for (const name of names) {
      if (known.has(name) || patterns.some(([pattern]) => fits(pattern, name))) continue;
      if (additionalProperties !== false) errors.push(...checkField(additionalProperties, name));
      else
        errors.push({ place, message: "must NOT have additional properties", detail: ` ('${name}' is not allowed)` });
    }
  }
  errors.push(...dependencyErrors(check, schema, value, place));
  for (const [name, by] of properties) if (value[name] !== undefined) errors.push(...checkField(by, name));
  for (const [pattern, by] of patterns)
    errors.push(...names.filter((name) => fits(pattern, name)).flatMap((name) => checkField(by, name)));
  return errors;
}

function nameErrors(check: Check, schema: unknown, name: string, place: string): readonly SchemaError[] {
  const errors = check(schema, name, place);
  return errors.length === 0 ? [] : [...errors, { place, message: "property name must be valid" }];
}

function dependencyErrors(check: Check, schema: Keywords, value: JsonObject, place: string): readonly SchemaError[] {
  const present = Object.entries(recordOf(schema["dependencies"])).filter(([name]) => value[name] !== undefined);
  const lists = present.flatMap(([name, needed]) => {
    const list = Array.isArray(needed) ? needed.map(String) : [];
    const word = list.length === 1 ? "property" : "properties";
    const message = `must have ${word} ${list.join(", ")} when property ${name} is present`;
    return list.filter((other) => value[other] === undefined).map(() => ({ place, message }));
  });
  return [...lists, ...present.flatMap(([, by]) => (Array.isArray(by) ? [] : check(by, value, place)))];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
