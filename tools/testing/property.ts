// How many cases a property test runs, and with which seed (see "Environment variables" in CONTRIBUTING.md).
import * as fc from "fast-check";

/** The default seed is fixed, so a change fails only for what it changed. The nightly run looks for new cases. */
const DEFAULT_SEED = 1_636_233_486;

/** `UNSPOOL_RUNS` at which a property runs its usual number of cases. */
const USUAL_RUNS = 1000;

/** Highest `UNSPOOL_RUNS` for slow properties. CI sets 25,000 for the protocol, whose cases are about 100 times faster. */
const MAX_SLOW_RUNS = 2000;

/**
 * Checks a property and prints its number of cases and its seed, so that a failure in CI can be repeated anywhere.
 * Returns a promise if the property is asynchronous.
 */
export function checkProperty<Values extends unknown[]>(
  name: string,
  property: fc.IAsyncPropertyWithHooks<Values>,
  numRuns?: number,
): Promise<void>;
export function checkProperty<Values extends unknown[]>(
  name: string,
  property: fc.IPropertyWithHooks<Values>,
  numRuns?: number,
): void;
export function checkProperty<Values extends unknown[]>(
  name: string,
  property: fc.IAsyncPropertyWithHooks<Values> | fc.IPropertyWithHooks<Values>,
  numRuns: number = scaleRuns(),
): Promise<void> | void {
  const seed = getSeed();
  console.log(`${name}: ${numRuns} cases, seed ${seed}`);
  return fc.assert(property, { numRuns, seed, endOnFailure: false });
}

/** Returns the number of cases for a property that usually runs `usual`, in proportion to `UNSPOOL_RUNS`. */
export function scaleRuns(usual: number = USUAL_RUNS): number {
  return scale(usual, Infinity);
}

/** Like {@link scaleRuns}, but at most twice `usual`: for properties that draw screens or start processes. */
export function scaleSlowRuns(usual: number): number {
  return scale(usual, MAX_SLOW_RUNS);
}

function scale(usual: number, maxRuns: number): number {
  const runs = Number(process.env["UNSPOOL_RUNS"]);
  return Number.isInteger(runs) && runs > 0 ? Math.ceil((usual * Math.min(runs, maxRuns)) / USUAL_RUNS) : usual;
}

/** Returns the seed in `UNSPOOL_SEED`, a new one if that is `random`, or else the default seed. */
export function getSeed(): number {
  const text = process.env["UNSPOOL_SEED"];
  if (text === "random") return Date.now() & 0x7fffffff;
  const seed = Number(text);
  return Number.isInteger(seed) && seed !== 0 ? seed : DEFAULT_SEED;
}
