// Finds every command that a PowerShell command may run, for rules that deny or ask. PowerShell ignores case in names, and a
// backtick before a letter. A part that is only known at run time is a problem.

import type { CommandsRun } from "./commands-run.ts";

const BEGINNINGS = /[;&|(){}=\n\r"']/;
/** Each word after these may begin a command. */
const WRAPPER =
  /^(?:powershell|pwsh|cmd|start-process|saps|start|start-job|invoke-command|icm|wsl|bash|sudo|runas|[.!]|if|else|do|while|foreach-object|%)$/i;
const UNCLEAR: readonly RegExp[] = [
  // `& $x`, `. $x`, `& ('a' + 'b')`
  /(?:^|[;|({}=\n\r]|&&)\s*[&.]\s*[$([]/,
  /(?<![\w-])(?:iex|invoke-expression|set-alias|new-alias|sal|nal|add-type)(?![\w-])/i,
  /(?<![\w-])(?:powershell|pwsh)(?:\.exe)?["']?\s(?:.*\s)?[-/]e(?:c|n\w*)?(?:\s|$)/is,
  /scriptblock\s*\]\s*::|invokescript|newscriptblock|system\.management\.automation|frombase64string/i,
  /(?<![\w-])(?:start-process|saps|start|start-job|invoke-command|icm|powershell|pwsh|cmd)(?:\.exe)?\s[^;|\n]*[$(]/i,
];

export function findPowerShellCommands(command: string): CommandsRun {
  const plain = command.replaceAll(/`\r?\n/g, " ").replaceAll("`", "");
  const commands = new Set([command.trim(), plain.trim()]);
  for (const part of plain.split(BEGINNINGS)) {
    const words = part.split(/\s+/).filter((word) => word !== "");
    const end = WRAPPER.test(toProgramName(words[0] ?? "")) ? words.length : Math.min(1, words.length);
    for (let place = 0; place < end; place++) {
      commands.add([toProgramName(words[place] ?? ""), ...words.slice(place + 1, place + 40)].join(" "));
    }
  }
  const isUnclear = UNCLEAR.some((pattern) => pattern.test(plain));
  return { commands: [...commands], problem: isUnclear ? "it runs what is only known when it runs" : undefined };
}

/** Strips the rest of `Module\Remove-Item` and `git.exe` from the name. */
function toProgramName(word: string): string {
  return word.replace(/^.*[/\\](?=.)/s, "").replace(/\.(?:exe|cmd|bat|ps1)$/i, "");
}
