// Checks shared by many encoders. Each throws before anything is written.

import { EncodeError, type EncodeErrorCode } from "./encode-error.ts";

/** Other JSON readers stop at 128 (serde_json) to 1,000 levels (Python); real values have at most a few dozen. */
const maxDepth = 500;

/** Throws unless the condition holds. The complaint follows the path in the message and has no full stop. */
export function ensure(condition: boolean, code: EncodeErrorCode, path: string, complaint: string): asserts condition {
  if (!condition) throw new EncodeError(code, path, complaint);
}

/** Throws unless the value is a string of this form; by default, one that is not blank. */
export function requireText(
  value: unknown,
  code: EncodeErrorCode,
  path: string,
  complaint = "must be a string that is not blank",
  form: RegExp = /\S/,
): void {
  ensure(typeof value === "string" && form.test(value), code, path, complaint);
  requireJson(value, path);
}

/** Throws unless the value is a text that a person or a model can read. */
export function requireWords(value: unknown, path: string, wanted = "a text", advice = ""): void {
  ensure(typeof value === "string", "invalid-value", path, `must be ${wanted}, not ${describeValue(value)}${advice}`);
  requireText(value, "empty-message", path, "must not be empty or blank");
}

/** Throws unless the id is a text that is not blank. The CLI drops answers that it cannot match to a request by id. */
export function requireId(requestId: unknown, path = "requestId"): void {
  requireText(requestId, "empty-id", path);
}

/** Throws unless the value is a plain object, not a class instance. Returns it. */
export function requireObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  const isObject = isPlain(value) && !Array.isArray(value);
  ensure(isObject, "invalid-value", path, "must be a plain object");
  return value as Readonly<Record<string, unknown>>;
}

/**
 * Throws unless options are a plain object of JSON. Errors use the caller's names, because the wire has other names.
 * @param known the names of all options; without it, any name is accepted
 */
export function requireOptions<Options extends object>(options: Options, known?: string): Options {
  for (const [key, value] of Object.entries(requireObject(options, "options"))) {
    if (value === undefined) continue;
    requireJson(value, key);
    const isKnown = !known || known.split(" ").includes(key);
    ensure(isKnown, "invalid-value", key, `is ${describeValue(value)}: there is no such option`);
  }
  return options;
}

/**
 * Throws unless the value is plain JSON. An empty path means the whole message. @returns a copy, so that a getter or
 * proxy is read only once and cannot return something else when the line is written
 */
export function requireJson<T>(value: T, path = "", ancestors: readonly object[] = []): T {
  if (typeof value === "string") {
    ensure(!/\p{Surrogate}/u.test(value), "lone-surrogate", path, "contains half of a surrogate pair");
    return value;
  }
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return value;
  ensure(isPlain(value), "not-json", path, `is ${describeValue(value)}: JSON cannot represent it`);
  ensure(!ancestors.includes(value), "cyclic", path, "must not contain itself");
  ensure(ancestors.length < maxDepth, "too-deep", path, `is more than ${maxDepth} levels deep`);
  const isArray = Array.isArray(value);
  const lineage = [...ancestors, value];
  const copied: [string | number, unknown][] = [];
  // Arrays are read by index, so that holes are checked too.
  for (const [key, item] of isArray ? value.entries() : Object.entries(value)) {
    const place = isArray ? `${path}[${key}]` : `${path}.${key}`;
    requireJson(String(key), place);
    if (isArray || item !== undefined) copied.push([key, requireJson(item, place, lineage)]);
  }
  return (isArray ? copied.map(([, item]) => item) : Object.fromEntries(copied)) as T;
}

/** Whether a value is an array or a plain object. Objects of another realm or without a prototype are plain too. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if ("toJSON" in value && typeof value.toJSON === "function") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || !prototype || !Object.getPrototypeOf(prototype);
}

/** Returns a description of a value: `null`, `NaN`, `a number`, `a function`, `an object`, `a Date`. */
function describeValue(value: unknown): string {
  const isData: boolean = isPlain(value);
  if (typeof value === "object" && value) return isData ? "an object" : `a ${value.constructor?.name}`;
  return typeof value === "function" || Number.isFinite(value) ? `a ${typeof value}` : String(value).slice(0, 80);
}
