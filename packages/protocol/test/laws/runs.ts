// How many cases a property gets, and which. Both are printed, so that a failure in CI can be repeated anywhere.
import * as fc from "fast-check";

/** Cases of a property that has `usual` ones: in proportion to `UNSPOOL_RUNS`, which is 1000 unless set. */
export function runs(usual: number = 1000): number {
  const asked = Number(process.env["UNSPOOL_RUNS"]);
  return Number.isInteger(asked) && asked > 0 ? Math.ceil((usual * asked) / 1000) : usual;
}

/** The seed when none is asked for: a change must not fail for a case that nobody changed. New ones are sought by night. */
const USUAL_SEED = 1_636_233_486;

/** Checks a property with the usual seed, or with `UNSPOOL_SEED`: a number, or `random`. */
export function check<Values extends unknown[]>(
  name: string,
  property: fc.IPropertyWithHooks<Values>,
  numRuns: number = runs(),
): void {
  const seed = seedOf(process.env["UNSPOOL_SEED"]);
  console.log(`${name}: ${numRuns} cases, seed ${seed}`);
  fc.assert(property, { numRuns, seed, endOnFailure: false });
}

function seedOf(asked: string | undefined): number {
  if (asked === "random") return Date.now() & 0x7fffffff;
  const seed = Number(asked);
  return Number.isInteger(seed) && seed !== 0 ? seed : USUAL_SEED;
}
