// Renders the result of a tool in a few lines.

import type { Json, ToolResultEvent } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";
import { span, type Line } from "../../terminal/style.ts";
import { shorten } from "../../terminal/width.ts";
import { renderFileChanges, type FileChanges } from "./file-changes.ts";
import { stripErrorTags } from "../content/cli-text.ts";
import { formatQuantity, formatCount } from "../../output/format-numbers.ts";
import { limitLines } from "./section.ts";
import { cleanText } from "../../terminal/clean-text.ts";
import { wrap } from "../../terminal/wrap.ts";

export interface ToolAnswer extends Pick<ToolResultEvent, "text" | "isError" | "structured"> {}

const MAX_LINES = 4;
const MAX_ERROR_LINES = 8;
const MAX_CHANGES = 14;
/** Longer than a line of any window. */
const MAX_LINE_CHARACTERS = 1000;

export function renderToolResult(
  name: string,
  input: Json | undefined,
  answer: ToolAnswer,
  changes: FileChanges | undefined,
  width: number,
): Line[] {
  const { text, isError } = answer;
  if (!isError) {
    if (changes !== undefined) return renderFileChanges(changes, width, MAX_CHANGES);
    const todos = asObject(input)?.["todos"];
    if (name === "TodoWrite" && Array.isArray(todos)) return renderTodos(todos, width);
    if (name === "Read") return [[span(shorten(summarizeRead(text), width), "dim")]];
  }
  const maxLines = isError ? MAX_ERROR_LINES : MAX_LINES;
  const { lines, more } = takeFirstLines(stripErrorTags(text), maxLines + 1);
  if (lines.length === 0) return wrap([span(isError ? "failed without output" : "no output", "dim")], width);
  const shown = more === 0 ? lines : lines.slice(0, maxLines);
  const left = more + lines.length - shown.length;
  const rest: Line[] = left === 0 ? [] : [[span(`… ${formatQuantity(left, "more line")}`, "dim")]];
  if (isError)
    return [
      ...limitLines(
        shown.flatMap((line) => wrap([span(line, "dim")], width)),
        MAX_ERROR_LINES,
      ),
      ...rest,
    ];
  return [...shown.map((line): Line => [span(shorten(line, width), "dim")]), ...rest];
}

/** Returns the first lines that are not blank and the number of others. Cleans only what it returns. */
function takeFirstLines(text: string, maxLines: number): { readonly lines: readonly string[]; readonly more: number } {
  const lines: string[] = [];
  let index = 0;
  while (index < text.length && lines.length < maxLines) {
    const end = findLineEnd(text, index);
    for (const line of cleanText(text.slice(index, Math.min(end, index + MAX_LINE_CHARACTERS))).split("\n")) {
      if (line.trim() !== "") lines.push(line.trimEnd());
    }
    index = end + 1;
  }
  let more = 0;
  while (index < text.length) {
    const end = findLineEnd(text, index);
    if (end > index) more += 1;
    index = end + 1;
  }
  return { lines, more };
}

function findLineEnd(text: string, index: number): number {
  const end = text.indexOf("\n", index);
  return end < 0 ? text.length : end;
}

/** Counts the lines of a Read result, which are numbered. An image or a PDF has no numbers. */
function summarizeRead(text: string): string {
  const numbered = text.match(/^[ \t]*\d+(?:\t|→)/gm)?.length ?? 0;
  if (numbered > 0) return formatQuantity(numbered, "line");
  return takeFirstLines(text, 1).lines[0] ?? "empty file";
}

const BOXES: Readonly<Record<string, Line>> = {
  completed: [span("☑ ", "good")],
  in_progress: [span("▸ ", "warn")],
};

function renderTodos(todos: readonly Json[], width: number): Line[] {
  const maxTodos = 12;
  const lines = todos.slice(0, maxTodos).map((value): Line => {
    const todo = asObject(value);
    const { content, status } = todo ?? {};
    const text = shorten(cleanText(typeof content === "string" ? content : "").replaceAll("\n", " "), width - 2);
    const isDone = status === "completed";
    const box = typeof status === "string" ? BOXES[status] : undefined;
    return [...(box ?? [span("☐ ", "dim")]), isDone ? span(text, "dim") : span(text)];
  });
  return todos.length > maxTodos ? [...lines, [span(`… ${formatCount(todos.length - maxTodos)} more`, "dim")]] : lines;
}
