// Limits of numbers and texts, in the validator's order and words.

import type { Keywords, SchemaError } from "./errors.ts";

export function numberErrors(schema: Keywords, value: number, place: string): readonly SchemaError[] {
  const errors: SchemaError[] = [];
  const limit = (keyword: string, sign: string, isKept: (by: number) => boolean): void => {
    const by = schema[keyword];
    if (typeof by === "number" && !isKept(by)) errors.push({ place, message: `must be ${sign} ${by}` });
  };
  limit("maximum", "<=", (by) => value <= by);
  limit("minimum", ">=", (by) => value >= by);
  limit("exclusiveMaximum", "<", (by) => value < by);
  limit("exclusiveMinimum", ">", (by) => value > by);
  limit("multipleOf", "multiple of", (by) => Number.isInteger(value / by));
  return errors;
}

export function textErrors(schema: Keywords, value: string, place: string): readonly SchemaError[] {
  const { pattern } = schema;
  // Characters, not UTF-16 units.
  const errors = [...sizeErrors(schema, "Length", "characters", Array.from(value).length, place)];
  if (typeof pattern === "string" && !fits(pattern, value))
    errors.push({ place, message: `must match pattern "${pattern}"` });
  return errors;
}

/** `maxItems`, `minItems` and their like. */
export function sizeErrors(
  schema: Keywords,
  of: "Length" | "Items" | "Properties",
  what: string,
  size: number,
  place: string,
): readonly SchemaError[] {
  const { [`max${of}`]: most, [`min${of}`]: least } = schema;
  const errors: SchemaError[] = [];
  const detail = ` (got ${size})`;
  if (typeof most === "number" && size > most)
    errors.push({ place, message: `must NOT have more than ${most} ${what}`, detail });
  if (typeof least === "number" && size < least)
    errors.push({ place, message: `must NOT have fewer than ${least} ${what}`, detail });
  return errors;
}

/** A pattern that is no regular expression asks for nothing. */
export function fits(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}
