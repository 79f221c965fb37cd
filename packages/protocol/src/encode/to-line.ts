// One message as one line: JSON that parses back to what was passed, then a single LF.
// Refuses whatever JSON.stringify would drop, change or choke on. `undefined` fields count as absent; symbol keys are ignored.
// No `toJSON` is ever called: what is not plain data must be made plain by the caller, who knows what it means.

import { EncodeError, type EncodeErrorCode } from "./encode-error.ts";

/** T while it is being put together: optional fields may be undefined, and are then left out of the line. */
export type Draft<T> = T extends unknown
  ? { readonly [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] }
  : never;

/** Readers elsewhere stop at 128 (serde_json) to 1,000 (Python); nothing a person means goes past a few dozen. */
const maxDepth = 500;

/**
 * @param envelope where in the message the caller's own value sits, as `.request`; error paths are counted from there.
 * @returns the line with its LF, ready to be written as it is.
 */
export function toLine(message: object, envelope = ""): string {
  const trail: (string | number)[] = [];
  const ancestors: object[] = [];
  check(message);
  // Legal in JSON, but readers such as Node's readline end a line at these three. They occur in strings only.
  return `${JSON.stringify(message).replace(/[\x85\u2028\u2029]/g, escape)}\n`;

  function check(value: unknown): void {
    if (typeof value === "string") return checkText(value);
    if (value === null || typeof value === "boolean" || Number.isFinite(value)) return;
    if (!isPlain(value)) {
      const kind = Object.prototype.toString.call(value).slice(8, -1);
      return refuse("not-json", `has no JSON form (${kind}); pass finite numbers, strings, arrays, plain objects.`);
    }
    if (ancestors.includes(value)) refuse("cyclic", "contains itself; pass a value without cycles.");
    if (ancestors.length === maxDepth) refuse("too-deep", `is nested over ${maxDepth} levels deep; flatten it.`);
    ancestors.push(value);
    if (Array.isArray(value)) checkItems(value);
    else checkFields(value);
    ancestors.pop();
  }

  /** By index, because holes must be seen too. */
  function checkItems(items: readonly unknown[]): void {
    for (let index = 0; index < items.length; index++) {
      trail.push(index);
      check(items[index]);
      trail.pop();
    }
  }

  function checkFields(fields: object): void {
    for (const [key, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      trail.push(key);
      checkText(key);
      check(value);
      trail.pop();
    }
  }

  function checkText(text: string): void {
    if (/\p{Surrogate}/u.test(text)) {
      refuse("lone-surrogate", "holds half of a surrogate pair; repair it, for example with toWellFormed().");
    }
  }

  function refuse(code: EncodeErrorCode, problem: string): never {
    const path = trail.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
    throw new EncodeError(code, path.slice(path.startsWith(`${envelope}.`) ? envelope.length + 1 : 1), problem);
  }
}

/** Arrays, and objects without a class. Those of another realm, and those without a prototype, are plain too. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if ("toJSON" in value && typeof value.toJSON === "function") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
