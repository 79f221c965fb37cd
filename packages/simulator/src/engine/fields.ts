// Reading fields of JSON that somebody else has written.

import type { Json, JsonObject } from "../json.ts";

export function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject)[name] : undefined;
}

/** Empty if it is no text. */
export function textField(value: Json | undefined, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === "string" ? text : "";
}

/** As a template would write it, for words about what was not expected. */
export function shown(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined ? "undefined" : JSON.stringify(value);
}
