// The help of the whole, and of one command. Plain text; colours are for what a person reads while something runs. In a
// terminal lines are broken between words at its width; a pipe gets them as they are written here.

import type { Command, Flag } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { fill, fillWords } from "./fill.ts";

/** Broken and begun anew there, words are hard to follow further to the right. */
const MAX_HEAD = 28;
/** With less room beside it, a text stands below its head. */
const LEAST_TEXT = 24;
const TRY: readonly (readonly [line: string, what: string])[] = [
  ["unspool demo", "a first look, free"],
  ['unspool run "Explain this folder"', "one turn with your own claude"],
  ["claude -p … --output-format stream-json --verbose | unspool view", ""],
];
const MORE =
  "unspool <command> --help tells more, with examples. Exit codes: 0 ok, 1 the turn failed, 2 wrong use, 3 budget,\n" +
  "4 no claude, 130 interrupted.";

/** @param columns of the terminal; without one nothing is broken */
export function overview(version: string, columns: number = Number.POSITIVE_INFINITY): string {
  const names = COMMANDS.map(({ name, takes }) => [name, takes].filter(Boolean).join(" "));
  return [
    ...fill(`unspool ${version}: read, drive, watch and test Claude Code's stream.`, columns),
    "",
    "Usage: unspool <command> [options]",
    "",
    ...listed(
      COMMANDS.map(({ summary }, place) => [names[place] ?? "", summary]),
      Math.max(...names.map((name) => name.length)),
      columns,
    ),
    "",
    "Try:",
    ...TRY.flatMap(([line, what]) => tried(line, what, columns)),
    "",
    ...paragraphs(MORE, columns),
    "",
  ].join("\n");
}

/** @param columns as above */
export function helpOf(command: Command, columns: number = Number.POSITIVE_INFINITY): string {
  const { name, takes, summary, details, flags, examples } = command;
  const heads = flags.map(headOf);
  const usage = [name, flags.length > 0 ? "[options]" : undefined, takes].filter(Boolean).join(" ");
  return [
    ...fill(`unspool ${name}: ${summary}`, columns, "", "  "),
    "",
    ...fill(`Usage: unspool ${usage}`, columns, "", "  "),
    ...(details === undefined ? [] : ["", ...paragraphs(details, columns)]),
    ...(flags.length === 0 ? [] : ["", "Options:"]),
    ...listed(
      flags.map(({ help, choices }, place) => [
        heads[place] ?? "",
        choices === undefined ? help : `${help} (${choices.join(", ")})`,
      ]),
      Math.min(MAX_HEAD, Math.max(0, ...heads.map((head) => head.length))),
      columns,
    ),
    "",
    "Examples:",
    ...examples.flatMap(([line, what]) => [...commandLine(line, columns), ...fill(what, columns, "      ")]),
    "",
  ].join("\n");
}

function headOf({ name, short, value }: Flag): string {
  const long = value === undefined ? `--${name}` : `--${name} <${value}>`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** Names and what they are, in two columns; below each other where there is no room. */
function listed(
  rows: readonly (readonly [head: string, text: string])[],
  width: number,
  columns: number,
): readonly string[] {
  const hasRoom = columns - width - 4 >= LEAST_TEXT;
  const margin = " ".repeat(hasRoom ? width + 4 : 6);
  return rows.flatMap(([head, text]) =>
    hasRoom && head.length <= width
      ? fill(text, columns, `  ${head.padEnd(width)}  `, margin)
      : [...fill(head, columns, "  ", "    "), ...fill(text, columns, margin)],
  );
}

function tried(line: string, what: string, columns: number): readonly string[] {
  if (what === "") return commandLine(line, columns);
  const both = `  ${line.padEnd(40)}  ${what}`;
  return both.length <= columns ? [both] : [...commandLine(line, columns), ...fill(what, columns, "      ")];
}

/** Broken as a shell takes it, so that it can be copied. */
function commandLine(line: string, columns: number): readonly string[] {
  if (line.length + 2 <= columns) return [`  ${line}`];
  return fillWords(line.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? [], columns, "  ", "    ", " \\");
}

/** Lines that follow each other are one paragraph, which is broken anew; one that is indented stays by itself. */
function paragraphs(text: string, columns: number): readonly string[] {
  const lines = text.split("\n");
  if (lines.every((line) => line.length <= columns)) return lines;
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const goesOn = before !== undefined && !line.startsWith(" ") && !before.startsWith(" ") && line !== "";
    if (goesOn && before !== "") joined[joined.length - 1] = `${before} ${line}`;
    else joined.push(line);
  }
  return joined.flatMap((line) =>
    fill(line, columns, line.startsWith(" ") ? "  " : "", line.startsWith(" ") ? "      " : ""),
  );
}
