// Which versions of the CLI a run looks at.

import { SIMULATED_VERSIONS } from "@unspool/simulator";

/** Newest first. The newest is pinned, so that a release overnight does not break a build. */
export const NEWEST: string = SIMULATED_VERSIONS[0];
export const CI_VERSIONS: readonly string[] = [NEWEST, "2.1.74", "1.0.128"];
/** Spread over the releases from the first that streams both ways to the newest. */
export const MATRIX_VERSIONS: readonly string[] = SIMULATED_VERSIONS;

/** One of each manner: what the tests of the protocol package read. */
export const RECORDED_VERSIONS: readonly string[] = [NEWEST, "2.1.200", "2.1.74", "2.0.76", "1.0.128", "1.0.60"];

export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(text);
}

/** Below 0 if `left` is older, above 0 if it is newer. */
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
      if (bound === "")
        throw new Error(`the range ${JSON.stringify(range)} is not understood; write for example >=2.1.0`);
      const order = compareVersions(version, bound);
      if (operator === ">=") return order >= 0;
      if (operator === "<=") return order <= 0;
      if (operator === ">") return order > 0;
      if (operator === "<") return order < 0;
      return order === 0;
    });
}
