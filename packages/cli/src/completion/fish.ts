// Writes the completion script for fish.

import type { Flag } from "../cli/command.ts";
import type { CompletionEntry } from "./completion-entries.ts";

export function formatFishCompletion(entries: readonly CompletionEntry[]): string {
  const lines = entries.flatMap(({ name, summary, flags, values }) => {
    const condition = `-n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c unspool -f -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
      ...(values.length === 0 ? [] : [`complete -c unspool -f ${condition} -a ${quote(values.join(" "))}`]),
      ...flags.map((flag) => `complete -c unspool ${condition} ${formatFlag(flag)}`),
    ];
  });
  return `# fish completion for unspool. Use: unspool completion fish > ~/.config/fish/completions/unspool.fish
${lines.join("\n")}
`;
}

function formatFlag({ name, short, value, choices, help }: Flag): string {
  return [
    `-l ${name}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    ...(value === undefined ? [] : [choices === undefined ? "-r" : `-x -a ${quote(choices.join(" "))}`]),
    `-d ${quote(help)}`,
  ].join(" ");
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (sign) => `\\${sign}`)}'`;
}
