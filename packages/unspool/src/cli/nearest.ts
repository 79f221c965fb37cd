// The name that was probably meant.

/** @returns the known name within two changes, if there is one */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, distance: distanceOf(given, name) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.min(2, Math.floor(best.name.length / 2)) ? best.name : undefined;
}

/** Letters to add, remove, change or swap. */
function distanceOf(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let line = 1; line <= left.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[line - 1] === right[column - 1];
      const isSwap = left[line - 1] === right[column - 2] && left[line - 2] === right[column - 1];
      const cost = Math.min(at(next, column - 1) + 1, at(row, column) + 1, at(row, column - 1) + (isSame ? 0 : 1));
      next.push(isSwap ? Math.min(cost, at(before, column - 2) + 1) : cost);
    }
    before = row;
    row = next;
  }
  return at(row, right.length);
}

function at(costs: readonly number[], place: number): number {
  return costs[place] ?? Number.POSITIVE_INFINITY;
}
