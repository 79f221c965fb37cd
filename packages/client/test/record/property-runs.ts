// How many cases a property gets, and which: the usual seed, so that a change does not fail for a case that nobody changed,
// or `UNSPOOL_SEED`, a number or `random`.

const USUAL_SEED = 1_636_233_486;

export function propertyRuns(usual: number): { readonly numRuns: number; readonly seed: number } {
  const asked = Number(process.env["UNSPOOL_RUNS"]);
  const wanted = process.env["UNSPOOL_SEED"];
  const seed = wanted === "random" ? Date.now() & 0x7fffffff : Number(wanted ?? USUAL_SEED);
  const numRuns = Number.isInteger(asked) && asked > 0 ? Math.ceil((usual * Math.min(asked, 2000)) / 1000) : usual;
  return { numRuns, seed: Number.isInteger(seed) ? seed : USUAL_SEED };
}
