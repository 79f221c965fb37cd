// Readers that take any value and give the asked kind or undefined. With them nothing on the wire can make us throw,
// and a field of the wrong type is simply not there.

import type { Json, JsonArray, JsonObject } from "./json.ts";

export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  // JSON has no infinity, but 1e999 is read as one.
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function asBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function asArray(value: unknown): JsonArray {
  return Array.isArray(value) ? (value as Json[]) : [];
}

export function asObjects(value: unknown): readonly JsonObject[] {
  return asArray(value).filter(isObject);
}

export function asStrings(value: unknown): readonly string[] {
  return asArray(value).filter((item) => typeof item === "string");
}

/** Milliseconds since 1970 of an ISO time, or undefined. */
export function asTime(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
