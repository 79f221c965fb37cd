// Completion for bash, 3.2 and later, without further packages. What has no words of its own is a file.

import type { Flag } from "../cli/command.ts";
import type { Candidate } from "./candidates.ts";

export function bashCompletion(candidates: readonly Candidate[]): string {
  const names = candidates.map(({ name }) => name).join(" ");
  return `# bash completion for unspool. Use: source <(unspool completion bash)
_unspool() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" flags="" words="" values="" place
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$current"))
    return
  fi
  for ((place = 2; place < COMP_CWORD; place++)); do
    [ "\${COMP_WORDS[place]}" = "--" ] && return
  done
  case "\${COMP_WORDS[1]}" in
${candidates.map(caseOf).join("\n")}
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

function caseOf({ name, flags, words }: Candidate): string {
  const taking = flags.filter(({ value }) => value !== undefined);
  const values = taking.map(
    (flag) => `        ${spellings(flag).join(" | ")}) values="${flag.choices?.join(" ") ?? "?"}" ;;`,
  );
  return [
    `    ${name})`,
    `      flags="${flags.map((flag) => `--${flag.name}`).join(" ")}"`,
    ...(words.length === 0 ? [] : [`      words="${words.join(" ")}"`]),
    ...(values.length === 0 ? [] : [`      case "$before" in`, ...values, "      esac"]),
    "      ;;",
  ].join("\n");
}

function spellings({ name, short }: Flag): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}
