// JSON as types: what scenarios, lines and requests are made of.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return isRecord(value);
}

/** The same of a value that may be anything. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
