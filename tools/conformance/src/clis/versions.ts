// The versions of the CLI that a run tests.

import { SIMULATED_VERSIONS } from "@unspool/simulator";

/** The newest version is pinned, so that a new release does not break a build. */
export const NEWEST: string = SIMULATED_VERSIONS[0];
export const CI_VERSIONS: readonly string[] = [NEWEST, "2.1.74", "1.0.128"];
/** All measured versions, newest first, from the first that streams both ways. */
export const MATRIX_VERSIONS: readonly string[] = SIMULATED_VERSIONS;

/** One version per set of quirks, for the recordings that tests read. */
export const RECORDED_VERSIONS: readonly string[] = [NEWEST, "2.1.200", "2.1.74", "2.0.76", "1.0.128", "1.0.60"];

export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(text);
}

/** Returns a number below 0 if `left` is older, above 0 if it is newer. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((text) => text.split(".").map(Number)) as [number[], number[]];
  for (const [place, number] of a.entries()) {
    if (number !== b[place]) return number - (b[place] ?? 0);
  }
  return 0;
}

/** Whether a version is in a range such as `>=2.1.0 <2.1.200`. */
export function isInRange(version: string, range: string): boolean {
  return range
    .trim()
    .split(/\s+/)
    .every((part) => {
      const [, operator = "", bound = ""] = /^(>=|<=|>|<|=?)(\d+\.\d+\.\d+)$/.exec(part) ?? [];
      if (bound === "") throw new Error(`invalid range ${JSON.stringify(range)}; write for example >=2.1.0`);
      const order = compareVersions(version, bound);
      if (operator === ">=") return order >= 0;
      if (operator === "<=") return order <= 0;
      if (operator === ">") return order > 0;
      if (operator === "<") return order < 0;
      return order === 0;
    });
}
