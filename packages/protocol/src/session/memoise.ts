// Selectors that give the same object again as long as the parts of the state that they read are the same: views compare
// with ===, and `useSyncExternalStore` of React renders for ever if a snapshot is new at each call.

import type { SessionState } from "./state.ts";

/**
 * A selector that remembers its last value for each first part it read.
 * @param partsOf the parts of the state that the value depends on; the first one is an object
 */
export function memoise<Parts extends readonly [object, ...unknown[]], Value>(
  partsOf: (state: SessionState) => Parts,
  select: (...parts: Parts) => Value,
): (state: SessionState) => Value {
  const cache = new WeakMap<object, { readonly parts: Parts; readonly value: Value }>();
  return (state) => {
    const parts = partsOf(state);
    const [key] = parts;
    const known = cache.get(key);
    if (known !== undefined && parts.every((part, index) => part === known.parts[index])) return known.value;
    const value = select(...parts);
    cache.set(key, { parts, value });
    return value;
  };
}
