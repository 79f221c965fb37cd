// Renders a tool call: one line with sign, name, summary and duration, and the result below it.

import type { Json } from "@unspool/protocol";
import { span, type Line, type Span } from "../../terminal/style.ts";
import { shorten } from "../../terminal/width.ts";
import { computeCallDurationMs } from "../content/call-duration.ts";
import { formatChangeCounts, findFileChanges } from "./file-changes.ts";
import { formatCount, formatDuration, formatElapsed } from "../../output/format-numbers.ts";
import type { Section } from "./section.ts";
import { summarizeInput, formatToolName } from "../content/tool-summary.ts";
import { renderToolResult, type ToolAnswer } from "./tool-result.ts";
import { measureLine } from "../../terminal/wrap.ts";

export interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly agent: string | null;
  /** Absent while it is streaming. */
  input?: Json;
  /** Number of characters of the input received so far. */
  characters: number;
  /** Start by the viewer's clock, otherwise by the stream. */
  startedAtMs?: number | undefined;
  /** Start by the stream. */
  startedAt?: number | undefined;
  /** Duration in the tool's last progress report. */
  progressMs?: number;
  isAsking?: boolean;
}

/** Limits summaries in a pipe, which has no width. */
const MAX_SUMMARY = 160;

/** Creates the section of a call that has ended. A call without an answer was cut off. */
export function createCallSection(
  call: OpenCall,
  answer: ToolAnswer | undefined,
  ended: { readonly seenAtMs?: number | undefined; readonly at?: number | undefined },
  folder: string | undefined,
): Section {
  const { name, input, startedAtMs, startedAt, progressMs, isAsking } = call;
  const tookMs = computeCallDurationMs({
    startedAt,
    endedAt: ended.at,
    seenFromMs: startedAtMs,
    seenToMs: ended.seenAtMs,
    progressMs,
    wasAsked: isAsking,
  });
  const changes = answer?.isError === false ? findFileChanges(name, input, answer.structured) : undefined;
  const tail: Span[] = [
    ...(changes === undefined ? [] : [span("  "), ...formatChangeCounts(changes)]),
    ...(tookMs === undefined ? [] : [span(` · ${formatDuration(tookMs)}`, "dim")]),
    ...(answer === undefined ? [span(" · no result", "dim")] : []),
  ];
  const isGood = answer?.isError === false;
  return {
    kind: "call",
    lines: (width) => [
      renderCallLine(isGood ? span("● ", "good") : span("✗ ", "bad"), call, folder, tail, width),
      ...(answer === undefined
        ? []
        : indentBelow(width, (room) => renderToolResult(name, input, answer, changes, room))),
    ],
  };
}

/** Renders one line: sign, name, as much of the summary as fits, tail. */
export function renderCallLine(
  sign: Span,
  call: { readonly name: string; readonly input?: Json | undefined },
  folder: string | undefined,
  tail: Line,
  width: number,
): Line {
  const name = span(shorten(formatToolName(call.name), Math.max(4, Math.min(width - 2, 40))), "bold");
  const used = measureLine([sign, name]);
  const end = used + measureLine(tail) + 8 > width && width < 40 ? [] : tail;
  const room = Math.min(width - used - measureLine(end) - 2, MAX_SUMMARY);
  const summary = summarizeInput(call.input, call.name, folder);
  const about = summary === "" || room < 3 ? [] : [span(`  ${shorten(summary, room)}`)];
  return [sign, name, ...about, ...(used + measureLine(about) + measureLine(end) > width ? [] : end)];
}

/** Indents lines below the line of a call. */
function indentBelow(width: number, lines: (room: number) => readonly Line[]): Line[] {
  const indent = width < 30 ? "" : "  ";
  const room = Math.min(width, MAX_SUMMARY) - indent.length - 2;
  return lines(room).map((line, index) => [span(`${indent}${index === 0 ? "└ " : "  "}`, "dim"), ...line]);
}

/** Renders a running call for the live area. */
export function renderOpenCall(
  call: OpenCall,
  spinner: string,
  nowMs: number,
  folder: string | undefined,
  width: number,
): Line[] {
  const { input, characters, startedAtMs, progressMs } = call;
  const ranMs = startedAtMs === undefined ? progressMs : Math.max(nowMs - startedAtMs, progressMs ?? 0);
  const progress =
    input === undefined
      ? characters > 200
        ? `${formatCount(characters)} characters so far`
        : ""
      : ranMs === undefined || ranMs < 1000
        ? ""
        : formatElapsed(ranMs);
  const tail = progress === "" ? [] : [span(` · ${progress}`, "dim")];
  return [renderCallLine(span(`${spinner} `, "accent"), call, folder, tail, width)];
}
