// Writes one message as one line: JSON that parses back to the given value, then a single LF. Refuses everything that
// JSON.stringify would drop, change or fail on. `undefined` fields count as absent; symbol keys are ignored. `toJSON`
// is never called: the caller must convert other values to plain data.

import { requireJson } from "./require.ts";

/** T while it is being built: optional fields may be undefined and are then omitted from the line. */
export type Draft<T> = T extends unknown
  ? { readonly [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] }
  : never;

/** Returns the line with its LF, ready to be written. */
export function toLine(message: object): string {
  const plain = requireJson(message);
  // These three are legal in JSON, but readers such as Node's readline end a line at them. They occur only in strings.
  const json = JSON.stringify(plain)
    .replaceAll("\x85", "\\u0085")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  return `${json}\n`;
}
