// The checks that many encoders share. Each throws before anything is written.

import { ensure, type EncodeErrorCode } from "./encode-error.ts";

/** Refuses anything but a string with something other than white space in it. */
export function requireText(value: unknown, code: EncodeErrorCode, path: string): void {
  ensure(matches(value, /\S/), code, path);
}

/** Every request has an id, and every answer that of its request: the CLI drops what it cannot match. */
export function requireId(requestId: unknown, path = "requestId"): void {
  requireText(requestId, "empty-id", path);
}

/** Refuses anything but an object that is not an array. */
export function requireObject(value: unknown, path: string): asserts value is Readonly<Record<string, unknown>> {
  ensure(typeof value === "object" && value !== null && !Array.isArray(value), "invalid-value", path);
}

/** True for a string of this form, and for nothing that would only turn into one. */
export function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}
