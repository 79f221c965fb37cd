// How rules that allow read a shell command: a rule with a pattern never fits a command that could be more than one, even if
// the operator stands in quotes. Rules that deny or ask read commands with ./shell.

/** Operators, redirections, substitutions, line breaks; also `=(…)` and `*(e:…:)`, by which zsh runs commands. */
const MORE_THAN_ONE = /[;&|<>`\n\r]|[$=*?]\(/;

export function isCompound(command: string): boolean {
  return MORE_THAN_ONE.test(command);
}

/** `git *`, `npm run test:*` (the same as ` *`), `* --version`. A star that ends a word-wise pattern may stand for nothing. */
export function commandPattern(pattern: string): RegExp {
  const words = pattern.trim().replace(/:\*$/, " *");
  const open = words.endsWith(" *") ? words.slice(0, -2) : words;
  const body = open
    .split(/(\\\*|\*)/)
    .map((piece) => (piece === "*" ? ".*" : escape(piece === "\\*" ? "*" : piece)))
    .join("");
  return new RegExp(`^${body}${open === words ? "" : "(?:\\s.*)?"}$`, "s");
}

/** Whether the pattern stands for more than one command. */
export function hasWildcard(pattern: string): boolean {
  return /(?<!\\)\*/.test(pattern);
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
