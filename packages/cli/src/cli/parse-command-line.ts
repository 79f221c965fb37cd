// Parses the arguments of a command with `parseArgs` of Node, and reports a mistake in one sentence.

import { parseArgs } from "node:util";
import { findNearest } from "@unspool/protocol/kit";
import type { Command, NumberRange, ParsedArgs } from "./command.ts";
import { UsageError } from "./io.ts";

type CommandSyntax = Omit<Command, "summary">;

/** @throws {UsageError} */
export function parseCommandLine(command: CommandSyntax, argv: readonly string[]): ParsedArgs {
  const [own, rest] = split(command, argv);
  checkNames(command, own);
  const { values, positionals } = parseOwn(command, own);
  const [stray] = command.parameters === undefined ? positionals : [];
  if (stray !== undefined) {
    throw new UsageError(`"unspool ${command.name}" takes no arguments, only flags, but got "${stray}".`);
  }
  for (const { name, choices } of command.flags) {
    for (const given of toList(values[name])) {
      if (choices !== undefined && !choices.includes(given)) {
        throw new UsageError(`--${name} takes one of ${choices.join(", ")}, not "${given}".`);
      }
    }
  }
  return {
    positionals: [...positionals, ...rest],
    has: (flag) => values[flag] === true,
    text: (flag) => toList(values[flag]).at(-1),
    texts: (flag) => toList(values[flag]),
    number(flag, range = {}) {
      const given = toList(values[flag]).at(-1);
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
  throw new UsageError(`--${flag} takes ${kind} ${isAboveMin ? "above" : "from"} ${min}${upTo}, not "${given}".`);
}

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

function parseOwn(command: CommandSyntax, argv: readonly string[]): { values: Values; positionals: readonly string[] } {
  const options = Object.fromEntries(
    command.flags.map(({ name, short, value }) => [
      name,
      value === undefined
        ? { type: "boolean" as const, ...(short === undefined ? {} : { short }) }
        : { type: "string" as const, multiple: true, ...(short === undefined ? {} : { short }) },
    ]),
  );
  try {
    return parseArgs({ args: joinNegatives(command, argv), options, allowPositionals: true, strict: true });
  } catch (error) {
    // The further sentences of its message are advice for the author of the program.
    const message = error instanceof Error ? (error.message.split(/\.\s/)[0] ?? error.message) : String(error);
    throw new UsageError(`${message}. Try: unspool ${command.name} --help`, undefined, { cause: error });
  }
}

/** Joins `--budget -1`, so that -1 is an invalid value and not an unknown flag. */
function joinNegatives(command: CommandSyntax, argv: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of argv) {
    const before = joined.at(-1) ?? "";
    const flag = command.flags.find(({ name, short }) => before === `--${name}` || before === `-${short}`);
    const isValue = flag?.value !== undefined && /^-[\d.]/.test(arg) && !joined.includes("--");
    if (isValue) joined[joined.length - 1] = before.startsWith("--") ? `${before}=${arg}` : `${before}${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function checkNames(command: CommandSyntax, argv: readonly string[]): void {
  for (const arg of argv) {
    if (arg === "--") return;
    const name = /^--([^=]+)/.exec(arg)?.[1];
    if (name === undefined || command.flags.some((flag) => flag.name === name)) continue;
    const near = findNearest(
      name,
      command.flags.map((flag) => flag.name),
    );
    const advice = near === undefined ? `See: unspool ${command.name} --help` : `Did you mean --${near}?`;
    throw new UsageError(`There is no flag --${name} for "unspool ${command.name}". ${advice}`);
  }
}

/** Splits the arguments into those of unspool and those that are passed on. */
function split(command: CommandSyntax, argv: readonly string[]): readonly [readonly string[], readonly string[]] {
  if (command.passesAll === true) return [[], argv];
  return command.passesRest === true ? splitRest(command, argv) : [argv, []];
}

/** The flags of unspool end before the first argument that is not a flag, or at `--`. */
function splitRest(command: CommandSyntax, argv: readonly string[]): readonly [readonly string[], readonly string[]] {
  let index = 0;
  while (index < argv.length) {
    const arg = argv[index] ?? "";
    if (arg === "--") return [argv.slice(0, index), argv.slice(index + 1)];
    if (!arg.startsWith("-")) break;
    const name = arg.replace(/^--?/, "");
    const flag = command.flags.find((known) => known.name === name || known.short === name);
    index += flag?.value === undefined ? 1 : 2;
  }
  return [argv.slice(0, index), argv.slice(index)];
}

function toList(value: Values[string]): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
