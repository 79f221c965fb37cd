// Compares the order in which readers of two queries saw messages and callbacks.

/** A message or a callback, as a reader saw it. */
export interface Seen {
  readonly isCallback: boolean;
  readonly name: string;
}

/** @returns a sentence for the first callback or message that has another position in `wanted` */
export function compareOrder(seen: readonly Seen[], wanted: readonly Seen[]): readonly string[] {
  const index = wanted.findIndex(({ name }, place) => seen[place]?.name !== name);
  if (index === -1 && seen.length === wanted.length) return [];
  const place = index === -1 ? wanted.length : index;
  const before = wanted[place - 1]?.name ?? "the start";
  return [`after ${before}: ${seen[place]?.name ?? "nothing"}, and not ${wanted[place]?.name ?? "nothing"}`];
}

/**
 * Checks that callbacks and messages are those of `wanted`, each kind in order, and that no callback comes later among the
 * messages: a reader may be behind, but callbacks do not wait for it.
 * @returns a sentence for each problem
 */
export function checkNotLate(seen: readonly Seen[], wanted: readonly Seen[]): readonly string[] {
  const of = (list: readonly Seen[], isCallback: boolean): string[] =>
    list.filter((one) => one.isCallback === isCallback).map(({ name }) => name);
  const problems = [false, true].flatMap((isCallback) => {
    const [ours, theirs] = [of(seen, isCallback), of(wanted, isCallback)];
    return ours.join() === theirs.join() ? [] : [`${ours.join()}, and not ${theirs.join()}`];
  });
  const [counts, wantedCounts] = [messagesBefore(seen), messagesBefore(wanted)];
  const late = counts.findIndex((count, index) => count > (wantedCounts[index] ?? 0));
  return late === -1 ? problems : [...problems, `${of(seen, true)[late] ?? ""} waited for messages that follow it`];
}

/** Returns the number of messages before each callback. */
function messagesBefore(list: readonly Seen[]): readonly number[] {
  return list.flatMap(({ isCallback }, index) =>
    isCallback ? [list.slice(0, index).filter((one) => !one.isCallback).length] : [],
  );
}
