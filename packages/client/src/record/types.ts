// Recordings: every line both ways with its time, one JSON object per line, usable up to the last whole line.

import type { Writable } from "node:stream";

export type RecordTarget =
  | string
  | Writable
  | {
      readonly file?: string;
      readonly writable?: Writable;
      /** Secrets are replaced as they are written. @default true */
      readonly redact?: boolean;
      /** What the file held is dropped when the session starts. @default false: it is appended to */
      readonly overwrite?: boolean;
    };

/** What a session does with its recording. */
export interface Recorder {
  /** A line of ours, or several, as written to stdin. */
  input(lines: string): void;
  /** A piece of stdout, cut anywhere. */
  output(chunk: Uint8Array): void;
  stderr(chunk: Uint8Array): void;
  /** No more input was given. */
  inputEnd(): void;
  /** How the program ended. */
  exit(exit: RecordedExit): void;
  /** More waits for the disk than should: the session reads no further until `drained` resolves. */
  readonly isBusy: boolean;
  /** What was recorded and is not written yet. */
  readonly waitingBytes: number;
  /** Resolves when there is room again, and at once when there is. Never rejects. */
  drained(): Promise<void>;
  /** Resolves when everything is on disk. Never rejects: what failed is in `problem`. */
  close(): Promise<void>;
  readonly problem: Error | undefined;
}

/** What the first line of a recording tells. */
export interface RecordingMeta {
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly claudeVersion?: string;
}

export interface RecordedExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** One line, or an end. `timeMs` counts from the start of the run; a plain stdout recording has none. */
export type RecordedLine =
  | {
      readonly kind: "in" | "out" | "err";
      readonly text: string;
      readonly timeMs?: number;
      /** The stream ended before the line did. */
      readonly isCut?: boolean;
    }
  | { readonly kind: "input-end"; readonly timeMs?: number }
  | { readonly kind: "exit"; readonly exit: RecordedExit; readonly timeMs?: number };

/** One start of the program. */
export interface RecordedRun extends Partial<RecordingMeta> {
  /** Milliseconds since 1970. */
  readonly startedAt?: number;
  readonly lines: readonly RecordedLine[];
}

export interface Recording {
  /** `recording`: written by a recorder, both ways. `stdout`: nothing but what the CLI said. */
  readonly source: "recording" | "stdout";
  /** In order. A file that was appended to has several. */
  readonly runs: readonly RecordedRun[];
  /** What could not be read, with its line. */
  readonly warnings: readonly string[];
}
