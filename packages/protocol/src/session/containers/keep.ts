// Copy-on-write helpers: they return the original if nothing changes.

/** Returns the wanted items; the same array if all are wanted. */
export function keep<T>(items: readonly T[], isWanted: (item: T) => boolean): readonly T[] {
  const kept = items.filter(isWanted);
  return kept.length === items.length ? items : kept;
}

/** Returns a copy with some fields changed; the same object if they are already equal. */
export function change<T extends object>(object: T, fields: Partial<T>): T {
  for (const key in fields) {
    if (object[key] !== fields[key]) return { ...object, ...fields };
  }
  return object;
}
