// Scenario files write the workspace as `${cwd}`, since the tools of a real CLI need absolute paths.

import type { Scenario } from "../types.ts";

export interface Placeholders {
  readonly cwd: string;
}

/** Replaces `${cwd}` in every string of a scenario. */
export function fillPlaceholders(scenario: Scenario, values: Placeholders): Scenario {
  return mapStrings(scenario, (text) => text.replaceAll("${cwd}", () => values.cwd)) as Scenario;
}

/** Changes every string inside a value. Keys stay. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}
