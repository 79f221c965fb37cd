// Checks a value with a validator, and turns the issue into an error message: the path, what is expected, the value.

import { ClaudeError } from "../errors.ts";
import { echo } from "./echo.ts";
import { findNearName } from "./near-name.ts";
import type { Issue, Path, Validator } from "./validator.ts";

/**
 * Checks one value with its validator.
 * @param name the name to report: an option, or the parameter of a method
 * @throws {ClaudeError} `invalid-option`, with the value and what is expected instead
 */
export function checkOption(name: string, value: unknown, validator: Validator): void {
  const issue = validator(value);
  if (issue !== undefined) throw invalidOption(name, issue.value, formatIssue(name, issue));
}

function formatIssue(option: string, issue: Issue): string {
  const { path, value } = issue;
  if (issue.type === "type") {
    const given = value === undefined ? "it is missing" : `it is ${echo(value)}`;
    return `The option \`${formatPath(option, path)}\` must be ${issue.expected}; ${given}.`;
  }
  const name = String(path.at(-1));
  const near = findNearName(name, issue.known);
  const advice = [
    ...(near === undefined ? [] : [`Did you mean \`${near}\`?`]),
    ...(near === undefined && issue.advice === undefined ? [`It has ${issue.known.join(", ")}.`] : []),
    ...(issue.advice === undefined ? [] : [issue.advice]),
  ];
  const where = formatPath(option, path.slice(0, -1));
  return `There is no \`${name}\` in the option \`${where}\` (its value is ${echo(value)}). ${advice.join(" ")}`;
}

/** Formats a path as code: `hooks.PreToolUse[0].run`. */
function formatPath(option: string, path: Path): string {
  const keys = path.map((key) => {
    if (typeof key === "number") return `[${key}]`;
    return /^[\w$]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  });
  return [option, ...keys].join("");
}

/** Creates the error for an option that cannot be used. The value is shortened, and secrets in it are redacted. */
export function invalidOption(option: string | undefined, value: unknown, message: string): ClaudeError {
  return new ClaudeError("invalid-option", message, { option, value: echo(value) });
}
