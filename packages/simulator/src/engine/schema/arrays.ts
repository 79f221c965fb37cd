// Lists: how many items, what each must be, and whether one stands twice.

import type { Json } from "../../json.ts";
import { isEqual } from "./equal.ts";
import type { Check, Keywords, SchemaError } from "./errors.ts";
import { sizeErrors } from "./limits.ts";

export function arrayErrors(
  check: Check,
  schema: Keywords,
  value: readonly Json[],
  place: string,
): readonly SchemaError[] {
  const { items, additionalItems, contains, uniqueItems } = schema;
  const errors = [...sizeErrors(schema, "Items", "items", value.length, place)];
  const checkFrom = (from: number, by: unknown): readonly SchemaError[] =>
    value.flatMap((item, index) => (index < from ? [] : check(by, item, `${place}/${index}`)));
  if (Array.isArray(items)) {
    const own = items.length;
    if (additionalItems === false && value.length > own)
      errors.push({ place, message: `must NOT have more than ${own} items` });
    else if (additionalItems !== undefined) errors.push(...checkFrom(own, additionalItems));
    errors.push(...value.flatMap((item, index) => (index < own ? check(items[index], item, `${place}/${index}`) : [])));
  } else if (items !== undefined) errors.push(...checkFrom(0, items));
  if (contains !== undefined && value.every((item, index) => check(contains, item, `${place}/${index}`).length > 0))
    errors.push({ place, message: "must contain at least 1 valid item(s)" });
  const twice = uniqueItems === true ? repeated(value) : undefined;
  if (twice !== undefined)
    errors.push({ place, message: `must NOT have duplicate items (items ## ${twice} are identical)` });
  return errors;
}

/** From the end, as the validator looks for it. */
function repeated(value: readonly Json[]): string | undefined {
  for (let first = value.length - 2; first >= 0; first -= 1) {
    for (let second = first + 1; second < value.length; second += 1) {
      if (isEqual(value[first] as Json, value[second] as Json)) return `${second} and ${first}`;
    }
  }
  return undefined;
}
