// Completion for zsh.

import type { Flag } from "../cli/command.ts";
import type { Candidate } from "./candidates.ts";

export function zshCompletion(candidates: readonly Candidate[]): string {
  const names = candidates.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(":", "\\:")}`)}`);
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
${candidates.map(caseOf).join("\n")}
  esac
}
if [[ "\${funcstack[1]}" == "_unspool" ]]; then _unspool "$@"; else compdef _unspool unspool; fi
`;
}

function caseOf({ name, flags, words }: Candidate): string {
  const rest = words.length === 0 ? "*:file:_files" : `*:word:(${words.join(" ")})`;
  const specs = [...flags.flatMap(specsOf), rest].map((spec) => `      ${quoted(spec)}`);
  return [`    ${name})`, `    _arguments -s \\`, specs.join(" \\\n"), "    ;;"].join("\n");
}

function specsOf({ name, short, value, choices, help, isRepeatable }: Flag): readonly string[] {
  const text = `[${help.replaceAll(/[[\]\\:]/g, (sign) => `\\${sign}`)}]`;
  const action = choices === undefined ? "_files" : `(${choices.join(" ")})`;
  const argument = value === undefined ? "" : `:${value}:${action}`;
  const star = isRepeatable === true ? "*" : "";
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((flag) => `${star}${flag}${text}${argument}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
