// One message as one line: JSON that parses back to what was passed, then a single LF.
// Refuses whatever JSON.stringify would drop, change or choke on. `undefined` fields count as absent; symbol keys are ignored.
// No `toJSON` is ever called: what is not plain data must be made plain by the caller, who knows what it means.

import { requireJson } from "./require.ts";

/** T while it is being put together: optional fields may be undefined, and are then left out of the line. */
export type Draft<T> = T extends unknown
  ? { readonly [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] }
  : never;

/** @returns the line with its LF, ready to be written as it is. */
export function toLine(message: object): string {
  const plain = requireJson(message);
  // Legal in JSON, but readers such as Node's readline end a line at these three. They occur in strings only.
  const json = JSON.stringify(plain)
    .replaceAll("\x85", "\\u0085")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  return `${json}\n`;
}
