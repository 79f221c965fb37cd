// The error that ends the program before it starts: the text for stderr and the exit code.

export class Refusal extends Error {
  override readonly name = "Refusal";
  /** `misused`: one of the simulator's own options was invalid. */
  readonly code: "refused" | "misused";
  /** The whole text, with a line break at the end where the real CLI writes one. */
  readonly text: string;
  readonly exitCode: number;
  /** A line for stdout. */
  readonly line: string | undefined;

  constructor(text: string, exitCode: 0 | 1 | 2 = 1, line?: string) {
    super(text.trimEnd());
    this.code = exitCode === 2 ? "misused" : "refused";
    this.text = text;
    this.exitCode = exitCode;
    this.line = line;
  }
}

/** Refuses with a text of the real CLI. */
export function refuse(sentence: string): never {
  throw new Refusal(`${sentence}\n`);
}

/** Refuses a wrong use of the simulator's own options. */
export function refuseMisuse(sentence: string): never {
  throw new Refusal(`unspool-claude: ${sentence}\n`, 2);
}
