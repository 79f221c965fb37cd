// Finds the known name that a misspelt name probably meant, for "Did you mean …?".

/** Longer names are not compared: they are not misspellings, and the cost of a comparison is quadratic. */
const MAX_NAME_CHARACTERS = 40;

/**
 * Returns the known name with the fewest changes, ignoring case, `-` and `_`. One change is allowed in names of up to
 * four letters, two in longer ones, and one per four letters from twelve on. If no name is that close, returns the only
 * known name that begins with the given one (`descr` → `description`).
 */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_CHARACTERS) return undefined;
  const given = normalize(name);
  const maxChanges = Math.max(name.length < 5 ? 1 : 2, Math.floor(name.length / 4));
  let nearest: string | undefined;
  let fewest = maxChanges + 1;
  for (const candidate of known) {
    const changes = countChanges(given, normalize(candidate));
    if (changes >= fewest || changes >= candidate.length) continue;
    nearest = candidate;
    fewest = changes;
  }
  if (nearest !== undefined || name.length <= 2) return nearest;
  const [longer, ...others] = known.filter((candidate) => normalize(candidate).startsWith(given));
  return others.length === 0 ? longer : undefined;
}

function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/** Returns the edit distance: letters to add, remove, replace, or swap with their neighbour. */
function countChanges(from: string, to: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = at(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? at(before, j - 2) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, at(row, j) + 1, at(next, j - 1) + 1));
    }
    before = row;
    row = next;
  }
  return at(row, to.length);
}

function at(costs: readonly number[], index: number): number {
  return costs[index] ?? Infinity;
}
