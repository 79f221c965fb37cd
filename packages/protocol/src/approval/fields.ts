// Describes the input of a call as labelled fields. Every value of the input is in exactly one field, not shortened.

import { insideOf } from "../wire/inside-of.ts";
import type { JsonObject } from "../wire/json.ts";
import { isObject } from "../wire/read.ts";
import { compactJson } from "./compact-json.ts";
import { lineDiff } from "./line-diff.ts";
import { visibleLines, visiblePieces, visibleText, type ApprovalLine } from "./visible.ts";

/** A labelled part of the input: `command`, `edits[0].change`, `headers.accept`. */
export interface ApprovalField {
  readonly label: string;
  /** Has at least one line. */
  readonly lines: readonly ApprovalLine[];
  /** Whether it identifies the call even without a label: a command, a path, a URL. */
  readonly isMain?: true;
}

/** Fields that come first, in this order. */
const MAIN = ["command", "file_path", "notebook_path", "url", "pattern", "query", "path", "skill", "plan"];
/** The model's own description of the call comes last, because it decides nothing. */
const LAST = "description";
/** The field of each tool whose text is written to a file unchanged. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ["Write", "content"],
  ["NotebookEdit", "new_source"],
]);
const PATHS: ReadonlySet<string> = new Set(["file_path", "notebook_path", "path"]);
/** Values below this depth are shown as JSON on one line. */
const MAX_DEPTH = 4;

export function toFields(toolName: string, input: unknown, cwd: string | undefined): readonly ApprovalField[] {
  if (!isObject(input)) return input === undefined ? [] : [{ label: "input", lines: valueLines(input) }];
  const fields: ApprovalField[] = [];
  const keys = Object.keys(input).sort((one, other) => rank(one) - rank(other));
  const diff = isDiff(input) ? input : undefined;
  for (const key of keys) {
    const value = input[key];
    if (diff !== undefined && key === "old_string") addDiff(fields, "change", diff);
    else if (diff !== undefined && key === "new_string") continue;
    else if (key === WRITTEN.get(toolName) && typeof value === "string" && value !== "")
      fields.push({ label: key, lines: lineDiff("", value) });
    else if (PATHS.has(key) && typeof value === "string") fields.push(pathField(key, value, cwd, fields.length === 0));
    else if (fields.length === 0 && rank(key) < MAIN.length && typeof value === "string")
      fields.push({ label: key, lines: visibleLines(value), isMain: true });
    else addValue(fields, formatLabel("", key), value, 1);
  }
  return fields;
}

function rank(key: string): number {
  if (key === LAST) return MAIN.length + 1;
  return MAIN.includes(key) ? MAIN.indexOf(key) : MAIN.length;
}

/**
 * Returns a field with a path relative to the session's folder. If that could be mistaken for an absolute path, shows
 * the given one.
 */
function pathField(key: string, path: string, cwd: string | undefined, isMain: boolean): ApprovalField {
  const inside = insideOf(path, cwd) ?? path;
  const shown = /^(?:[/\\~]|[a-z]:)/i.test(inside) ? path : inside;
  return { label: key, lines: visibleLines(shown), ...(isMain ? { isMain } : {}) };
}

function addValue(fields: ApprovalField[], label: string, value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH || isFlat(value)) {
    fields.push({ label, lines: valueLines(value) });
  } else if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) addValue(fields, `${label}[${place}]`, item, depth + 1);
  } else {
    const diff = isDiff(value) ? value : undefined;
    for (const [key, item] of Object.entries(value)) {
      if (diff !== undefined && key === "old_string") addDiff(fields, formatLabel(label, "change"), diff);
      else if (diff === undefined || key !== "new_string") addValue(fields, formatLabel(label, key), item, depth + 1);
    }
  }
}

/** Two texts, of which the second replaces the first. */
interface Diff {
  readonly old_string: string;
  readonly new_string: string;
}

function addDiff(fields: ApprovalField[], label: string, { old_string: before, new_string: after }: Diff): void {
  const lines = lineDiff(before, after);
  fields.push({ label, lines: lines.length === 0 ? visibleLines("") : lines });
}

function isDiff(value: object): value is Diff {
  const { old_string: before, new_string: after } = value as JsonObject;
  return typeof before === "string" && typeof after === "string";
}

function valueLines(value: unknown): readonly ApprovalLine[] {
  return typeof value === "string" ? visibleLines(value) : [{ pieces: visiblePieces(compactJson(value)) }];
}

/** Whether a value is readable as JSON on one line: it contains no nested objects and no text of several lines. */
function isFlat(value: object): boolean {
  if (!Array.isArray(value) && isDiff(value)) return false;
  return Object.values(value).every((item: unknown) =>
    typeof item === "string" ? !item.includes("\n") : typeof item !== "object" || item === null,
  );
}

/** Returns the label of a nested key. Names that could be misread are quoted. */
function formatLabel(before: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) return `${before}[${visibleText(JSON.stringify(key))}]`;
  return before === "" ? key : `${before}.${key}`;
}
