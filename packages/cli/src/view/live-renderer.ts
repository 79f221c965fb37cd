// Renders events on stdout. A terminal gets the live view; a pipe gets the finished lines without colours.

import type { Clock } from "@unspool/client";
import type { Event } from "@unspool/protocol";
import type { Io } from "../cli/io.ts";
import { SYSTEM_CLOCK } from "../terminal/clock.ts";
import { getColumns, createScreen } from "../terminal/screen.ts";
import { hasColours } from "../terminal/style.ts";
import type { ViewFlagValues } from "./flags.ts";
import type { SessionTotal, StreamOutcome, ViewOptions } from "./types.ts";
import { createView } from "./view.ts";

export interface LiveRendererOptions
  extends ViewFlagValues, Pick<ViewOptions, "folder" | "resumeCommand" | "reportsCut"> {
  /** Whether the live area is drawn. @default true */
  readonly isRunning?: boolean;
  /** Text at the end of the status line. */
  readonly hint?: () => string;
  /** The question that the person is being asked. */
  readonly activeQuestion?: ViewOptions["activeQuestion"];
  /** Lines at the very bottom, printed as they are: the line editor. */
  readonly below?: () => readonly string[];
  /** The current time. Without it, the times in the stream count. */
  readonly now?: (() => number) | undefined;
  readonly clock?: Clock;
}

export interface LiveRenderer {
  /** Whether stdout is a terminal with a live area. */
  readonly isLive: boolean;
  readonly isColoured: boolean;
  push(event: Event): void;
  prompt(text: string): void;
  /** Announces a prompt: it is shown when its turn begins, as `shown` if given. Returns a function that withdraws it. */
  expect(text: string, shown?: string): () => void;
  /** Prints a note. `call`: it belongs to the call above. */
  note(text: string, kind?: "note" | "call"): void;
  /** Prints the answer to a permission request. */
  settle(requestId: string, answer: string): void;
  /** Prints lines as they are. */
  print(lines: readonly string[]): void;
  /** Redraws the live area soon, for example because the hint has changed. */
  touch(): void;
  drained(): Promise<void>;
  /** How the stream has ended so far. */
  readonly outcome: StreamOutcome;
  /** Prints what was held back and removes the live area. */
  end(total?: SessionTotal): void;
}

export function createLiveRenderer(io: Io, options: LiveRendererOptions = {}): LiveRenderer {
  const {
    clock = SYSTEM_CLOCK,
    now,
    hint,
    isRunning = true,
    thinking,
    folder,
    resumeCommand,
    reportsCut = false,
  } = options;
  const { stdout } = io;
  const isTerminal = stdout.isTTY === true && io.env["TERM"] !== "dumb";
  const isLive = isTerminal && isRunning;
  const isColoured = hasColours(stdout, io.env, options.hasNoColour);
  const view = createView({
    columns: stdout.isTTY === true ? getColumns(stdout) : undefined,
    isColoured,
    isLive,
    ...(thinking === undefined ? {} : { thinking }),
    ...(folder === undefined ? {} : { folder }),
    ...(hint === undefined ? {} : { hint }),
    ...(options.activeQuestion === undefined ? {} : { activeQuestion: options.activeQuestion }),
    resumeCommand,
    reportsCut,
  });
  const time = now ?? ((): number => clock.now());
  const screen = createScreen(stdout, {
    clock,
    isLive,
    renderLiveArea(maxLines) {
      const below = options.below?.() ?? [];
      return [...view.renderLiveArea({ nowMs: time(), maxLines: Math.max(1, maxLines - below.length) }), ...below];
    },
    onResize: (columns) => view.resize(columns),
  });
  return {
    isLive,
    isColoured,
    push(event) {
      screen.print(view.push(event, now?.()));
      screen.touch();
    },
    prompt: (text) => screen.print(view.prompt(text)),
    expect: (text, shown) => view.expect(text, shown),
    note: (text, kind) => screen.print(view.note(text, kind)),
    settle: (requestId, answer) => screen.print(view.settle(requestId, answer)),
    print: (lines) => screen.print(lines),
    touch: () => screen.touch(),
    drained: () => screen.drained(io.signal),
    get outcome() {
      return view.outcome;
    },
    end(total) {
      screen.print(view.end(total));
      screen.close();
    },
  };
}
