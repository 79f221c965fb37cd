// Finds and renders the diff of an Edit, MultiEdit or Write call: from the patch that the tool reports, otherwise from its input.

import { structuredPatch } from "diff";
import type { Json, JsonObject } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";
import { span, type Line } from "../../terminal/style.ts";
import { measureColumns, shorten } from "../../terminal/width.ts";
import { formatCount } from "../../output/format-numbers.ts";
import { cleanText } from "../../terminal/clean-text.ts";

export interface FileChanges {
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
  /** Whether the line numbers are those of the file. */
  readonly hasFileLineNumbers: boolean;
}

interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  /** Each line begins with a space, plus or minus. */
  readonly lines: readonly string[];
}

const EDITING: ReadonlySet<string> = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);
/** In characters. The time of a comparison grows with the product of both lengths. */
const MAX_COMPARED = 200_000;

/** Returns `undefined` if the call changes no text or its change is unknown. */
export function findFileChanges(name: string, input: Json | undefined, structured?: Json): FileChanges | undefined {
  if (!EDITING.has(name)) return undefined;
  const reported = readReportedHunks(structured);
  const hunks = reported.length > 0 ? reported : diffInput(asObject(input));
  if (hunks.length === 0) return undefined;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
    hunks,
    // The input of an edit does not say where in the file it is.
    hasFileLineNumbers: reported.length > 0 || hunks.every(({ oldStart }) => oldStart === 0),
  };
}

function readReportedHunks(structured: Json | undefined): Hunk[] {
  const patch = asObject(structured)?.["structuredPatch"];
  if (!Array.isArray(patch)) return [];
  return patch.flatMap((value): Hunk[] => {
    const hunk = asObject(value);
    const lines = Array.isArray(hunk?.["lines"]) ? hunk["lines"].filter((line) => typeof line === "string") : [];
    return lines.length === 0
      ? []
      : [{ oldStart: toLineNumber(hunk?.["oldStart"]), newStart: toLineNumber(hunk?.["newStart"]), lines }];
  });
}

function diffInput(input: JsonObject | undefined): Hunk[] {
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
    return [{ oldStart: 0, newStart: 1, lines: splitLines(after).map((line) => `+${line}`) }];
  if (before.length + after.length > MAX_COMPARED) return [];
  const patch = structuredPatch("", "", withLineEnd(before), withLineEnd(after), "", "", { context: 2, timeout: 200 });
  return (patch?.hunks ?? []).map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines.filter((line) => !line.startsWith("\\")),
  }));
}

function splitLines(text: string): string[] {
  return withLineEnd(text).slice(0, -1).split("\n");
}

/** Adds a missing line end, so that the diff does not report one. */
function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function toLineNumber(value: Json | undefined): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

/** Formats the counts: `+2 −1`. */
export function formatChangeCounts({ added, removed }: FileChanges): Line {
  return [
    ...(added > 0 ? [span(`+${formatCount(added)}`, "good")] : []),
    ...(added > 0 && removed > 0 ? [span(" ")] : []),
    ...(removed > 0 ? [span(`−${formatCount(removed)}`, "bad")] : []),
  ];
}

/** Renders at most `maxLines` numbered lines of the diff, and one with the number of hidden lines. */
export function renderFileChanges({ hunks, hasFileLineNumbers }: FileChanges, width: number, maxLines: number): Line[] {
  const last = hunks.reduce(
    (most, { oldStart, newStart, lines }) => Math.max(most, Math.max(oldStart, newStart) + lines.length),
    0,
  );
  const digits = width < 30 || !hasFileLineNumbers ? 0 : String(last).length;
  const lines: Line[] = [];
  let total = 0;
  for (const [index, hunk] of hunks.entries()) {
    if (index > 0 && lines.length < maxLines) lines.push([span("⋮", "dim")]);
    let { oldStart: old, newStart: now } = hunk;
    for (const text of hunk.lines) {
      const sign = text[0] ?? " ";
      const number = sign === "-" ? old : now;
      if (sign !== "+") old += 1;
      if (sign !== "-") now += 1;
      total += 1;
      if (lines.length < maxLines) lines.push(renderChange(sign, text.slice(1), number, digits, width));
      else if (total > 10_000) break;
    }
  }
  const shown = lines.filter((line) => line[0]?.text !== "⋮").length;
  return total > shown ? [...lines, [span(`… ${formatCount(total - shown)} more`, "dim")]] : lines;
}

function renderChange(sign: string, text: string, number: number, digits: number, width: number): Line {
  const head = digits === 0 ? "" : `${String(number).padStart(digits)} `;
  const content = shorten(cleanText(text).replaceAll("\n", " "), width - measureColumns(head) - 2);
  if (sign === "+") return [span(head, "dim"), span(`+ ${content}`, "good")];
  if (sign === "-") return [span(head, "dim"), span(`- ${content}`, "bad")];
  return [span(head, "dim"), span(`  ${content}`, "dim")];
}
