// How rules read a shell command. Nothing is parsed that a shell could read otherwise: an allow rule with a pattern never
// fits a command that could be more than one, even if the operator stands in quotes; deny and ask look at every part.

/** Operators, redirections, substitutions, line breaks. */
const MORE_THAN_ONE = /[;&|<>`\n\r]|\$\(/;

const SEPARATORS = /&&|\|\||[;&|<>()`{}\n\r]|\$\(/;

/** Programs that run what stands behind them, with their options. */
const WRAPPER =
  /^(?:sudo|doas|env|command|builtin|exec|time|timeout|nice|nohup|stdbuf|xargs|then|else|do|if|while|!)(?:\s+-\S+|\s+\d\S*)*\s+/;

const ASSIGNMENT = /^\w+=(?:"[^"]*"|'[^']*'|\S*)\s+/;

export function isCompound(command: string): boolean {
  return MORE_THAN_ONE.test(command);
}

/** The whole and all that could be run as a part of it, also behind `sudo`, assignments and a folder. */
export function partsOf(command: string): string[] {
  const parts = command.split(SEPARATORS).map((part) => part.trim());
  return [command.trim(), ...parts, ...parts.map(unwrap)].filter((part) => part !== "");
}

function unwrap(part: string): string {
  let rest = part;
  for (;;) {
    const shorter = rest.replace(ASSIGNMENT, "").replace(WRAPPER, "");
    if (shorter === rest) break;
    rest = shorter;
  }
  // `\rm`, `"rm"` and `/bin/rm` are `rm`.
  return rest.replace(/^(\S+)/, (word) => word.replaceAll(/[\\"']/g, "").replace(/^.*\/(?=.)/, ""));
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
