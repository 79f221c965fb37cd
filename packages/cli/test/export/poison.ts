// A real stream or transcript in which every text is hostile: names of models and tools, ids, folders, versions, titles,
// inputs, results, and whatever field a later version adds.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadRun, transcriptsPath } from "../../../../fixtures/load.ts";
import { HOSTILE, HOSTILE_MARKDOWN } from "./hostile.ts";

export const HOSTILE_TEXTS: readonly string[] = [...HOSTILE, ...HOSTILE_MARKDOWN];

/** Without these a line is another line, or none. */
const STRUCTURE: ReadonlySet<string> = new Set(["type", "subtype", "role", "timestamp", "media_type", "data"]);

export const POISONED: readonly string[] = [
  "recordings/demo/fix-the-test",
  "recordings/2.1.325/background-agents",
  "recordings/2.1.325/api-error-400-tool",
  "recordings/1.0.128/agents",
  "transcripts/2.1.325/agents/283e8a47-31aa-4be9-a9bc-24b0671474c7.jsonl",
];

export function poisonable(path: string): string {
  const transcript = /^transcripts\/(.*)/.exec(path)?.[1];
  return transcript === undefined
    ? loadRun(path).stdout.toString()
    : readFileSync(join(transcriptsPath, transcript), "utf8");
}

/** @param shift which hostile text the first field gets; with each of them every field has had every text */
export function poison(lines: string, shift: number, keepsToolNames: boolean): string {
  let fields = shift;
  const texts = new Map<string, string>();
  const poisoned = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      if (STRUCTURE.has(key) || (keepsToolNames && key === "name")) return value;
      // The same text stays the same: ids belong together.
      const known = texts.get(value) ?? HOSTILE_TEXTS[fields++ % HOSTILE_TEXTS.length] + value.slice(0, 60);
      texts.set(value, known);
      return known;
    }
    if (Array.isArray(value)) return value.map((item) => poisoned(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, name)]));
  };
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => `${JSON.stringify(poisoned(JSON.parse(line), ""))}\n`)
    .join("");
}
