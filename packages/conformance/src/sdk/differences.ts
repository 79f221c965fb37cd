// Where two runs of one check differ, message by message.

/** At most a few: the first one tells most. */
const MOST = 3;
/** Letters shown, and how many of them before the first that differs. */
const [SHOWN, BEFORE] = [160, 60];

export function differencesOf(theirs: readonly string[], ours: readonly string[]): readonly string[] {
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
