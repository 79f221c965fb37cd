// Words of the command line → what was given. Node's own parser does the work; what it refuses is told in one sentence.

import { parseArgs } from "node:util";
import type { Command, Given, NumberRange } from "./command.ts";
import { UsageError } from "./io.ts";
import { nearest } from "./nearest.ts";

/** @throws {UsageError} */
export function parse(command: Command, words: readonly string[]): Given {
  const [own, rest] = split(command, words);
  checkNames(command, own);
  const { values, positionals } = parseWords(command, own);
  const [stray] = command.takes === undefined ? positionals : [];
  if (stray !== undefined) {
    throw new UsageError(`"unspool ${command.name}" takes nothing but flags, and "${stray}" is none.`);
  }
  for (const { name, choices } of command.flags) {
    for (const given of listOf(values[name])) {
      if (choices !== undefined && !choices.includes(given)) {
        throw new UsageError(`--${name} takes ${choices.join(", ")}, and not "${given}".`);
      }
    }
  }
  return {
    words: [...positionals, ...rest],
    has: (flag) => values[flag] === true,
    text: (flag) => listOf(values[flag]).at(-1),
    texts: (flag) => listOf(values[flag]),
    number(flag, range = {}) {
      const given = listOf(values[flag]).at(-1);
      return given === undefined ? undefined : readNumber(flag, given, range);
    },
  };
}

function readNumber(flag: string, given: string, range: NumberRange): number {
  const { min = 0, max = Number.POSITIVE_INFINITY, isWhole = false, isAboveMin = false } = range;
  const value = given.trim() === "" ? Number.NaN : Number(given);
  const isWithin = value <= max && (isAboveMin ? value > min : value >= min);
  if (isWithin && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? "a whole number" : "a number";
  const upTo = Number.isFinite(max) ? ` up to ${max}` : "";
  throw new UsageError(`--${flag} takes ${kind} ${isAboveMin ? "above" : "from"} ${min}${upTo}, and not "${given}".`);
}

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

function parseWords(command: Command, words: readonly string[]): { values: Values; positionals: readonly string[] } {
  const options = Object.fromEntries(
    command.flags.map(({ name, short, value }) => [
      name,
      value === undefined
        ? { type: "boolean" as const, ...(short === undefined ? {} : { short }) }
        : { type: "string" as const, multiple: true, ...(short === undefined ? {} : { short }) },
    ]),
  );
  try {
    return parseArgs({ args: joinNegatives(command, words), options, allowPositionals: true, strict: true });
  } catch (error) {
    // Its further sentences and lines are advice for those who wrote the program.
    const message = error instanceof Error ? (error.message.split(/\.\s/)[0] ?? error.message) : String(error);
    throw new UsageError(`${message}. Try: unspool ${command.name} --help`, undefined, { cause: error });
  }
}

/** `--budget -1` is a value that is refused, and no flag `-1`. */
function joinNegatives(command: Command, words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1) ?? "";
    const flag = command.flags.find(({ name, short }) => before === `--${name}` || before === `-${short}`);
    const isValue = flag?.value !== undefined && /^-[\d.]/.test(word) && !joined.includes("--");
    if (isValue) joined[joined.length - 1] = before.startsWith("--") ? `${before}=${word}` : `${before}${word}`;
    else joined.push(word);
  }
  return joined;
}

function checkNames(command: Command, words: readonly string[]): void {
  for (const word of words) {
    if (word === "--") return;
    const name = /^--([^=]+)/.exec(word)?.[1];
    if (name === undefined || command.flags.some((flag) => flag.name === name)) continue;
    const near = nearest(
      name,
      command.flags.map((flag) => flag.name),
    );
    const advice = near === undefined ? `See: unspool ${command.name} --help` : `Did you mean --${near}?`;
    throw new UsageError(`There is no flag --${name} for "unspool ${command.name}". ${advice}`);
  }
}

/** Words of ours, and words that are passed on. */
function split(command: Command, words: readonly string[]): readonly [readonly string[], readonly string[]] {
  if (command.passesAll === true) return [[], words];
  return command.passesRest === true ? splitRest(command, words) : [words, []];
}

/** Our flags come before the first word that is none; `--` ends them too. */
function splitRest(command: Command, words: readonly string[]): readonly [readonly string[], readonly string[]] {
  let place = 0;
  while (place < words.length) {
    const word = words[place] ?? "";
    if (word === "--") return [words.slice(0, place), words.slice(place + 1)];
    if (!word.startsWith("-")) break;
    const name = word.replace(/^--?/, "");
    const flag = command.flags.find((known) => known.name === name || known.short === name);
    place += flag?.value === undefined ? 1 : 2;
  }
  return [words.slice(0, place), words.slice(place)];
}

function listOf(value: Values[string]): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
