// Removes from events what differs between runs: ids, times, durations, paths, and texts of the vendor.

import type { Json } from "@unspool/simulator";

export interface ScrubOptions {
  /** Paths of the sandbox with their placeholders, longest first. */
  readonly paths: readonly (readonly [string, string])[];
  /** Texts of the scenario. A text that contains one of them is not the vendor's. */
  readonly supplied: readonly string[];
}

/** Longer texts that are not from the scenario are the vendor's and may change with every release. */
const LONGEST_WORDS = 80;
/** Signatures and hashes. */
const MADE_ANEW: ReadonlySet<string> = new Set(["signature", "harnessSectionHash"]);
/** Ids of tasks. One in fourteen of a shell has no digit, and is known as an id only by its key or by the text before it. */
const TASK_ID_KEY = /(?:task|agent|shell|bash)_?id$/i;
const TASK_ID = /^[ab][0-9a-z]{6,17}$/;
const TIMED = /(?:duration|elapsed|time|timestamp|_ms|Ms|startedAt|updatedAt|resets?At|delay)/i;

export function scrub(value: unknown, options: ScrubOptions, key = ""): Json {
  if (typeof value === "string") {
    if (MADE_ANEW.has(key)) return `«${key}»`;
    return TASK_ID_KEY.test(key) && TASK_ID.test(value) ? "«task»" : scrubText(value, options);
  }
  if (typeof value === "number") return TIMED.test(key) && key !== "at" ? "«time»" : Number(value.toPrecision(9));
  if (Array.isArray(value)) return value.map((item) => scrub(item, options, key));
  if (typeof value !== "object" || value === null) return value as Json;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, scrub(item, options, name)]),
  );
}

function scrubText(text: string, { paths, supplied }: ScrubOptions): string {
  let scrubbed = text;
  for (const [path, word] of paths) scrubbed = scrubbed.replaceAll(path, word);
  scrubbed = scrubbed
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "«uuid»")
    .replaceAll(/\b(msg|toolu|req)_[0-9A-Za-z]+/g, "«$1»")
    .replaceAll(/(?<=agentId: |\bID: |\/tasks\/)[ab][0-9a-z]{6,17}\b/g, "«task»")
    // 2.0.76 has short ids of agents, of which one in 300 has no digit.
    .replaceAll(/^a[0-9a-f]{6}\b/g, "«task»")
    .replaceAll(/\b[ab][0-9a-z]{8,17}\b/g, (word) => (/\d/.test(word) ? "«task»" : word))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "«time»");
  if (scrubbed.length <= LONGEST_WORDS) return scrubbed;
  // Texts of the scenario that fill most of it; others are quotes in a text of the vendor.
  const own = supplied.filter((words) => scrubbed.includes(words));
  if (own.some((words) => scrubbed.length - words.length <= LONGEST_WORDS)) return scrubbed;
  return own.length === 0 ? "«prose»" : `«prose around ${JSON.stringify([...new Set(own)].sort())}»`;
}

/** Collects the texts of a scenario that are long enough to be recognized. */
export function collectTexts(value: unknown, found: string[] = []): string[] {
  if (typeof value === "string") {
    if (value.trim().length >= 4) found.push(value.trim());
  } else if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) collectTexts(item, found);
  }
  return found;
}
