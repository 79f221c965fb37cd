// The interface of the view. It knows no terminal: events go in, finished lines come out, and the live area can be rendered at
// any time.

import type { Event } from "@unspool/protocol";
import type { OpenQuestion } from "../approval/prompt.ts";
import type { TurnTokens } from "./content/turn-tokens.ts";

export type ThinkingMode = "full" | "short" | "none";

export interface ViewOptions {
  /** Width of the window. Undefined for a pipe: text is not wrapped, and summaries have a fixed limit. */
  readonly columns: number | undefined;
  /** Whether to use colours. Without them Markdown is printed as source. @default false */
  readonly isColoured?: boolean;
  /** Whether the live area is shown: deltas are kept, and finished blocks of a streaming text are printed immediately. @default false */
  readonly isLive?: boolean;
  /** How much thinking is shown. @default "short" */
  readonly thinking?: ThinkingMode;
  /** The folder that paths are relative to. @default the session's folder */
  readonly folder?: string;
  /** Returns the command that resumes a session. Without it, no command is shown. */
  readonly resumeCommand?: ((sessionId: string) => string) | undefined;
  /** Whether to report at the end that the stream stopped in the middle of a turn. @default false */
  readonly reportsCut?: boolean;
  /** Text at the end of the status line, such as the available keys. */
  readonly hint?: () => string;
  /**
   * The question that the person is being asked. It replaces the status line of the live area and goes into the scrollback when
   * it is answered. Without this option, permission requests go into the scrollback as they come.
   */
  readonly activeQuestion?: () => OpenQuestion | undefined;
}

export interface LiveAreaOptions {
  /** The current time, by the clock that `push` uses. */
  readonly nowMs: number;
  readonly maxLines: number;
}

/** Cost and tokens of a session, counted outside the view. */
export interface SessionTotal {
  readonly costUsd: number;
  readonly tokens: TurnTokens;
}

/** How the last turn of a stream ended. `cut`: the stream stopped before its result. */
export type StreamOutcome = "ok" | "failed" | "cut";

export interface View {
  /** How the stream has ended so far. A transcript has no results, so it is never `cut`. */
  readonly outcome: StreamOutcome;
  /**
   * @param nowMs the host's time; without it, the time in the event counts
   * @returns lines for the scrollback, which never change again
   */
  push(event: Event, nowMs?: number): readonly string[];
  /** Prints a prompt that the CLI does not echo. */
  prompt(text: string): readonly string[];
  /**
   * Announces a prompt. It is shown when its turn begins, and not again when the CLI echoes it.
   * @returns a function that withdraws the prompt if its turn has not begun
   */
  expect(text: string, shown?: string): () => void;
  /** Prints a note. `call`: it belongs to the call above. @default "note" */
  note(text: string, kind?: "note" | "call"): readonly string[];
  /** Prints a permission request with its answer. */
  settle(requestId: string, answer: string): readonly string[];
  /** Renders the part that still changes: running agents and tools, streaming text, a question, the status. */
  renderLiveArea(options: LiveAreaOptions): readonly string[];
  resize(columns: number): void;
  /** Ends the view: prints what was held back, the total of the session, and how to resume it. */
  end(total?: SessionTotal): readonly string[];
}
