// The environment of a command: streams, variables, signals. Tests pass their own; only bin.ts uses `process`.

import type { Readable, Writable } from "node:stream";

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  /** The type of stdin, from its file descriptor. @default "terminal" if it is one, else "pipe" */
  readonly stdinKind?: StdinKind;
  readonly stdout: Writable & {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number;
    readonly rows?: number;
  };
  readonly stderr: Writable & { readonly isTTY?: boolean | undefined };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborts at the first Ctrl-C. */
  readonly signal: AbortSignal;
  /** Passes signals to the command from now on. Neither they nor a closed stdout end the process any more. */
  readonly takeOver?: (onSignal: (signal: NodeJS.Signals) => void) => void;
  /** Runs another Node program in this process. Never resolves: that program ends the process. */
  readonly become?: (program: string, argv: readonly string[]) => Promise<void>;
  /** The paths of Node and of the executable, for programs that start unspool again. */
  readonly node?: string;
  readonly script?: string;
}

/** `device`: such as /dev/null, in cron and CI. `socket`: in programs that Node or sshd start. */
export type StdinKind = "terminal" | "pipe" | "file" | "socket" | "device";

/** How the process ends: with a code, or by the same signal as its child. */
export type ExitStatus = number | { readonly signal: NodeJS.Signals };

/** All exit codes. Shell scripts rely on them. */
export const EXIT = {
  ok: 0,
  /** The turn failed, or a check found an error. */
  failed: 1,
  /** A flag, an argument or a file was wrong. */
  usage: 2,
  /** The budget was used up. */
  budget: 3,
  /** `claude` was not found. */
  noClaude: 4,
  interrupted: 130,
} as const;

/** A mistake of the user. The message is one sentence: what is wrong, and what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.usage, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
