// Differences between simulator and real CLI that are known and explained, in known-differences.yaml. An entry that no
// run needs any more is stale and fails the run, so the list can only be true.

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Hunk } from "./difference.ts";
import { isInRange } from "./versions.ts";

export interface KnownDifference {
  /** Names of scenarios; all of them without it. */
  readonly scenarios?: readonly string[];
  readonly versions: string;
  /** Regular expressions, each for a whole hunk: its track, what only the real CLI says, what only the simulator says. */
  readonly track: string;
  readonly real?: string;
  readonly simulated?: string;
  readonly reason: string;
}

export interface Known {
  /** Whether an entry explains the hunk; the entry then counts as used. */
  explains(scenario: string, version: string, hunk: Hunk): boolean;
  /** Entries that could have been used by what was run, and were not. */
  stale(played: readonly (readonly [scenario: string, version: string])[]): readonly KnownDifference[];
}

export function readKnown(path: string): readonly KnownDifference[] {
  return (parse(readFileSync(path, "utf8")) ?? []) as readonly KnownDifference[];
}

export function createKnown(entries: readonly KnownDifference[]): Known {
  const used = new Set<KnownDifference>();
  const covers = (entry: KnownDifference, scenario: string, version: string): boolean =>
    (entry.scenarios?.includes(scenario) ?? true) && isInRange(version, entry.versions);
  return {
    explains(scenario, version, hunk) {
      const entry = entries.find(
        (one) =>
          covers(one, scenario, version) &&
          new RegExp(`^(?:${one.track})$`).test(hunk.track) &&
          fitsAll(one.real, hunk.real) &&
          fitsAll(one.simulated, hunk.simulated),
      );
      if (entry !== undefined) used.add(entry);
      return entry !== undefined;
    },
    stale: (played) =>
      entries.filter(
        (entry) => !used.has(entry) && played.some(([scenario, version]) => covers(entry, scenario, version)),
      ),
  };
}

/** Every line of this side fits; without an expression there must be none. */
function fitsAll(pattern: string | undefined, lines: readonly string[]): boolean {
  if (pattern === undefined) return lines.length === 0;
  return lines.length > 0 && lines.every((line) => new RegExp(pattern).test(line));
}
