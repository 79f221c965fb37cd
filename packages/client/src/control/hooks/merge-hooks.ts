// Merges registrations of hooks: each event gets the matchers of all.

import type { HookEventName, HookMatcher, InitializeFields } from "@unspool/protocol/wire";

type Registered = NonNullable<InitializeFields["hooks"]>;

/** Returns `undefined` if there are no hooks. */
export function mergeHooks(all: readonly (Registered | undefined)[]): Registered | undefined {
  const merged: Partial<Record<HookEventName, readonly HookMatcher[]>> = {};
  for (const hooks of all) {
    for (const [event, matchers] of Object.entries(hooks ?? {}) as [HookEventName, readonly HookMatcher[]][]) {
      merged[event] = [...(merged[event] ?? []), ...matchers];
    }
  }
  return Object.keys(merged).length === 0 ? undefined : merged;
}
