// Whether two JSON values are the same, whatever order their fields stand in.

import { isRecord, type Json } from "../../json.ts";

export function isEqual(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item as Json, other[index] as Json));
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key] as Json, other[key] as Json));
}
