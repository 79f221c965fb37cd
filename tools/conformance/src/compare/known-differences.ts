// Known differences between simulator and real CLI, from known-differences.yaml. An entry that no run needs is stale and fails
// the run, so the list stays correct.

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Hunk } from "./difference.ts";
import { isInRange } from "../clis/versions.ts";

export interface KnownDifference {
  /** Names of scenarios. @default all */
  readonly scenarios?: readonly string[];
  readonly versions: string;
  /** Regular expressions for a whole hunk: its track, lines of only the real CLI, lines of only the simulator. */
  readonly track: string;
  readonly real?: string;
  readonly simulated?: string;
  readonly reason: string;
}

export interface KnownDifferences {
  /** Whether an entry explains the hunk. The entry then counts as used. */
  explains(scenario: string, version: string, hunk: Hunk): boolean;
  /** Returns the entries that apply to the played cells but were not used. */
  stale(played: readonly (readonly [scenario: string, version: string])[]): readonly KnownDifference[];
}

export function readKnownDifferences(path: string): readonly KnownDifference[] {
  return (parse(readFileSync(path, "utf8")) ?? []) as readonly KnownDifference[];
}

export function createKnownDifferences(entries: readonly KnownDifference[]): KnownDifferences {
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

/** Whether every line of this side matches; without an expression there must be none. */
function fitsAll(pattern: string | undefined, lines: readonly string[]): boolean {
  if (pattern === undefined) return lines.length === 0;
  return lines.length > 0 && lines.every((line) => new RegExp(pattern).test(line));
}
