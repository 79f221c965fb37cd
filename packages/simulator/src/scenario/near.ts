// The word that was probably meant.

/** The nearest of the words that is not further than two changes, or a third of the word's length. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  // Longer keys are no misspelling of ours, and the comparison costs length times length.
  if (word.length > 40) return undefined;
  const ranked = words
    .map((candidate) => ({ candidate, distance: distanceOf(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, candidate.length / 3) && distance < candidate.length)
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
