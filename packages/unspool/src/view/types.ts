// The live view as its users see it. It knows no terminal: events go in, finished lines come out, and the open part of the
// screen can be asked for at any time.

import type { Event } from "@unspool/protocol";
import type { Line } from "../terminal/style.ts";
import type { TurnTokens } from "./turn-tokens.ts";

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
  /** Says so at the end if the stream stopped in the middle of a turn; whoever runs the turn says it better. @default false */
  readonly showsCut?: boolean;
  /** At the end of the status line: which keys there are. */
  readonly hint?: () => string;
  /**
   * A person is asked here: what is being asked stands in the open part instead of the status, and in the scrollback when
   * it is answered. Without it, requests for permission go into the scrollback as they come.
   */
  readonly question?: () => OpenQuestion | undefined;
}

/** What a person is being asked, with the keys that answer it. */
export interface OpenQuestion {
  /** At most so many lines of at most this width. */
  draw(width: number, maxLines: number): readonly Line[];
}

/** What the open part is drawn for. */
export interface OpenOptions {
  /** By the clock whose times `push` is given. */
  readonly nowMs: number;
  /** How many lines there may be. */
  readonly maxLines: number;
}

/** What a session has cost and used, counted beside the view. */
export interface SessionTotal {
  readonly costUsd: number;
  readonly tokens: TurnTokens;
}

/** How the last turn of a stream has ended; `cut`: the stream stopped before its result. */
export type Verdict = "ok" | "failed" | "cut";

export interface View {
  /** What the stream has come to. A transcript has no results: it is never cut. */
  readonly verdict: Verdict;
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
  expect(text: string, shown?: string): () => void;
  /** A remark of our own; `call`: about the call above. @default "note" */
  note(text: string, kind?: "note" | "call"): readonly string[];
  /** A request for permission is answered: what was asked, and what the person said to it. */
  settle(requestId: string, words: string): readonly string[];
  /** The part that still changes: agents and tools at work, the text being typed, a question, the status. */
  open(options: OpenOptions): readonly string[];
  /** The window has another width. */
  resize(columns: number): void;
  /** The stream is over: what was held back, the total of a session, and how to go on. */
  end(total?: SessionTotal): readonly string[];
}
