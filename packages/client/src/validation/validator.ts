// Validators for option values, and combinators that build larger validators from smaller ones.

import { isRecord } from "@unspool/protocol/kit";

/** Returns the first problem of a value, or `undefined` if the value is valid. */
export type Validator = (value: unknown) => Issue | undefined;

export type Validators = Readonly<Record<string, Validator>>;

/** A problem of the value itself, or of a part of it. */
export type Issue = TypeIssue | UnknownNameIssue;

/** The value is not what is expected. */
export interface TypeIssue {
  readonly type: "type";
  readonly path: Path;
  readonly value: unknown;
  readonly expected: string;
}

/** A field has an unknown name, which is most likely misspelled. */
export interface UnknownNameIssue {
  readonly type: "unknown-name";
  /** The last key is the unknown name. */
  readonly path: Path;
  readonly value: unknown;
  readonly known: readonly string[];
  /** What to do instead. Without advice, the message lists the known names. */
  readonly advice?: string | undefined;
}

/** The keys from the option down to the part; empty for the option itself. */
export type Path = readonly (string | number)[];

export const matches =
  (expected: string, isValid: (value: unknown) => boolean): Validator =>
  (value) =>
    isValid(value) ? undefined : { type: "type", path: [], value, expected };

/** Whether a value can be an argument of the command line. Node refuses to start a program with a NUL in one. */
export const isTextWithoutNul = (value: unknown): boolean => typeof value === "string" && !value.includes("\0");

export const anything: Validator = () => undefined;
export const text: Validator = matches("a string without NUL", isTextWithoutNul);
export const nonEmptyText: Validator = matches(
  "a non-empty string",
  (value) => isTextWithoutNul(value) && value !== "",
);
export const boolean: Validator = matches("true or false", (value) => typeof value === "boolean");
export const callback: Validator = matches("a function", (value) => typeof value === "function");
export const positiveInteger: Validator = matches(
  "a whole number of at least 1",
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
);
export const nonNegativeInteger: Validator = matches(
  "a whole number of at least 0",
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);
export const positiveNumber: Validator = matches(
  "a number above 0",
  (value) => Number.isFinite(value) && Number(value) > 0,
);
/** Infinity is valid and means "never". */
export const duration: Validator = matches(
  "milliseconds, at least 0",
  (value) => typeof value === "number" && value >= 0,
);
export const textList: Validator = matches(
  "a list of strings",
  (value) => Array.isArray(value) && value.every((item) => isTextWithoutNul(item) && item !== ""),
);
export const record: Validator = matches("an object", isRecord);
export const promptValidator: Validator = matches(
  "a string, or blocks",
  (value) => typeof value === "string" || Array.isArray(value),
);

export const oneOf = (...choices: readonly string[]): Validator =>
  matches(`one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`, (value) =>
    choices.includes(value as string),
  );

/** Accepts what one of the validators accepts. An issue inside of the value is reported rather than the alternatives. */
export const either =
  (expected: string, ...validators: readonly Validator[]): Validator =>
  (value) => {
    const issues: Issue[] = [];
    for (const validate of validators) {
      const issue = validate(value);
      if (issue === undefined) return undefined;
      issues.push(issue);
    }
    return issues.find(({ path }) => path.length > 0) ?? { type: "type", path: [], value, expected };
  };

export const listOf =
  (validate: Validator): Validator =>
  (value) =>
    Array.isArray(value)
      ? findIssue(value.map((item, index) => prefixPath(index, validate(item))))
      : { type: "type", path: [], value, expected: "a list" };

/** Accepts an object with any keys. */
export const recordOf =
  (validate: Validator): Validator =>
  (value) =>
    isRecord(value)
      ? findIssue(Object.entries(value).map(([key, item]) => prefixPath(key, validate(item))))
      : record(value);

export interface FieldOptions {
  readonly required?: readonly string[];
  readonly advice?: string;
}

/** Accepts an object with these fields and no others. */
export const fields =
  (validators: Validators, { required = [], advice }: FieldOptions = {}): Validator =>
  (value) => {
    if (!isRecord(value)) return record(value);
    const issues = Object.entries(value).map(([key, item]): Issue | undefined => {
      const validate = Object.hasOwn(validators, key) ? validators[key] : undefined;
      if (validate !== undefined) return item === undefined ? undefined : prefixPath(key, validate(item));
      return isPlainObject(value)
        ? { type: "unknown-name", path: [key], value: item, known: Object.keys(validators), advice }
        : undefined;
    });
    // An unknown name is reported first, because it explains a missing field.
    const missing = required.map((key) =>
      value[key] === undefined ? prefixPath(key, validators[key]?.(undefined)) : undefined,
    );
    return findIssue([...issues, ...missing]);
  };

/** Instances of a class have members of their own, which are not misspelled fields. */
function isPlainObject(value: object): boolean {
  return [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
}

function findIssue(issues: readonly (Issue | undefined)[]): Issue | undefined {
  return issues.find((issue) => issue !== undefined);
}

function prefixPath(key: string | number, issue: Issue | undefined): Issue | undefined {
  return issue === undefined ? undefined : { ...issue, path: [key, ...issue.path] };
}
