// How many cases a property gets, and which. Both are printed, so that a failure in CI can be repeated anywhere.
import * as fc from "fast-check";

/** Cases of a property that has `usual` ones: in proportion to `UNSPOOL_RUNS`, which is 1000 unless set. */
export function runs(usual: number = 1000): number {
  const asked = Number(process.env["UNSPOOL_RUNS"]);
  return Number.isInteger(asked) && asked > 0 ? Math.ceil((usual * asked) / 1000) : usual;
}

/** Checks a property with a seed of its own (or `UNSPOOL_SEED`) and says so. */
export function check<Values extends unknown[]>(
  name: string,
  property: fc.IPropertyWithHooks<Values>,
  numRuns: number = runs(),
): void {
  const asked = Number(process.env["UNSPOOL_SEED"]);
  const seed = Number.isInteger(asked) && asked !== 0 ? asked : Date.now() & 0x7fffffff;
  console.log(`${name}: ${numRuns} cases, seed ${seed}`);
  fc.assert(property, { numRuns, seed, endOnFailure: false });
}
