// Small changes that leave the original alone, and give it back if there is nothing to change.

/** The items that are wanted; the same array if all are. */
export function keep<T>(items: readonly T[], isWanted: (item: T) => boolean): readonly T[] {
  const kept = items.filter(isWanted);
  return kept.length === items.length ? items : kept;
}

/** The object with some fields changed; the same one if they were so already. */
export function change<T extends object>(object: T, fields: Partial<T>): T {
  for (const key in fields) {
    if (object[key] !== fields[key]) return { ...object, ...fields };
  }
  return object;
}
