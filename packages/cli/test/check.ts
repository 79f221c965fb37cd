// How many cases a property gets, and which: by the same variables as in packages/protocol/test/laws. Both are printed, so
// that a failure in CI can be repeated anywhere.
import * as fc from "fast-check";

/** The seed when none is asked for: a change must not fail for a case that nobody changed. New ones are sought by night. */
const USUAL_SEED = 1_636_233_486;

/** CI asks for 25,000 to hold the laws of the protocol; a screen is drawn 100 times slower than a line is read. */
const MOST_RUNS = 2000;

/** Checks a property with `usual` cases, in proportion to `UNSPOOL_RUNS` (1000 unless set), and with `UNSPOOL_SEED`. */
export async function check<Values extends unknown[]>(
  name: string,
  property: fc.IAsyncPropertyWithHooks<Values> | fc.IPropertyWithHooks<Values>,
  usual = 100,
): Promise<void> {
  const asked = Number(process.env["UNSPOOL_RUNS"]);
  const numRuns = Number.isInteger(asked) && asked > 0 ? Math.ceil((usual * Math.min(asked, MOST_RUNS)) / 1000) : usual;
  const seed = seedOf(process.env["UNSPOOL_SEED"]);
  console.log(`${name}: ${numRuns} cases, seed ${seed}`);
  await fc.assert(property as fc.IAsyncPropertyWithHooks<Values>, { numRuns, seed, endOnFailure: false });
}

function seedOf(asked: string | undefined): number {
  if (asked === "random") return Date.now() & 0x7fffffff;
  const seed = Number(asked);
  return Number.isInteger(seed) && seed !== 0 ? seed : USUAL_SEED;
}
