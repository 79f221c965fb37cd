// Converts option names: camelCase in TypeScript, mostly snake_case on the wire.

import { snakeCaseOf } from "../wire/fields.ts";

/** Returns the same fields under their snake_case names. Only the top level is converted; nested values are data. */
export function toSnakeCase(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [snakeCaseOf(key), value]));
}
