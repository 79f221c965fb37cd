// Selectors that give the same object again as long as the parts of the state that they read are the same: views compare
// with ===, and `useSyncExternalStore` of React renders for ever if a snapshot is new at each call.

import type { SessionState } from "../state.ts";

/**
 * Returns a selector that remembers a value for each combination of parts, for as long as all of them live. One value per
 * first part would not do: states of several sessions share parts that are empty, and would take each other's place.
 * @param partsOf the parts of the state that the value depends on
 */
export function memoise<Parts extends readonly [object, ...object[]], Value>(
  partsOf: (state: SessionState) => Parts,
  select: (...parts: Parts) => Value,
): (state: SessionState) => Value {
  const root: Branch<Value> = { next: new WeakMap(), leaf: undefined };
  return (state) => {
    const parts = partsOf(state);
    let branch = root;
    for (const part of parts) branch = branchOf(branch, part);
    branch.leaf ??= { value: select(...parts) };
    return branch.leaf.value;
  };
}

/** The parts so far are the way to it. */
interface Branch<Value> {
  readonly next: WeakMap<object, Branch<Value>>;
  leaf: { readonly value: Value } | undefined;
}

function branchOf<Value>({ next }: Branch<Value>, part: object): Branch<Value> {
  const known = next.get(part);
  if (known !== undefined) return known;
  const made: Branch<Value> = { next: new WeakMap(), leaf: undefined };
  next.set(part, made);
  return made;
}
