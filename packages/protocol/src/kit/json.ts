// Guards for JSON that may be anything.

import type { JsonObject } from "../wire/json.ts";
import { asObject, isObject } from "../wire/read.ts";

/** Whether a value, JSON or not, is an object and no array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value);
}

/** Returns the JSON object that the text holds, or undefined for any other text. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
