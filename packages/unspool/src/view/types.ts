// The live view as its users see it. It knows no terminal: events go in, finished lines come out, and the open part of the
// screen can be asked for at any time.

import type { Event } from "@unspool/protocol";

export type ThinkingMode = "full" | "short" | "none";

export interface ViewOptions {
  /** Of the window; undefined for a pipe, which has none: text is not broken there, and summaries have a fixed limit. */
  readonly columns: number | undefined;
  /** Without colours Markdown stays as it was written. @default false */
  readonly isColoured?: boolean;
  /** Somebody looks at the open part: deltas are kept, and what is finished of a growing text is given at once. @default false */
  readonly isLive?: boolean;
  /** @default "short" */
  readonly thinking?: ThinkingMode;
  /** Paths are told as seen from here. @default the session's folder */
  readonly folder?: string;
  /** The command that goes on with a session, as a person would type it. Undefined: nothing is said about it. */
  readonly resumeCommand?: ((sessionId: string) => string) | undefined;
  /** At the end of the status line: which keys there are. */
  readonly hint?: () => string;
}

/** What the open part is drawn for. */
export interface OpenOptions {
  /** By the clock whose times `push` is given. */
  readonly nowMs: number;
  /** How many lines there may be. */
  readonly maxLines: number;
}

export interface View {
  /**
   * @param nowMs the host's time; without it, the time that stands in the event counts, if there is one
   * @returns the lines that are finished now: ordinary scrollback, never changed again
   */
  push(event: Event, nowMs?: number): readonly string[];
  /** What the person asked: the CLI does not repeat it. */
  prompt(text: string): readonly string[];
  /**
   * This is being asked: it is shown when its turn begins, and not again when the CLI repeats it.
   * @returns what takes it back, if its turn has not begun
   */
  expect(text: string): () => void;
  /** A remark of our own; `call`: about the call above. @default "note" */
  note(text: string, kind?: "note" | "call"): readonly string[];
  /** The part that still changes: agents and tools at work, the text being typed, a question, the status. */
  open(options: OpenOptions): readonly string[];
  /** The window has another width. */
  resize(columns: number): void;
  /** The stream is over: what was held back, and how to go on. */
  end(): readonly string[];
}
