// Readers that take any value and return it if it has the right type, else `undefined` or an empty list. A field of the
// wrong type is treated as absent, so nothing on the wire can make us throw.

import type { Json, JsonArray, JsonObject } from "./json.ts";

export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  // JSON has no infinity, but JSON.parse returns one for 1e999.
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

/** Parses an ISO time. Returns milliseconds since 1970, or `undefined`. */
export function asTime(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
