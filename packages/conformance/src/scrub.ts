// Values of an event as two runs can share them: no ids, times, durations, paths, and no prose that the vendor wrote.

import type { Json } from "@unspool/simulator";

export interface ScrubOptions {
  /** Paths of the sandbox, each with the word that stands for it; the longest first. */
  readonly paths: readonly (readonly [string, string])[];
  /** Texts of the scenario: what holds one of them is not vendor prose. */
  readonly supplied: readonly string[];
}

/** Longer texts that the scenario did not supply are the vendor's words: they may change with every release. */
const LONGEST_WORDS = 80;
/** Signatures and hashes. */
const MADE_ANEW: ReadonlySet<string> = new Set(["signature", "harnessSectionHash"]);
const TIMED = /(?:duration|elapsed|time|timestamp|_ms|Ms|startedAt|updatedAt|resets?At|delay)/i;

export function scrub(value: unknown, options: ScrubOptions, key = ""): Json {
  if (typeof value === "string") return MADE_ANEW.has(key) ? `«${key}»` : scrubText(value, options);
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
    // 2.0.76 makes short ones, of which one in 300 has no digit.
    .replaceAll(/(?<=^|agentId: |\/tasks\/)a[0-9a-f]{6}\b/g, "«task»")
    .replaceAll(/\b[ab][0-9a-z]{8,17}\b/g, (word) => (/\d/.test(word) ? "«task»" : word))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "«time»");
  if (scrubbed.length <= LONGEST_WORDS) return scrubbed;
  // The longest words that fill most of it are the scenario's own; others stand in the vendor's prose.
  const own = supplied.filter((words) => scrubbed.includes(words));
  if (own.some((words) => scrubbed.length - words.length <= LONGEST_WORDS)) return scrubbed;
  return own.length === 0 ? "«prose»" : `«prose around ${JSON.stringify([...new Set(own)].sort())}»`;
}

/** Every text in a scenario that is long enough to be recognised. */
export function textsOf(value: unknown, found: string[] = []): string[] {
  if (typeof value === "string") {
    if (value.trim().length >= 4) found.push(value.trim());
  } else if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) textsOf(item, found);
  }
  return found;
}
