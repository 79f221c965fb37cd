// A tool's answer in a few lines.

import type { Json, ToolResultEvent } from "@unspool/protocol";
import { span, type Line } from "../terminal/style.ts";
import { shorten } from "../terminal/width.ts";
import { changeLines, type Changes } from "./changes.ts";
import { errorWords } from "./cli-words.ts";
import { counted, count } from "./figures.ts";
import { capped } from "./section.ts";
import { clean } from "./text.ts";
import { asObject } from "./tool-call.ts";
import { wrap } from "./wrap.ts";

export interface Answer extends Pick<ToolResultEvent, "text" | "isError" | "structured"> {}

const MAX_LINES = 4;
const MAX_ERROR_LINES = 8;
const MAX_CHANGES = 14;
/** More of one line than any window shows. */
const MAX_LINE_CHARACTERS = 1000;

export function resultLines(
  name: string,
  input: Json | undefined,
  answer: Answer,
  changes: Changes | undefined,
  width: number,
): Line[] {
  const { text, isError } = answer;
  if (!isError) {
    if (changes !== undefined) return changeLines(changes, width, MAX_CHANGES);
    const todos = asObject(input)?.["todos"];
    if (name === "TodoWrite" && Array.isArray(todos)) return todoLines(todos, width);
    if (name === "Read") return [[span(shorten(readSummary(text), width), "dim")]];
  }
  const maxLines = isError ? MAX_ERROR_LINES : MAX_LINES;
  const { lines, more } = firstLines(errorWords(text), maxLines + 1);
  if (lines.length === 0) return wrap([span(isError ? "failed without a word" : "no output", "dim")], width);
  const shown = more === 0 ? lines : lines.slice(0, maxLines);
  const left = more + lines.length - shown.length;
  const rest: Line[] = left === 0 ? [] : [[span(`… ${counted(left, "more line")}`, "dim")]];
  // What went wrong is worth several lines, but not a screen of them.
  if (isError)
    return [
      ...capped(
        shown.flatMap((line) => wrap([span(line, "dim")], width)),
        MAX_ERROR_LINES,
      ),
      ...rest,
    ];
  return [...shown.map((line): Line => [span(shorten(line, width), "dim")]), ...rest];
}

/** The first lines that are not blank, and how many more there are. A long text is not cleaned to its end. */
function firstLines(text: string, maxLines: number): { readonly lines: readonly string[]; readonly more: number } {
  const lines: string[] = [];
  let place = 0;
  while (place < text.length && lines.length < maxLines) {
    const end = endOfLine(text, place);
    for (const line of clean(text.slice(place, Math.min(end, place + MAX_LINE_CHARACTERS))).split("\n")) {
      if (line.trim() !== "") lines.push(line.trimEnd());
    }
    place = end + 1;
  }
  let more = 0;
  while (place < text.length) {
    const end = endOfLine(text, place);
    if (end > place) more += 1;
    place = end + 1;
  }
  return { lines, more };
}

function endOfLine(text: string, place: number): number {
  const end = text.indexOf("\n", place);
  return end < 0 ? text.length : end;
}

/** Read numbers its lines; an image or a PDF has none. */
function readSummary(text: string): string {
  const numbered = text.match(/^[ \t]*\d+(?:\t|→)/gm)?.length ?? 0;
  if (numbered > 0) return counted(numbered, "line");
  return firstLines(text, 1).lines[0] ?? "nothing in it";
}

const BOXES: Readonly<Record<string, Line>> = {
  completed: [span("☑ ", "good")],
  in_progress: [span("▸ ", "warn")],
};

function todoLines(todos: readonly Json[], width: number): Line[] {
  const maxTodos = 12;
  const lines = todos.slice(0, maxTodos).map((value): Line => {
    const todo = asObject(value);
    const { content, status } = todo ?? {};
    const words = shorten(clean(typeof content === "string" ? content : "").replaceAll("\n", " "), width - 2);
    const isDone = status === "completed";
    const box = typeof status === "string" ? BOXES[status] : undefined;
    return [...(box ?? [span("☐ ", "dim")]), isDone ? span(words, "dim") : span(words)];
  });
  return todos.length > maxTodos ? [...lines, [span(`… ${count(todos.length - maxTodos)} more`, "dim")]] : lines;
}
