// Timing in turns on a shared machine: A, B, A, B …, and the best round of each. A disturbance can only add time, so the
// minimum is the least disturbed result, and turns spread disturbances over all contestants.

/**
 * Returns the best time of each contestant in milliseconds, in order.
 * @param {number} rounds
 * @param {readonly (() => unknown)[]} contestants
 */
export async function race(rounds, ...contestants) {
  const best = contestants.map(() => Infinity);
  // Two more rounds than are counted: they compile the code and size the heap.
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, run] of contestants.entries()) {
      // So that no contestant pays for the garbage of the one before. Minor only: a full collection would also drop the
      // maps of objects that are dead between rounds, and with them the compiled code.
      globalThis.gc({ type: "minor" });
      const started = performance.now();
      await run();
      const elapsed = performance.now() - started;
      if (round >= 0) best[index] = Math.min(best[index], elapsed);
    }
  }
  return best;
}
