// The help of the whole, and of one command. Plain text; colours are for what a person reads while something runs.

import type { Command, Flag } from "./command.ts";
import { COMMANDS } from "./commands.ts";

export function overview(version: string): string {
  const names = COMMANDS.map(({ name, takes }) => [name, takes].filter(Boolean).join(" "));
  const width = Math.max(...names.map((name) => name.length));
  return [
    `unspool ${version}: read, drive, watch and test Claude Code's stream.`,
    "",
    "Usage: unspool <command> [options]",
    "",
    ...COMMANDS.map(({ summary }, place) => `  ${(names[place] ?? "").padEnd(width)}  ${summary}`),
    "",
    "Try:",
    "  unspool demo                              a first look, free",
    '  unspool run "Explain this folder"         one turn with your own claude',
    "  claude -p … --output-format stream-json --verbose | unspool view",
    "",
    "unspool <command> --help tells more, with examples. Exit codes: 0 ok, 1 the turn failed, 2 wrong use, 3 budget,",
    "4 no claude, 130 interrupted.",
    "",
  ].join("\n");
}

export function helpOf({ name, takes, summary, details, flags, examples }: Command): string {
  const heads = flags.map(headOf);
  const width = Math.min(28, Math.max(0, ...heads.map((head) => head.length)));
  return [
    `unspool ${name}: ${summary}`,
    "",
    `Usage: unspool ${[name, flags.length > 0 ? "[options]" : undefined, takes].filter(Boolean).join(" ")}`,
    ...(details === undefined ? [] : ["", details]),
    ...(flags.length === 0 ? [] : ["", "Options:"]),
    ...flags.map(({ help, choices }, place) => {
      const head = heads[place] ?? "";
      const text = choices === undefined ? help : `${help} (${choices.join(", ")})`;
      return head.length > width ? `  ${head}\n  ${" ".repeat(width)}  ${text}` : `  ${head.padEnd(width)}  ${text}`;
    }),
    "",
    "Examples:",
    ...examples.flatMap(([line, what]) => [`  ${line}`, `      ${what}`]),
    "",
  ].join("\n");
}

function headOf({ name, short, value }: Flag): string {
  const long = value === undefined ? `--${name}` : `--${name} <${value}>`;
  return short === undefined ? long : `-${short}, ${long}`;
}
