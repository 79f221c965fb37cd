// Options are camelCase in TypeScript and mostly snake_case on the wire.

import { snakeCaseOf } from "../wire/fields.ts";

/** The same fields under their snake_case names. Only the outermost level: what is inside is data. */
export function toSnakeCase(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [snakeCaseOf(key), value]));
}
