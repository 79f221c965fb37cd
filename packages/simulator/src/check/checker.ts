// Building blocks of checks. A check reports problems and never throws.

import { findNearest } from "@unspool/protocol/kit";
import { isRecord } from "../json.ts";
import type { Path } from "./scenario-error.ts";

/** @param at whether the problem is the key or the value, for its position in the text */
export type Report = (path: Path, message: string, at?: "key" | "value") => void;
export type Check = (value: unknown, path: Path, report: Report) => void;

/** More than any scenario needs, and few enough for the functions that walk a scenario recursively. */
const maxDepth = 200;

export const text: Check = (value, path, report) => {
  if (typeof value !== "string") report(path, `expected a string, got ${echo(value)}`);
};

export const flag: Check = (value, path, report) => {
  if (typeof value !== "boolean") report(path, `expected true or false, got ${echo(value)}`);
};

export function number(least: number, most: number = Number.POSITIVE_INFINITY, kind: "whole" | "any" = "whole"): Check {
  const range = most === Number.POSITIVE_INFINITY ? `of at least ${least}` : `from ${least} to ${most}`;
  return (value, path, report) => {
    const isNumber = typeof value === "number" && Number.isFinite(value) && value >= least && value <= most;
    if (isNumber && (kind === "any" || Number.isSafeInteger(value))) return;
    report(path, `expected a ${kind === "whole" ? "whole number" : "number"} ${range}, got ${echo(value)}`);
  };
}

export function oneOf(...words: readonly string[]): Check {
  return (value, path, report) => {
    if (typeof value === "string" && words.includes(value)) return;
    const near = typeof value === "string" ? findNearest(value, words) : undefined;
    report(path, `expected ${formatChoices(words)}, got ${echo(value)}${formatHint(near)}`);
  };
}

export function listOf(item: Check, expected: string, least: number = 0): Check {
  return (value, path, report) => {
    if (!Array.isArray(value) || value.length < least) return report(path, `expected ${expected}, got ${echo(value)}`);
    if (isTooDeep(path, report)) return;
    value.forEach((element: unknown, index) => item(element, [...path, index], report));
  };
}

/** Checks an object with exactly these keys. They are the keys of `T`, so the compiler notices a missing one. */
export function record<T extends object>(
  expected: string,
  keys: { readonly [K in keyof Required<T>]: Check },
  required: readonly (keyof T & string)[] = [],
): Check {
  const known = new Map<string, Check>(Object.entries<Check>(keys));
  return (value, path, report) => {
    if (!isRecord(value)) return report(path, `expected ${expected}, got ${echo(value)}`);
    if (isTooDeep(path, report)) return;
    for (const key of required) {
      if (value[key] === undefined) report(path, `expected "${key}" in ${expected}, got ${echo(value)}`);
    }
    for (const [key, item] of Object.entries(value)) {
      const check = known.get(key);
      if (check === undefined) report([...path, key], formatUnknownKey(key, [...known.keys()]), "key");
      else if (item !== undefined) check(item, [...path, key], report);
    }
  };
}

/** Checks an object with any keys. */
export function mapOf(item: Check, expected: string): Check {
  return (value, path, report) => {
    if (!isRecord(value)) return report(path, `expected ${expected}, got ${echo(value)}`);
    if (isTooDeep(path, report)) return;
    for (const [key, element] of Object.entries(value)) {
      if (element !== undefined) item(element, [...path, key], report);
    }
  };
}

/** Chooses the check by the key that identifies the kind of object. */
export function byKey(expected: string, checks: Readonly<Record<string, Check>>): Check {
  const words = Object.keys(checks);
  return (value, path, report) => {
    if (!isRecord(value)) return report(path, `expected ${expected}, got ${echo(value)}`);
    const found = words.filter((word) => value[word] !== undefined);
    const [word] = found;
    if (word === undefined) {
      const near = Object.keys(value).map((key) => findNearest(key, words));
      return report(
        path,
        `expected ${expected} with ${formatChoices(words)}, got ${echo(value)}${formatHint(near.find(Boolean))}`,
      );
    }
    if (found.length > 1) return report(path, `expected only one of ${formatList(found)}`);
    checks[word]?.(value, path, report);
  };
}

export const json: Check = (value, path, report) => {
  if (isTooDeep(path, report)) return;
  if (Array.isArray(value)) value.forEach((item: unknown, index) => json(item, [...path, index], report));
  else if (isRecord(value)) jsonObject(value, path, report);
  else if (!isScalar(value)) report(path, `expected a value that JSON can hold, got ${echo(value)}`);
};

export const jsonObject: Check = mapOf((value, path, report) => json(value, path, report), "an object");

/** Formats a value for a message. */
export function echo(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (value === undefined || value === null) return value === null ? "null" : "nothing";
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (!isRecord(value)) return `a ${typeof value}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return "an empty object";
  return `an object with ${keys.slice(0, 4).map(echo).join(", ")}${keys.length > 4 ? " …" : ""}`;
}

function formatUnknownKey(key: string, known: readonly string[]): string {
  const near = findNearest(key, known);
  return `unknown key ${echo(key)}${near === undefined ? `; expected ${formatChoices(known)}` : formatHint(near)}`;
}

function formatHint(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean "${near}"?`;
}

function formatChoices(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`;
}

function formatList(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(" and ");
}

function isScalar(value: unknown): boolean {
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

function isTooDeep(path: Path, report: Report): boolean {
  if (path.length < maxDepth) return false;
  if (path.length === maxDepth) report(path, `expected at most ${maxDepth} levels`);
  return true;
}
