// Matches a line against the fields that a script waits for.

import type { Json } from "@unspool/simulator";

/** Keys may be paths: `event.type`. A line that is not JSON never matches. */
export function matchesPattern(line: string, pattern: Readonly<Record<string, Json>>): boolean {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return false;
  }
  return Object.entries(pattern).every(([path, value]) => isEqual(valueAt(message, path), value));
}

function valueAt(message: unknown, path: string): unknown {
  let value = message;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function isEqual(left: unknown, right: Json): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
