// Deep equality of JSON values; the order of keys does not count.

import type { Json, JsonArray } from "./json.ts";
import { isObject } from "./read.ts";

export function isEqualJson(left: Json | undefined, right: Json | undefined): boolean {
  // An explicit stack, because nesting on the wire may be deeper than the call stack.
  const pending: [Json | undefined, Json | undefined][] = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      const others: JsonArray = b;
      for (const [place, item] of (a as JsonArray).entries()) pending.push([item, others[place]]);
    } else if (isObject(a) && isObject(b)) {
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        pending.push([a[key], b[key]]);
      }
    } else {
      return false;
    }
  }
  return true;
}
