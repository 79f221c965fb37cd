// Plays the commands of hooks in settings without running them: `echo`, `exit`, `true` and `false` have their known
// effect, any other command succeeds and prints nothing.

export interface CommandOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Returns what the command would print, and its exit code. */
export function playCommand(command: string): CommandOutcome {
  let stdout = "";
  let stderr = "";
  let exitCode = 0;
  for (const { argv, isError, isConditional, isOdd } of parseParts(command)) {
    if (isConditional && exitCode !== 0) continue;
    const [program, ...rest] = isOdd ? [] : argv;
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
  readonly argv: readonly string[];
  /** Whether it has `>&2`. */
  readonly isError: boolean;
  /** Whether it follows `&&`. */
  readonly isConditional: boolean;
  /** Whether it has characters that only a shell understands. */
  readonly isOdd: boolean;
}

/** A quoted word, an operator between parts, or a plain word. */
const WORD = /'([^']*)'|"((?:[^"\\]|\\.)*)"|(&&|;|\n)|([^\s;&'"]+|&)/gu;

const SIGNS = /[|<>$`*?(){}[\]\\&]/u;

function parseParts(command: string): readonly Part[] {
  const parts: Part[] = [];
  let argv: string[] = [];
  let isError = false;
  let isConditional = false;
  let isOdd = false;
  const close = (isNextConditional: boolean): void => {
    if (argv.length > 0) parts.push({ argv, isError, isConditional, isOdd });
    argv = [];
    isError = false;
    isOdd = false;
    isConditional = isNextConditional;
  };
  // The `&` of `>&2` does not end a command.
  const text = command.replaceAll(/\s*1?>&2/gu, " \u0000");
  for (const [, single, double, sign, plain] of text.matchAll(WORD)) {
    if (sign !== undefined) close(sign === "&&");
    else if (plain === "\u0000") isError = true;
    else {
      if (SIGNS.test(plain ?? "") || /[$`]/u.test(double ?? "")) isOdd = true;
      argv.push(single ?? double?.replaceAll(/\\(.)/gu, "$1") ?? plain ?? "");
    }
  }
  close(false);
  return parts;
}
