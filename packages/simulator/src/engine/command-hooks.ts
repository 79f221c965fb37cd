// Hooks of settings are commands, and nothing is run here: what `echo`, `exit`, `true` and `false` would do is known,
// and any other command is taken to succeed without a word.

export interface CommandHook {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly command: string;
}

export interface CommandOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What the command would print, and how it would end. */
export function playCommand(command: string): CommandOutcome {
  let stdout = "";
  let stderr = "";
  let exitCode = 0;
  for (const { words, isError, isConditional, isOdd } of partsOf(command)) {
    if (isConditional && exitCode !== 0) continue;
    const [program, ...rest] = isOdd ? [] : words;
    exitCode = 0;
    if (program === "echo") {
      if (isError) stderr += `${rest.join(" ")}\n`;
      else stdout += `${rest.join(" ")}\n`;
    } else if (program === "false") exitCode = 1;
    else if (program === "exit") return { stdout, stderr, exitCode: Number(rest[0] ?? 0) || 0 };
  }
  return { stdout, stderr, exitCode };
}

interface Part {
  readonly words: readonly string[];
  /** `>&2`. */
  readonly isError: boolean;
  /** Behind `&&`. */
  readonly isConditional: boolean;
  /** It has signs that only a shell understands. */
  readonly isOdd: boolean;
}

/** A quoted word, a sign between parts, or a word as it is. */
const WORD = /'([^']*)'|"((?:[^"\\]|\\.)*)"|(&&|;|\n)|([^\s;&'"]+|&)/gu;

const SIGNS = /[|<>$`*?(){}[\]\\&]/u;

function partsOf(command: string): readonly Part[] {
  const parts: Part[] = [];
  let words: string[] = [];
  let isError = false;
  let isConditional = false;
  let isOdd = false;
  const close = (isNextConditional: boolean): void => {
    if (words.length > 0) parts.push({ words, isError, isConditional, isOdd });
    words = [];
    isError = false;
    isOdd = false;
    isConditional = isNextConditional;
  };
  // A file descriptor is no end of a command.
  const text = command.replaceAll(/\s*1?>&2/gu, " \u0000");
  for (const [, single, double, sign, plain] of text.matchAll(WORD)) {
    if (sign !== undefined) close(sign === "&&");
    else if (plain === "\u0000") isError = true;
    else {
      if (SIGNS.test(plain ?? "") || /[$`]/u.test(double ?? "")) isOdd = true;
      words.push(single ?? double?.replaceAll(/\\(.)/gu, "$1") ?? plain ?? "");
    }
  }
  close(false);
  return parts;
}
