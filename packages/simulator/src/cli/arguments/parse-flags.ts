// Parses arguments as the real CLI's parser (commander) does: `--flag value`, `--flag=value`, `-f value`, `-fvalue`, `-pc` for
// `-p -c`, lists up to the next flag, and `--` before operands.

import { FLAGS, type Flag } from "./flags.ts";

/** Flags given as data, by key. A list has one item per occurrence, and an object stands for its JSON text. */
export type PresetFlags = Readonly<Record<string, FlagValue | boolean | readonly string[] | undefined>>;

/** A value from the command line is text; a preset one may be a number or an object. */
export type FlagValue = string | number | object;

export interface ParsedFlags {
  has(key: string): boolean;
  /** The last value; undefined for a flag that is absent or stands without a value. */
  value(key: string): FlagValue | undefined;
  /** The last value as text. */
  text(key: string): string | undefined;
  /** The values of all its occurrences. */
  values(key: string): readonly FlagValue[];
  /** The values of all its occurrences as text. */
  list(key: string): readonly string[];
  /** Arguments that belong to no flag; the first is the prompt. */
  readonly operands: readonly string[];
  /** Flags that no measured CLI knows, as written. */
  readonly unknown: readonly string[];
  /** The first flag whose value is missing. */
  readonly incomplete: Flag | undefined;
}

/** @param preset flags that count as if they preceded `argv` */
export function parseFlags(argv: readonly string[], preset: PresetFlags = {}): ParsedFlags {
  const found = new Map<string, readonly FlagValue[]>();
  for (const [key, value] of Object.entries(preset)) {
    if (value === true) found.set(key, []);
    else if (Array.isArray(value)) found.set(key, value);
    else if (value !== undefined && value !== false) found.set(key, [value]);
  }
  const operands: string[] = [];
  const unknown: string[] = [];
  let incomplete: Flag | undefined;
  let openList: Flag | undefined;
  const rest = [...argv];

  const note = (flag: Flag, ...values: readonly string[]): void => {
    found.set(flag.key, [...(found.get(flag.key) ?? []), ...values]);
  };

  /** Takes the value that follows the flag's name. */
  const takeValue = (flag: Flag): void => {
    const next = rest[0];
    if (flag.arity === "none" || (flag.arity === "optional" && (next === undefined || looksLikeFlag(next)))) note(flag);
    else if (next === undefined) incomplete ??= flag;
    else {
      note(flag, rest.shift() as string);
      if (flag.arity === "list") openList = flag;
    }
  };

  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "--") {
      operands.push(...rest);
      break;
    }
    if (!looksLikeFlag(argument)) {
      if (openList === undefined) operands.push(argument);
      else note(openList, argument);
      continue;
    }
    openList = undefined;
    const flag = FLAGS.get(argument);
    if (flag !== undefined) {
      takeValue(flag);
      continue;
    }
    const joined = argument.startsWith("--") ? splitAtEquals(argument) : splitShort(argument, rest);
    if (joined === undefined) unknown.push(argument);
    else note(joined.flag, ...joined.values);
  }

  const values = (key: string): readonly FlagValue[] => found.get(key) ?? [];
  const list = (key: string): readonly string[] => values(key).map(String);
  return {
    has: (key) => found.has(key),
    value: (key) => values(key).at(-1),
    text: (key) => list(key).at(-1),
    values,
    list,
    operands,
    unknown,
    incomplete,
  };
}

/** A single dash is an operand. */
function looksLikeFlag(argument: string): boolean {
  return argument.length > 1 && argument.startsWith("-");
}

interface Joined {
  readonly flag: Flag;
  readonly values: readonly string[];
}

function splitAtEquals(argument: string): Joined | undefined {
  const at = argument.indexOf("=");
  const flag = at === -1 ? undefined : FLAGS.get(argument.slice(0, at));
  return flag === undefined || flag.arity === "none" ? undefined : { flag, values: [argument.slice(at + 1)] };
}

/** Splits `-rVALUE`, or `-pc`, whose rest goes back to the arguments. */
function splitShort(argument: string, rest: string[]): Joined | undefined {
  const flag = FLAGS.get(argument.slice(0, 2));
  if (flag === undefined) return undefined;
  if (flag.arity !== "none") return { flag, values: [argument.slice(2)] };
  rest.unshift(`-${argument.slice(2)}`);
  return { flag, values: [] };
}
