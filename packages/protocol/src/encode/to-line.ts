// One message as one line: JSON that parses back to what was passed, then a single LF.
// Refuses whatever JSON.stringify would drop, change or choke on. `undefined` fields count as absent; symbol keys are ignored.
// No `toJSON` is ever called: what is not plain data must be made plain by the caller, who knows what it means.

import { ensure } from "./require.ts";

/** T while it is being put together: optional fields may be undefined, and are then left out of the line. */
export type Draft<T> = T extends unknown
  ? { readonly [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] }
  : never;

/** Readers elsewhere stop at 128 (serde_json) to 1,000 (Python); nothing a person means goes past a few dozen. */
const maxDepth = 500;

/** @returns the line with its LF, ready to be written as it is. */
export function toLine(message: object): string {
  requireJson(message);
  // Legal in JSON, but readers such as Node's readline end a line at these three. They occur in strings only.
  const json = JSON.stringify(message)
    .replaceAll("\x85", "\\u0085")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  return `${json}\n`;
}

/** Refuses anything but plain JSON. A path without a name at its beginning is that of a whole message. */
export function requireJson(value: unknown, path = "", ancestors: readonly object[] = []): void {
  if (typeof value === "string") return ensure(!/\p{Surrogate}/u.test(value), "lone-surrogate", path, "well formed");
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return;
  ensure(isPlain(value), "not-json", path, "plain JSON");
  ensure(!ancestors.includes(value), "cyclic", path, "free of cycles");
  ensure(ancestors.length < maxDepth, "too-deep", path, "less deep");
  const isArray = Array.isArray(value);
  const lineage = [...ancestors, value];
  // An array by index, because holes must be seen too.
  for (const [key, item] of isArray ? value.entries() : Object.entries(value)) {
    const place = isArray ? `${path}[${key}]` : `${path}.${key}`;
    requireJson(String(key), place);
    if (isArray || item !== undefined) requireJson(item, place, lineage);
  }
}

/** Arrays, and objects without a class. Those of another realm, and those without a prototype, are plain too. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if ("toJSON" in value && typeof value.toJSON === "function") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || !prototype || !Object.getPrototypeOf(prototype);
}
