// Bounded maps: only the last few thousand entries are useful, and memory must not grow.

const MAX_ENTRIES = 4096;

/** Sets an entry as the newest. If there are too many, removes the oldest and returns it. */
export function remember<Value>(
  map: Map<string, Value>,
  key: string,
  value: Value,
): readonly [string, Value] | undefined {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MAX_ENTRIES) return undefined;
  const oldest = map.entries().next().value as [string, Value];
  map.delete(oldest[0]);
  return oldest;
}
