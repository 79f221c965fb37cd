// The types of recordings: every line in both directions with its time, one JSON object per line.

import type { Writable } from "node:stream";

export type RecordTarget =
  | string
  | Writable
  | {
      readonly file?: string;
      readonly writable?: Writable;
      /** Whether secrets are replaced before they are written. @default true */
      readonly redact?: boolean;
      /** Whether the file is replaced when the session starts. @default false: it is appended to */
      readonly overwrite?: boolean;
    };

/** Records the lines of a session. */
export interface Recorder {
  /** Records lines that were written to stdin. */
  input(lines: string): void;
  /** Records a chunk of stdout, cut anywhere. */
  output(chunk: Uint8Array): void;
  stderr(chunk: Uint8Array): void;
  /** Records the end of the input. */
  inputEnd(): void;
  /** Records how the program ended. */
  exit(exit: RecordedExit): void;
  /** Whether too much waits for the disk: the session stops reading until `drained` resolves. */
  readonly isBusy: boolean;
  /** Number of bytes that are not written yet. */
  readonly waitingBytes: number;
  /** Resolves when there is room, at once if there is. Never rejects. */
  drained(): Promise<void>;
  /** Resolves when everything is on disk. Never rejects: an error is in `problem`. */
  close(): Promise<void>;
  readonly problem: Error | undefined;
}

/** The header of a recording. */
export interface RecordingMeta {
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly claudeVersion?: string;
}

export interface RecordedExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A line, the end of input, or an exit. `timeMs` is relative to the start of the run; plain stdout has none. */
export type RecordedLine =
  | {
      readonly kind: "in" | "out" | "err";
      readonly text: string;
      readonly timeMs?: number;
      /** Whether the stream ended within the line. */
      readonly isCut?: boolean;
    }
  | { readonly kind: "input-end"; readonly timeMs?: number }
  | { readonly kind: "exit"; readonly exit: RecordedExit; readonly timeMs?: number };

/** One run of the program. */
export interface RecordedRun extends Partial<RecordingMeta> {
  /** Milliseconds since 1970. */
  readonly startedAt?: number;
  readonly lines: readonly RecordedLine[];
}

export interface Recording {
  /** `recording`: written by a recorder, in both directions. `stdout`: only the output of the CLI. */
  readonly source: "recording" | "stdout";
  /** The runs, in order. A file that was appended to has several. */
  readonly runs: readonly RecordedRun[];
  /** Problems while reading, with their lines. */
  readonly warnings: readonly string[];
}
