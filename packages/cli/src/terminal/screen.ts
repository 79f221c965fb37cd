// Draws on a terminal. Finished lines go into the scrollback once; only the live area at the bottom is redrawn, at most thirty
// times a second, from the first changed line, in one write. A pipe gets the finished lines.

import type { Clock } from "@unspool/client";
import { stripVTControlCharacters } from "node:util";
import type { Io } from "../cli/io.ts";
import { measureColumns } from "./width.ts";

export interface ScreenOptions {
  readonly clock: Clock;
  /** Whether there is a live area. */
  readonly isLive: boolean;
  /** Returns the live area, at most `maxLines` lines. */
  readonly renderLiveArea: (maxLines: number) => readonly string[];
  readonly onResize: (columns: number) => void;
}

export interface Screen {
  /** Prints finished lines above the live area. */
  print(lines: readonly string[]): void;
  /** Schedules a redraw of the live area. */
  touch(): void;
  /** Resolves when the terminal or the pipe accepts more data. */
  drained(signal: AbortSignal): Promise<void>;
  /** Removes the live area. */
  close(): void;
}

const FRAME_MS = 33;
/** Interval at which durations and the spinner advance. */
const TICK_MS = 100;
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** Synchronized output: terminals that support it show everything up to the end at once, others ignore it. */
const BEGIN = "\u001B[?2026h\u001B[?25l";
const END = "\u001B[?25h\u001B[?2026l";
const CLEAR_LINE = "\u001B[K";
const CLEAR_BELOW = "\u001B[J";
/** Without auto-wrap a line that the terminal measures wider than we do is cut and does not move the others. */
const NO_WRAP = "\u001B[?7l";
const WRAP = "\u001B[?7h";

export function getColumns(stdout: Io["stdout"]): number {
  return stdout.columns === undefined || stdout.columns < 1 ? DEFAULT_COLUMNS : stdout.columns;
}

export function createScreen(stdout: Io["stdout"], { clock, isLive, renderLiveArea, onResize }: ScreenOptions): Screen {
  let finished: string[] = [];
  let drawn: readonly string[] = [];
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let isTouched = false;
  let isClosed = false;

  function schedule(afterMs: number): void {
    cancel ??= clock.after(afterMs, draw);
  }
  function touch(): void {
    if (isTouched || isClosed) return;
    isTouched = true;
    cancel?.();
    cancel = undefined;
    schedule(Math.max(0, drawnAtMs + FRAME_MS - clock.now()));
  }
  function draw(): void {
    cancel = undefined;
    isTouched = false;
    drawnAtMs = clock.now();
    const lines = isClosed ? [] : renderLiveArea(Math.max(1, (stdout.rows ?? DEFAULT_ROWS) - 1));
    const text = renderFrame(lines);
    drawn = lines;
    finished = [];
    if (text !== "") stdout.write(text);
    if (lines.length > 0) schedule(TICK_MS);
  }
  /** Returns the output that makes the screen show these lines. */
  function renderFrame(lines: readonly string[]): string {
    const same = finished.length > 0 ? 0 : countSameLines(drawn, lines);
    if (finished.length === 0 && same === drawn.length && same === lines.length) return "";
    const isBelow = same === drawn.length && same > 0;
    const up = drawn.length - 1 - same;
    const start = isBelow ? "\r\n" : `\r${up > 0 ? `\u001B[${up}A` : ""}`;
    const above = finished.map((line) => `${line}${CLEAR_LINE}\r\n`).join("");
    const below = lines.slice(same).join(`${CLEAR_LINE}\r\n`);
    // The new area is shorter: the cursor returns to the end of the last line that stays.
    const isShorter = same === lines.length && same > 0 && !isBelow;
    const back = isShorter ? `${CLEAR_BELOW}\u001B[1A\r${lines.at(-1) ?? ""}` : `${below}${CLEAR_LINE}${CLEAR_BELOW}`;
    return `${BEGIN}${start}${above}${NO_WRAP}${back}${WRAP}${END}`;
  }
  function resize(): void {
    const columns = getColumns(stdout);
    onResize(columns);
    if (drawn.length === 0) return;
    // Terminals rewrap the old lines, so the live area may begin further up.
    const rows = drawn.reduce((sum, line) => sum + countRows(line, columns), 0);
    drawn = Array.from({ length: rows }, () => "\u0000");
    touch();
  }
  function writePlainly(): void {
    isTouched = false;
    if (finished.length === 0) return;
    stdout.write(`${finished.join("\n")}\n`);
    finished = [];
  }
  if (isLive) stdout.on("resize", resize);

  return {
    print(lines) {
      if (lines.length === 0) return;
      for (const line of lines) finished.push(line);
      if (isLive) touch();
      else if (!isTouched) {
        isTouched = true;
        // One write for all events of a chunk.
        queueMicrotask(writePlainly);
      }
    },
    touch() {
      if (isLive) touch();
    },
    drained(signal) {
      if (!isLive) writePlainly();
      return waitForDrain(stdout, signal);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      cancel?.();
      stdout.off("resize", resize);
      if (isLive) draw();
      else writePlainly();
    },
  };
}

function countSameLines(before: readonly string[], after: readonly string[]): number {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1;
  return same;
}

function countRows(line: string, columns: number): number {
  return Math.max(1, Math.ceil(measureColumns(stripVTControlCharacters(line)) / columns));
}

function waitForDrain(stdout: Io["stdout"], signal: AbortSignal): Promise<void> {
  if (!stdout.writableNeedDrain || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      stdout.off("drain", finish);
      stdout.off("close", finish);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    stdout.on("drain", finish);
    stdout.on("close", finish);
    signal.addEventListener("abort", finish, { once: true });
  });
}
