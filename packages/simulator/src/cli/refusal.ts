// The end of a start that could not be: what goes to stderr, and the exit code.

export class Refusal extends Error {
  override readonly name = "Refusal";
  /** `misused`: something that only the simulator knows was wrong. */
  readonly code: "refused" | "misused";
  /** Whole, with its line break where the real CLI writes one. */
  readonly text: string;
  readonly exitCode: number;
  /** What goes to stdout. */
  readonly line: string | undefined;

  constructor(text: string, exitCode: 0 | 1 | 2 = 1, line?: string) {
    super(text.trimEnd());
    this.code = exitCode === 2 ? "misused" : "refused";
    this.text = text;
    this.exitCode = exitCode;
    this.line = line;
  }
}

/** In the real CLI's words. */
export function refuse(sentence: string): never {
  throw new Refusal(`${sentence}\n`);
}

/** Something that only the simulator knows was asked for in a wrong way. */
export function refuseOwn(sentence: string): never {
  throw new Refusal(`unspool-claude: ${sentence}\n`, 2);
}
