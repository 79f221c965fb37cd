// A tool call as a card: sign, name, what it is about, how long it took, and below it what came of it.

import type { Json } from "@unspool/protocol";
import { span, type Line, type Span } from "../terminal/style.ts";
import { shorten } from "../terminal/width.ts";
import { callDurationMs } from "./call-duration.ts";
import { changeFigures, changesOf } from "./changes.ts";
import { count, duration, elapsed } from "./figures.ts";
import type { Section } from "./section.ts";
import { inputSummary, toolName } from "./tool-call.ts";
import { resultLines, type Answer } from "./tool-result.ts";
import { widthOf } from "./wrap.ts";

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly agent: string | null;
  /** Absent while it streams. */
  input?: Json;
  /** How much of the input has come. */
  characters: number;
  /** By the clock of whoever watches, or by the stream. */
  startedAtMs?: number | undefined;
  /** By the stream alone. */
  startedAt?: number | undefined;
  /** By its own report. */
  progressMs?: number;
  isAsking?: boolean;
}

/** A pipe has no width; nobody wants to read whole files in a summary. */
const MAX_SUMMARY = 160;

/** A call that has ended. Without an answer it was cut off. */
export function callSection(
  call: Call,
  answer: Answer | undefined,
  ended: { readonly seenAtMs?: number | undefined; readonly at?: number | undefined },
  folder: string | undefined,
): Section {
  const { name, input, startedAtMs, startedAt, progressMs, isAsking } = call;
  const tookMs = callDurationMs({
    startedAt,
    endedAt: ended.at,
    seenFromMs: startedAtMs,
    seenToMs: ended.seenAtMs,
    progressMs,
    wasAsked: isAsking,
  });
  const changes = answer?.isError === false ? changesOf(name, input, answer.structured) : undefined;
  const tail: Span[] = [
    ...(changes === undefined ? [] : [span("  "), ...changeFigures(changes)]),
    ...(tookMs === undefined ? [] : [span(` · ${duration(tookMs)}`, "dim")]),
    ...(answer === undefined ? [span(" · no result", "dim")] : []),
  ];
  const isGood = answer?.isError === false;
  return {
    kind: "call",
    lines: (width) => [
      cardLine(isGood ? span("● ", "good") : span("✗ ", "bad"), call, folder, tail, width),
      ...(answer === undefined ? [] : below(width, (room) => resultLines(name, input, answer, changes, room))),
    ],
  };
}

/** One line: sign, name, summary as far as there is room, tail. */
export function cardLine(
  sign: Span,
  call: { readonly name: string; readonly input?: Json | undefined },
  folder: string | undefined,
  tail: Line,
  width: number,
): Line {
  const name = span(shorten(toolName(call.name), Math.max(4, Math.min(width - 2, 40))), "bold");
  const used = widthOf([sign, name]);
  const end = used + widthOf(tail) + 8 > width && width < 40 ? [] : tail;
  const room = Math.min(width - used - widthOf(end) - 2, MAX_SUMMARY);
  const summary = inputSummary(call.input, call.name, folder);
  const words = summary === "" || room < 3 ? [] : [span(`  ${shorten(summary, room)}`)];
  return [sign, name, ...words, ...(used + widthOf(words) + widthOf(end) > width ? [] : end)];
}

/** Lines that hang below a card. */
function below(width: number, lines: (room: number) => readonly Line[]): Line[] {
  const indent = width < 30 ? "" : "  ";
  const room = Math.min(width, MAX_SUMMARY) - indent.length - 2;
  return lines(room).map((line, place) => [span(`${indent}${place === 0 ? "└ " : "  "}`, "dim"), ...line]);
}

/** A call that is under way, in the open part of the screen. */
export function openCallLines(
  call: Call,
  spinner: string,
  nowMs: number,
  folder: string | undefined,
  width: number,
): Line[] {
  const { input, characters, startedAtMs, progressMs } = call;
  const ranMs = startedAtMs === undefined ? progressMs : Math.max(nowMs - startedAtMs, progressMs ?? 0);
  const news =
    input === undefined
      ? characters > 200
        ? `${count(characters)} characters so far`
        : ""
      : ranMs === undefined || ranMs < 1000
        ? ""
        : elapsed(ranMs);
  const tail = news === "" ? [] : [span(` · ${news}`, "dim")];
  return [cardLine(span(`${spinner} `, "accent"), call, folder, tail, width)];
}
