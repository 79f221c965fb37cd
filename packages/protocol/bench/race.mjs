// Timing by turns on a shared machine: A, B, A, B …, and the best round of each. A disturbance can only add time, so the
// minimum is the figure least disturbed, and turns give both the same weather.

/**
 * The best time of each contestant in milliseconds, in their order.
 * @param {number} rounds
 * @param {readonly (() => unknown)[]} contestants
 */
export async function race(rounds, ...contestants) {
  const best = contestants.map(() => Infinity);
  // Two rounds more than counted: the first compile and size the heap.
  for (let round = -2; round < rounds; round += 1) {
    for (const [place, run] of contestants.entries()) {
      // Nobody pays for the garbage of the one before. Minor only: a full collection would also drop the maps of
      // objects that are dead between rounds, and with them the compiled code.
      globalThis.gc({ type: "minor" });
      const started = performance.now();
      await run();
      const elapsed = performance.now() - started;
      if (round >= 0) best[place] = Math.min(best[place], elapsed);
    }
  }
  return best;
}
