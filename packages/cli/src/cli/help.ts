// Formats the help of unspool and of one command, as plain text. A terminal gets lines wrapped to its width, a pipe gets them
// as they are written.

import type { Command, CommandEntry, Flag } from "./command.ts";
import { fill, fillWords } from "./fill.ts";

/** The left column is at most this wide, so that the text beside it has room. */
const MAX_HEAD = 28;
/** With fewer columns beside it, the text goes below its head. */
const MIN_TEXT = 24;
const TRY: readonly (readonly [line: string, what: string])[] = [
  ["unspool demo", "a first look, free"],
  ['unspool run "Explain this folder"', "one turn with your own claude"],
  ["claude -p … --output-format stream-json --verbose | unspool view", ""],
];
const MORE =
  "unspool <command> --help shows flags and examples. Exit codes: 0 ok, 1 the turn failed, 2 wrong use, 3 budget,\n" +
  "4 no claude, 130 interrupted.";

/** @param columns width of the terminal; without it lines are not wrapped */
export function formatOverview(
  commands: readonly CommandEntry[],
  version: string,
  columns: number = Number.POSITIVE_INFINITY,
): string {
  const names = commands.map(({ name, parameters }) => [name, parameters].filter(Boolean).join(" "));
  return [
    ...fill(`unspool ${version}: read, drive, watch and test Claude Code's stream.`, columns),
    "",
    "Usage: unspool <command> [options]",
    "",
    ...formatList(
      commands.map(({ summary }, index) => [names[index] ?? "", summary]),
      Math.max(...names.map((name) => name.length)),
      columns,
    ),
    "",
    "Try:",
    ...TRY.flatMap(([line, what]) => formatTry(line, what, columns)),
    "",
    ...wrapParagraphs(MORE, columns),
    "",
  ].join("\n");
}

export function formatHelp(command: Command, columns: number = Number.POSITIVE_INFINITY): string {
  const { name, parameters, summary, details, flags, examples } = command;
  const heads = flags.map(formatFlag);
  const usage = [name, flags.length > 0 ? "[options]" : undefined, parameters].filter(Boolean).join(" ");
  return [
    ...fill(`unspool ${name}: ${summary}`, columns, "", "  "),
    "",
    ...fill(`Usage: unspool ${usage}`, columns, "", "  "),
    ...(details === undefined ? [] : ["", ...wrapParagraphs(details, columns)]),
    ...(flags.length === 0 ? [] : ["", "Options:"]),
    ...formatList(
      flags.map(({ help, choices }, index) => [
        heads[index] ?? "",
        choices === undefined ? help : `${help} (${choices.join(", ")})`,
      ]),
      Math.min(MAX_HEAD, Math.max(0, ...heads.map((head) => head.length))),
      columns,
    ),
    "",
    "Examples:",
    ...examples.flatMap(([line, what]) => [...wrapCommandLine(line, columns), ...fill(what, columns, "      ")]),
    "",
  ].join("\n");
}

function formatFlag({ name, short, value }: Flag): string {
  const long = value === undefined ? `--${name}` : `--${name} <${value}>`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** Formats names and texts in two columns, or one below the other if the terminal is narrow. */
function formatList(
  rows: readonly (readonly [head: string, text: string])[],
  width: number,
  columns: number,
): readonly string[] {
  const hasRoom = columns - width - 4 >= MIN_TEXT;
  const margin = " ".repeat(hasRoom ? width + 4 : 6);
  return rows.flatMap(([head, text]) =>
    hasRoom && head.length <= width
      ? fill(text, columns, `  ${head.padEnd(width)}  `, margin)
      : [...fill(head, columns, "  ", "    "), ...fill(text, columns, margin)],
  );
}

function formatTry(line: string, what: string, columns: number): readonly string[] {
  if (what === "") return wrapCommandLine(line, columns);
  const both = `  ${line.padEnd(40)}  ${what}`;
  return both.length <= columns ? [both] : [...wrapCommandLine(line, columns), ...fill(what, columns, "      ")];
}

/** Wraps with backslashes, so that the line can be pasted into a shell. */
function wrapCommandLine(line: string, columns: number): readonly string[] {
  if (line.length + 2 <= columns) return [`  ${line}`];
  return fillWords(line.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? [], columns, "  ", "    ", " \\");
}

/** Joins lines into paragraphs and wraps them. An indented line stays a line of its own. */
function wrapParagraphs(text: string, columns: number): readonly string[] {
  const lines = text.split("\n");
  if (lines.every((line) => line.length <= columns)) return lines;
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const isContinuation = before !== undefined && !line.startsWith(" ") && !before.startsWith(" ") && line !== "";
    if (isContinuation && before !== "") joined[joined.length - 1] = `${before} ${line}`;
    else joined.push(line);
  }
  return joined.flatMap((line) =>
    fill(line, columns, line.startsWith(" ") ? "  " : "", line.startsWith(" ") ? "      " : ""),
  );
}
