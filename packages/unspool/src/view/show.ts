// The view on a screen: what the commands use. A terminal gets the live view, a pipe the finished lines without colours.

import type { Clock } from "@unspool/client";
import type { Event } from "@unspool/protocol";
import type { Io } from "../cli/io.ts";
import { SYSTEM_CLOCK } from "../terminal/clock.ts";
import { columnsOfTerminal, createScreen } from "../terminal/screen.ts";
import { hasColours } from "../terminal/style.ts";
import type { ViewChoices } from "./flags.ts";
import type { SessionTotal, Verdict, ViewOptions } from "./types.ts";
import { createView } from "./view.ts";

export interface ShowOptions extends ViewChoices, Pick<ViewOptions, "folder" | "resumeCommand" | "showsCut"> {
  /** Something is under way: the open part is drawn. @default true */
  readonly isUnderWay?: boolean;
  /** At the end of the status line. */
  readonly hint?: () => string;
  /** What a person is being asked here. */
  readonly question?: ViewOptions["question"];
  /** Lines of our own at the very bottom, as they are: the one being typed. */
  readonly below?: () => readonly string[];
  /** Whose time counts. Undefined: that of the stream. */
  readonly now?: (() => number) | undefined;
  readonly clock?: Clock;
}

export interface Show {
  /** It is a terminal, and somebody may sit before it. */
  readonly isLive: boolean;
  readonly isColoured: boolean;
  push(event: Event): void;
  prompt(text: string): void;
  /** This is being asked: it is shown when its turn begins, or less of it. @returns what takes it back */
  expect(text: string, shown?: string): () => void;
  /** `call`: it belongs to the call above. */
  note(text: string, kind?: "note" | "call"): void;
  /** A request for permission is answered with these words. */
  settle(requestId: string, words: string): void;
  /** Lines of our own, as they are. */
  print(lines: readonly string[]): void;
  /** The hint has changed. */
  touch(): void;
  drained(): Promise<void>;
  /** What the stream has come to. */
  readonly verdict: Verdict;
  /** What was held back is shown, and the open part goes. */
  end(total?: SessionTotal): void;
}

export function createShow(io: Io, options: ShowOptions = {}): Show {
  const {
    clock = SYSTEM_CLOCK,
    now,
    hint,
    isUnderWay = true,
    thinking,
    folder,
    resumeCommand,
    showsCut = false,
  } = options;
  const { stdout } = io;
  const isTerminal = stdout.isTTY === true && io.env["TERM"] !== "dumb";
  const isLive = isTerminal && isUnderWay;
  const isColoured = hasColours(stdout, io.env, options.hasNoColour);
  const view = createView({
    columns: stdout.isTTY === true ? columnsOfTerminal(stdout) : undefined,
    isColoured,
    isLive,
    ...(thinking === undefined ? {} : { thinking }),
    ...(folder === undefined ? {} : { folder }),
    ...(hint === undefined ? {} : { hint }),
    ...(options.question === undefined ? {} : { question: options.question }),
    resumeCommand,
    showsCut,
  });
  const time = now ?? ((): number => clock.now());
  const screen = createScreen(stdout, {
    clock,
    isLive,
    open(maxLines) {
      const below = options.below?.() ?? [];
      return [...view.open({ nowMs: time(), maxLines: Math.max(1, maxLines - below.length) }), ...below];
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
    settle: (requestId, words) => screen.print(view.settle(requestId, words)),
    print: (lines) => screen.print(lines),
    touch: () => screen.touch(),
    drained: () => screen.drained(io.signal),
    get verdict() {
      return view.verdict;
    },
    end(total) {
      screen.print(view.end(total));
      screen.close();
    },
  };
}
