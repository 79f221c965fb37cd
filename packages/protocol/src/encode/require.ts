// The checks that many encoders share. Each throws before anything is written.

import { EncodeError, type EncodeErrorCode } from "./encode-error.ts";

/** Refuses unless the condition holds. */
export function ensure(condition: boolean, code: EncodeErrorCode, path: string, wanted: string): asserts condition {
  if (!condition) throw new EncodeError(code, path, wanted);
}

/** Refuses anything but a string of this form, by default one that is not blank. */
export function requireText(value: unknown, code: EncodeErrorCode, path: string, form: RegExp = /\S/): string {
  ensure(typeof value === "string" && form.test(value), code, path, `text matching ${form}`);
  return value;
}

/** Every request has an id, and every answer that of its request: the CLI drops what it cannot match. */
export function requireId(requestId: unknown, path = "requestId"): void {
  requireText(requestId, "empty-id", path);
}

/** Refuses anything but an object that is not an array. */
export function requireObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  ensure(typeof value === "object" && value !== null && !Array.isArray(value), "invalid-value", path, "an object");
  return value as Readonly<Record<string, unknown>>;
}
