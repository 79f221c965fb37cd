// What a command has of the world. Tests give it another one; nothing else in this package touches `process`.

import type { Readable, Writable } from "node:stream";

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  /** What stdin is, as the system says. @default "terminal" if it is one, else "pipe" */
  readonly stdinKind?: StdinKind;
  readonly stdout: Writable & {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number;
    readonly rows?: number;
  };
  readonly stderr: Writable & { readonly isTTY?: boolean | undefined };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborted at the first Ctrl-C. */
  readonly signal: AbortSignal;
  /** From now on signals and a closed stdout are the command's own business: nothing ends this process for them. */
  readonly takeOver?: (onSignal: (signal: NodeJS.Signals) => void) => void;
  /** This process goes on as another program for Node. Resolves when that has begun; it ends the process itself. */
  readonly become?: (program: string, words: readonly string[]) => Promise<void>;
  /** The Node that runs this, and its script: for programs that start either again. */
  readonly node?: string;
  readonly script?: string;
}

/** `device`: such as /dev/null, which cron and CI give. `socket`: what Node and sshd give to programs they start. */
export type StdinKind = "terminal" | "pipe" | "file" | "socket" | "device";

/** How this process ends: by a code, or as somebody else did, by a signal. */
export type Ending = number | { readonly signal: NodeJS.Signals };

/** The whole list: a shell script can rely on it. */
export const EXIT = {
  ok: 0,
  /** The turn failed, or what was looked at is not in order. */
  failed: 1,
  /** A flag, an option or a file was wrong. */
  usage: 2,
  /** A budget was used up. */
  budget: 3,
  /** No `claude` on this machine. */
  noClaude: 4,
  interrupted: 130,
} as const;

/** Something a person gave is wrong: one sentence that says what, and what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.usage, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
