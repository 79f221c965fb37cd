// The checks that many encoders share. Each throws before anything is written.

import { EncodeError, type EncodeErrorCode } from "./encode-error.ts";

/** Readers elsewhere stop at 128 (serde_json) to 1,000 (Python); nothing a person means goes past a few dozen. */
const maxDepth = 500;

/** Refuses unless the condition holds. The complaint goes on from the path, and ends without a full stop. */
export function ensure(condition: boolean, code: EncodeErrorCode, path: string, complaint: string): asserts condition {
  if (!condition) throw new EncodeError(code, path, complaint);
}

/** Refuses anything but a string of this form, by default one that is not blank. */
export function requireText(
  value: unknown,
  code: EncodeErrorCode,
  path: string,
  complaint = "must be a string with something in it",
  form: RegExp = /\S/,
): void {
  ensure(typeof value === "string" && form.test(value), code, path, complaint);
  requireJson(value, path);
}

/** Refuses what a person or a model is to read and cannot. */
export function requireWords(value: unknown, path: string, wanted = "a text", advice = ""): void {
  ensure(typeof value === "string", "invalid-value", path, `must be ${wanted}, not ${nameOf(value)}${advice}`);
  requireText(value, "empty-message", path, "must say something: it is empty or blank");
}

/** Every request has an id, and every answer that of its request: the CLI drops what it cannot match. */
export function requireId(requestId: unknown, path = "requestId"): void {
  requireText(requestId, "empty-id", path);
}

/** Refuses anything but an object without a class. */
export function requireObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  const isObject = isPlain(value) && !Array.isArray(value);
  ensure(isObject, "invalid-value", path, "must be a plain object");
  return value as Readonly<Record<string, unknown>>;
}

/**
 * Refuses options that are no plain object of JSON, and names them as the caller does: on the wire they are called otherwise.
 * @param known the names of all options there are; without it, any may be there
 */
export function requireOptions<Options extends object>(options: Options, known?: string): Options {
  for (const [key, value] of Object.entries(requireObject(options, "options"))) {
    if (value === undefined) continue;
    requireJson(value, key);
    const isKnown = !known || known.split(" ").includes(key);
    ensure(isKnown, "invalid-value", key, `is ${nameOf(value)}: there is no such option`);
  }
  return options;
}

/**
 * Refuses anything but plain JSON. A path without a name at its beginning is that of a whole message.
 * @returns a copy: a getter or a proxy, read once, cannot say something else when the line is written
 */
export function requireJson<T>(value: T, path = "", ancestors: readonly object[] = []): T {
  if (typeof value === "string") {
    ensure(!/\p{Surrogate}/u.test(value), "lone-surrogate", path, "holds half of a surrogate pair");
    return value;
  }
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return value;
  ensure(isPlain(value), "not-json", path, `is ${nameOf(value)}: JSON has no form for it`);
  ensure(!ancestors.includes(value), "cyclic", path, "must not contain itself");
  ensure(ancestors.length < maxDepth, "too-deep", path, `is more than ${maxDepth} levels deep`);
  const isArray = Array.isArray(value);
  const lineage = [...ancestors, value];
  const copied: [string | number, unknown][] = [];
  // An array by index, because holes must be seen too.
  for (const [key, item] of isArray ? value.entries() : Object.entries(value)) {
    const place = isArray ? `${path}[${key}]` : `${path}.${key}`;
    requireJson(String(key), place);
    if (isArray || item !== undefined) copied.push([key, requireJson(item, place, lineage)]);
  }
  return (isArray ? copied.map(([, item]) => item) : Object.fromEntries(copied)) as T;
}

/** Arrays, and objects without a class. Those of another realm, and those without a prototype, are plain too. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if ("toJSON" in value && typeof value.toJSON === "function") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || !prototype || !Object.getPrototypeOf(prototype);
}

/** What a value is, in words: `null`, `NaN`, `a number`, `a function`, `an object`, `a Date`. */
function nameOf(value: unknown): string {
  const isData: boolean = isPlain(value);
  if (typeof value === "object" && value) return isData ? "an object" : `a ${value.constructor?.name}`;
  return typeof value === "function" || Number.isFinite(value) ? `a ${typeof value}` : String(value).slice(0, 80);
}
