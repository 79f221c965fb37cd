// Writes the completion script for zsh.

import type { Flag } from "../cli/command.ts";
import type { CompletionEntry } from "./completion-entries.ts";

export function formatZshCompletion(entries: readonly CompletionEntry[]): string {
  const names = entries.map(({ name, summary }) => `    ${quote(`${name}:${summary.replaceAll(":", "\\:")}`)}`);
  return `#compdef unspool
# zsh completion for unspool. Use: unspool completion zsh > "\${fpath[1]}/_unspool"
_unspool() {
  local -a commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${entries.map(formatCase).join("\n")}
  esac
}
if [[ "\${funcstack[1]}" == "_unspool" ]]; then _unspool "$@"; else compdef _unspool unspool; fi
`;
}

function formatCase({ name, flags, values }: CompletionEntry): string {
  const rest = values.length === 0 ? "*:file:_files" : `*:word:(${values.join(" ")})`;
  const specs = [...flags.flatMap(formatFlag), rest].map((spec) => `      ${quote(spec)}`);
  return [`    ${name})`, `    _arguments -s \\`, specs.join(" \\\n"), "    ;;"].join("\n");
}

function formatFlag({ name, short, value, choices, help, isRepeatable }: Flag): readonly string[] {
  const text = `[${help.replaceAll(/[[\]\\:]/g, (sign) => `\\${sign}`)}]`;
  const action = choices === undefined ? "_files" : `(${choices.join(" ")})`;
  const argument = value === undefined ? "" : `:${value}:${action}`;
  const star = isRepeatable === true ? "*" : "";
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((flag) => `${star}${flag}${text}${argument}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
