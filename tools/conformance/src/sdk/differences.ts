// Compares the messages of two runs of a check.

/** Only the first few differences are listed. */
const MOST = 3;
/** Number of characters shown, and how many of them before the first difference. */
const [SHOWN, BEFORE] = [160, 60];

export function findDifferences(theirs: readonly string[], ours: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let place = 0; place < Math.max(theirs.length, ours.length); place += 1) {
    const [left, right] = [theirs[place] ?? "nothing", ours[place] ?? "nothing"];
    if (left === right) continue;
    const from = Math.max(0, firstDifference(left, right) - BEFORE);
    found.push(
      `message ${place + 1}: …${right.slice(from, from + SHOWN)}… came, and …${left.slice(from, from + SHOWN)}… from the official SDK`,
    );
    if (found.length === MOST) break;
  }
  return found;
}

function firstDifference(left: string, right: string): number {
  let place = 0;
  while (place < left.length && left[place] === right[place]) place += 1;
  return place;
}
