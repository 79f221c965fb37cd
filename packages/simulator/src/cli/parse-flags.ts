// Words to flags, as the real CLI's parser (commander) does it: `--flag value`, `--flag=value`, `-f value`, `-fvalue`,
// `-pc` for `-p -c`, lists up to the next flag, and `--` before words that are no flags.

import { FLAGS, type Flag } from "./flags.ts";

export interface ParsedFlags {
  has(key: string): boolean;
  /** The last value; undefined for a flag that is absent or stands without a value. */
  text(key: string): string | undefined;
  /** The values of all its occurrences. */
  list(key: string): readonly string[];
  /** Words that belong to no flag; the first is the prompt. */
  readonly operands: readonly string[];
  /** Flags that no measured CLI knows, as they were written. */
  readonly unknown: readonly string[];
  /** The first flag that lacks its value. */
  readonly incomplete: Flag | undefined;
}

export function parseFlags(words: readonly string[]): ParsedFlags {
  const found = new Map<string, string[]>();
  const operands: string[] = [];
  const unknown: string[] = [];
  let incomplete: Flag | undefined;
  let openList: Flag | undefined;
  const rest = [...words];

  const note = (flag: Flag, ...values: readonly string[]): void => {
    found.set(flag.key, [...(found.get(flag.key) ?? []), ...values]);
  };

  /** What follows the flag's name in the words. */
  const takeValue = (flag: Flag): void => {
    const next = rest[0];
    if (flag.value === "none" || (flag.value === "optional" && (next === undefined || looksLikeFlag(next)))) note(flag);
    else if (next === undefined) incomplete ??= flag;
    else {
      note(flag, rest.shift() as string);
      if (flag.value === "list") openList = flag;
    }
  };

  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") {
      operands.push(...rest);
      break;
    }
    if (!looksLikeFlag(word)) {
      if (openList === undefined) operands.push(word);
      else note(openList, word);
      continue;
    }
    openList = undefined;
    const flag = FLAGS.get(word);
    if (flag !== undefined) {
      takeValue(flag);
      continue;
    }
    const joined = word.startsWith("--") ? splitAtEquals(word) : splitShort(word, rest);
    if (joined === undefined) unknown.push(word);
    else note(joined.flag, ...joined.values);
  }

  return {
    has: (key) => found.has(key),
    text: (key) => found.get(key)?.at(-1),
    list: (key) => found.get(key) ?? [],
    operands,
    unknown,
    incomplete,
  };
}

/** A single dash is a word like any other. */
function looksLikeFlag(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

interface Joined {
  readonly flag: Flag;
  readonly values: readonly string[];
}

function splitAtEquals(word: string): Joined | undefined {
  const at = word.indexOf("=");
  const flag = at === -1 ? undefined : FLAGS.get(word.slice(0, at));
  return flag === undefined || flag.value === "none" ? undefined : { flag, values: [word.slice(at + 1)] };
}

/** `-rVALUE`, or `-pc`, whose rest goes back to the words. */
function splitShort(word: string, rest: string[]): Joined | undefined {
  const flag = FLAGS.get(word.slice(0, 2));
  if (flag === undefined) return undefined;
  if (flag.value !== "none") return { flag, values: [word.slice(2)] };
  rest.unshift(`-${word.slice(2)}`);
  return { flag, values: [] };
}
