// Writes the completion script for bash 3.2 and later. An argument without known values is completed as a file.

import type { Flag } from "../cli/command.ts";
import type { CompletionEntry } from "./completion-entries.ts";

export function formatBashCompletion(entries: readonly CompletionEntry[]): string {
  const names = entries.map(({ name }) => name).join(" ");
  return `# bash completion for unspool. Use: source <(unspool completion bash)
_unspool() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" flags="" words="" values="" index
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$current"))
    return
  fi
  for ((index = 2; index < COMP_CWORD; index++)); do
    [ "\${COMP_WORDS[index]}" = "--" ] && return
  done
  case "\${COMP_WORDS[1]}" in
${entries.map(formatCase).join("\n")}
  esac
  if [ -n "$values" ]; then
    [ "$values" != "?" ] && COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [ "\${current:0:1}" = "-" ]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _unspool unspool
`;
}

function formatCase({ name, flags, values: words }: CompletionEntry): string {
  const taking = flags.filter(({ value }) => value !== undefined);
  const values = taking.map(
    (flag) => `        ${spellFlag(flag).join(" | ")}) values="${flag.choices?.join(" ") ?? "?"}" ;;`,
  );
  return [
    `    ${name})`,
    `      flags="${flags.map((flag) => `--${flag.name}`).join(" ")}"`,
    ...(words.length === 0 ? [] : [`      words="${words.join(" ")}"`]),
    ...(values.length === 0 ? [] : [`      case "$before" in`, ...values, "      esac"]),
    "      ;;",
  ].join("\n");
}

function spellFlag({ name, short }: Flag): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}
