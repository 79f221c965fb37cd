// Type guards for unknown JSON.

import type { JsonObject } from "../wire/json.ts";
import { asObject, isObject } from "../wire/read.ts";

/** Whether a value, JSON or not, is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value);
}

/** Returns the JSON object in the text, or undefined if the text is anything else. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
