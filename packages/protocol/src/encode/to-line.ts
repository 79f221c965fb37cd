// One message as one line: JSON that parses back to what was passed, then a single LF.
// Refuses whatever JSON.stringify would drop, change or choke on. `undefined` fields count as absent; symbol keys are ignored.
// No `toJSON` is ever called: what is not plain data must be made plain by the caller, who knows what it means.

import { EncodeError, ensure } from "./encode-error.ts";

/** T while it is being put together: optional fields may be undefined, and are then left out of the line. */
export type Draft<T> = T extends unknown
  ? { readonly [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] }
  : never;

/** Readers elsewhere stop at 128 (serde_json) to 1,000 (Python); nothing a person means goes past a few dozen. */
const maxDepth = 500;

/** The parts of a message that no caller passed; the paths of errors are counted from inside them. */
const envelopes = /^\.((request|message|response(\.response)?)\.)?/;

/**
 * @param arrange the last word on a message already known to be plain JSON: checks its meaning, returns what to write.
 * @returns the line with its LF, ready to be written as it is.
 */
export function toLine<Message extends object>(message: Message, arrange?: (message: Message) => object): string {
  check(message, "", []);
  // Legal in JSON, but readers such as Node's readline end a line at these three. They occur in strings only.
  return `${JSON.stringify(arrange?.(message) ?? message).replace(/[\x85\u2028\u2029]/g, escape)}\n`;
}

function check(value: unknown, trail: string, ancestors: readonly object[]): void {
  const path = () => trail.replace(envelopes, "");
  ...
}
