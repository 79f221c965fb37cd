// Memoised selectors: they return the same object while the parts of the state that they read are the same. Views
// compare with ===, and `useSyncExternalStore` of React renders endlessly if every call returns a new snapshot.

import type { SessionState } from "../state.ts";

/**
 * Returns a selector that remembers a value for each combination of parts while all of them are alive. One value per
 * first part would not be enough: states of several sessions share empty parts and would evict each other's values.
 * @param getParts the parts of the state that the value depends on
 */
export function memoise<Parts extends readonly [object, ...object[]], Value>(
  getParts: (state: SessionState) => Parts,
  select: (...parts: Parts) => Value,
): (state: SessionState) => Value {
  const root: Branch<Value> = { next: new WeakMap(), leaf: undefined };
  return (state) => {
    const parts = getParts(state);
    let branch = root;
    for (const part of parts) branch = getBranch(branch, part);
    branch.leaf ??= { value: select(...parts) };
    return branch.leaf.value;
  };
}

/** A node of the cache, reached by the parts so far. */
interface Branch<Value> {
  readonly next: WeakMap<object, Branch<Value>>;
  leaf: { readonly value: Value } | undefined;
}

function getBranch<Value>({ next }: Branch<Value>, part: object): Branch<Value> {
  const known = next.get(part);
  if (known !== undefined) return known;
  const made: Branch<Value> = { next: new WeakMap(), leaf: undefined };
  next.set(part, made);
  return made;
}
