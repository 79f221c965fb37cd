// Reads fields of recorded JSON. A missing field is an empty value, and the comparison reports it.

import type { Json, JsonObject } from "../../../src/json.ts";

export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null || Array.isArray(current)) return undefined;
    current = (current as JsonObject)[key];
  }
  return current;
}

export function text(value: Json | undefined, ...path: readonly string[]): string {
  return textOr(at(value, ...path), "");
}

export function textOr(value: Json | undefined, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

export function number(value: Json | undefined, ...path: readonly string[]): number {
  const found = at(value, ...path);
  return typeof found === "number" ? found : 0;
}

export function object(value: Json | undefined, ...path: readonly string[]): JsonObject {
  return (at(value, ...path) ?? {}) as JsonObject;
}

export function list(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}
