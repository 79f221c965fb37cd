// Completion for fish.

import type { Flag } from "../cli/command.ts";
import type { Candidate } from "./candidates.ts";

export function fishCompletion(candidates: readonly Candidate[]): string {
  const lines = candidates.flatMap(({ name, summary, flags, words }) => {
    const condition = `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c unspool -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...(words.length === 0 ? [] : [`complete -c unspool -f ${condition} -a ${quoted(words.join(" "))}`]),
      ...flags.map((flag) => `complete -c unspool ${condition} ${flagOf(flag)}`),
    ];
  });
  return `# fish completion for unspool. Use: unspool completion fish > ~/.config/fish/completions/unspool.fish
${lines.join("\n")}
`;
}

function flagOf({ name, short, value, choices, help }: Flag): string {
  return [
    `-l ${name}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    ...(value === undefined ? [] : [choices === undefined ? "-r" : `-x -a ${quoted(choices.join(" "))}`]),
    `-d ${quoted(help)}`,
  ].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (sign) => `\\${sign}`)}'`;
}
