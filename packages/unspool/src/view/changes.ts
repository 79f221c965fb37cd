// What Edit, MultiEdit and Write change, as lines with signs: from the patch that the tool reports, else from its input.

import { structuredPatch } from "diff";
import type { Json, JsonObject } from "@unspool/protocol";
import { span, type Line } from "../terminal/style.ts";
import { columnsOf, shorten } from "../terminal/width.ts";
import { count } from "./figures.ts";
import { clean } from "./text.ts";
import { asObject } from "./tool-call.ts";

export interface Changes {
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
  /** The numbers of the lines are those of the file. */
  readonly isPlaced: boolean;
}

interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** Each begins with its sign: space, plus or minus. */
  readonly lines: readonly string[];
}

const EDITING: ReadonlySet<string> = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);
/** Comparing takes time that grows with the product of both. */
const MAX_COMPARED = 200_000;

/** Undefined: the call changes no text, or nothing is known about it. */
export function changesOf(name: string, input: Json | undefined, structured?: Json): Changes | undefined {
  if (!EDITING.has(name)) return undefined;
  const reported = reportedHunks(structured);
  const hunks = reported.length > 0 ? reported : inputHunks(asObject(input));
  if (hunks.length === 0) return undefined;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
    hunks,
    // Of an edit that only its input tells about nobody knows where in the file it is.
    isPlaced: reported.length > 0 || hunks.every(({ oldStart }) => oldStart === 0),
  };
}

function reportedHunks(structured: Json | undefined): Hunk[] {
  const patch = asObject(structured)?.["structuredPatch"];
  if (!Array.isArray(patch)) return [];
  return patch.flatMap((value): Hunk[] => {
    const hunk = asObject(value);
    const lines = Array.isArray(hunk?.["lines"]) ? hunk["lines"].filter((line) => typeof line === "string") : [];
    return lines.length === 0
      ? []
      : [{ oldStart: numberOf(hunk?.["oldStart"]), newStart: numberOf(hunk?.["newStart"]), lines }];
  });
}

function inputHunks(input: JsonObject | undefined): Hunk[] {
  if (input === undefined) return [];
  const { content, new_source: source, edits } = input;
  if (typeof content === "string") return compare("", content);
  if (typeof source === "string") return compare("", source);
  const parts = Array.isArray(edits) ? edits.map(asObject) : [input];
  return parts.flatMap((part) => {
    const { old_string: before, new_string: after } = part ?? {};
    return typeof before === "string" && typeof after === "string" ? compare(before, after) : [];
  });
}

function compare(before: string, after: string): Hunk[] {
  if (before === "" && after !== "")
    return [{ oldStart: 0, newStart: 1, lines: linesOf(after).map((line) => `+${line}`) }];
  if (before.length + after.length > MAX_COMPARED) return [];
  const patch = structuredPatch("", "", ended(before), ended(after), "", "", { context: 2, timeout: 200 });
  return (patch?.hunks ?? []).map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines.filter((line) => !line.startsWith("\\")),
  }));
}

function linesOf(text: string): string[] {
  return ended(text).slice(0, -1).split("\n");
}

/** Whether the last line has an end is not what a reader wants to know here. */
function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function numberOf(value: Json | undefined): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

/** `+2 −1` */
export function changeFigures({ added, removed }: Changes): Line {
  return [
    ...(added > 0 ? [span(`+${count(added)}`, "good")] : []),
    ...(added > 0 && removed > 0 ? [span(" ")] : []),
    ...(removed > 0 ? [span(`−${count(removed)}`, "bad")] : []),
  ];
}

/** The lines of a diff with their numbers, as many as are wanted and one that says how many more there are. */
export function changeLines({ hunks, isPlaced }: Changes, width: number, maxLines: number): Line[] {
  const last = hunks.reduce(
    (most, { oldStart, newStart, lines }) => Math.max(most, Math.max(oldStart, newStart) + lines.length),
    0,
  );
  const digits = width < 30 || !isPlaced ? 0 : String(last).length;
  const lines: Line[] = [];
  let total = 0;
  for (const [place, hunk] of hunks.entries()) {
    if (place > 0 && lines.length < maxLines) lines.push([span("⋮", "dim")]);
    let { oldStart: old, newStart: now } = hunk;
    for (const text of hunk.lines) {
      const sign = text[0] ?? " ";
      const number = sign === "-" ? old : now;
      if (sign !== "+") old += 1;
      if (sign !== "-") now += 1;
      total += 1;
      if (lines.length < maxLines) lines.push(changeLine(sign, text.slice(1), number, digits, width));
      else if (total > 10_000) break;
    }
  }
  const shown = lines.filter((line) => line[0]?.text !== "⋮").length;
  return total > shown ? [...lines, [span(`… ${count(total - shown)} more`, "dim")]] : lines;
}

function changeLine(sign: string, text: string, number: number, digits: number, width: number): Line {
  const head = digits === 0 ? "" : `${String(number).padStart(digits)} `;
  const words = shorten(clean(text).replaceAll("\n", " "), width - columnsOf(head) - 2);
  if (sign === "+") return [span(head, "dim"), span(`+ ${words}`, "good")];
  if (sign === "-") return [span(head, "dim"), span(`- ${words}`, "bad")];
  return [span(head, "dim"), span(`  ${words}`, "dim")];
}
