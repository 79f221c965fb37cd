// Maps that forget: what is older than the last few thousand entries is of no use, and memory must not grow.

const MAX_ENTRIES = 4096;

/** Sets an entry as the newest; drops the oldest when there are too many. */
export function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_ENTRIES) map.delete(map.keys().next().value as string);
}
