// Lays out the description of a permission request. Lines are wrapped and never cut. If not all of them fit, each field keeps its
// beginning and its end, and the hidden lines between them are counted.

import type { ApprovalDescription, ApprovalField, ApprovalLine, ApprovalPiece } from "@unspool/protocol/approval";
import { span, type Line, type Span, type Style } from "../terminal/style.ts";
import { splitGraphemes } from "../terminal/width.ts";
import { formatCount, formatQuantity } from "../output/format-numbers.ts";
import { wrap } from "../terminal/wrap.ts";

export interface ApprovalLayout {
  /** Returns all lines. */
  renderWhole(width: number): readonly Line[];
  /** Returns at most `maxLines` lines and the number of hidden ones, which the lines also show. */
  renderFitted(width: number, maxLines: number): { readonly lines: readonly Line[]; readonly hidden: number };
}

interface Blocks {
  /** The question itself and the warnings. */
  readonly head: readonly Line[];
  readonly fields: readonly (readonly Line[])[];
  /** The fields with long unchanged parts of diffs counted instead of shown. */
  readonly short: readonly (readonly Line[])[];
}

const QUESTION: Span = span("? ", "warn");
/** Marks the beginning of a line. */
const GUTTER = "│ ";
/** Marks the continuation of the line above. */
const CONTINUED = "┊ ";
/** A field needs its label, its first line, the count and its last line. */
const MIN_FIELD_LINES = 4;
const MAX_HEAD_LINES = 6;
/** Number of unchanged lines shown around a change. */
const CONTEXT = 3;

export interface LayoutOptions {
  /** Shows only the size of diffs: for the scrollback, where the result of the tool shows the diff. @default false */
  readonly hidesDiffs?: boolean;
}

/** How the question about a tool begins. */
export function formatPermissionQuestion(toolName: string): string {
  return toolName === "ExitPlanMode" ? "May it begin?" : "May it run?";
}

/** @param question the beginning of the headline, see `formatPermissionQuestion` */
export function createLayout(
  description: ApprovalDescription,
  question: string,
  { hidesDiffs = false }: LayoutOptions = {},
): ApprovalLayout {
  let laidOut: { readonly width: number; readonly blocks: Blocks } | undefined;
  /** Lays out a large input once, not for every frame. */
  const getBlocks = (width: number): Blocks => {
    if (laidOut?.width !== width) laidOut = { width, blocks: layOut(description, question, width, hidesDiffs) };
    return laidOut.blocks;
  };
  return {
    renderWhole(width) {
      const { head, fields } = getBlocks(width);
      const covers = description.always.covers.map((text): ApprovalLine => ({ pieces: [{ text }] }));
      const always = covers.length === 0 ? [] : renderField({ label: "always would cover", lines: covers }, width);
      return [...head, ...fields.flat(), ...always];
    },
    renderFitted(width, maxLines) {
      const { head, fields, short } = getBlocks(width);
      const all = head.length + fields.reduce((sum, lines) => sum + lines.length, 0);
      if (all <= maxLines) return { lines: [...head, ...fields.flat()], hidden: 0 };
      const start = capLines(head, Math.max(2, Math.min(MAX_HEAD_LINES, maxLines)), width);
      const rest = fit(short, maxLines - start.length, width);
      const shown = start.filter(isContent).length + rest.filter(isContent).length;
      return { lines: [...start, ...rest], hidden: all - shown };
    },
  };
}

function layOut(description: ApprovalDescription, question: string, width: number, hidesDiffs: boolean): Blocks {
  const { title, fields, reason, warnings } = description;
  const [first, ...others] = fields;
  const name: Line = [span(`${question} `), span(title, "bold")];
  const inLine = first?.isMain === true ? first.lines : [];
  const headline: Line = [...name, span("  "), ...toSpans(inLine[0]?.pieces ?? [])];
  const isInLine = inLine.length === 1 && measureLineCarefully(headline) + 2 <= width;
  const named: Line = isInLine ? headline : name;
  const more: readonly ApprovalField[] = [
    ...(isInLine ? others : fields),
    ...(reason.length === 0 ? [] : [{ label: "reason", lines: reason }]),
  ];
  const head = [
    ...wrapExactly(named, width, [QUESTION], [span("  ")]),
    ...warnings.flatMap(({ message }) => wrap([span(message, "warn")], width, [span("! ", "warn")], [span("  ")])),
  ];
  return {
    head,
    fields: more.map((field) => layOutField(field)),
    short: more.map((field) => layOutField({ ...field, lines: collapseContext(field.lines) })),
  };
  function layOutField(field: ApprovalField): readonly Line[] {
    const lines = renderField(field, width);
    return hidesDiffs && isChange(field) ? lines.slice(0, 1) : lines;
  }
}

function renderField({ label, lines }: ApprovalField, width: number): Line[] {
  const indent = width < 30 ? "" : "  ";
  const [only] = lines;
  const hasSigns = isChange({ lines });
  if (lines.length === 1 && only !== undefined && !hasSigns) {
    const line: Line = [span(`${indent}${label}: `, "dim"), ...toSpans(only.pieces)];
    if (measureLineCarefully(line) <= width) return [line];
  }
  const figures = hasSigns ? formatChangeCounts(lines) : [];
  const gutter = [span(`${indent}${GUTTER}`, "dim")];
  const continued = [span(`${indent}${CONTINUED}`, "dim")];
  return [
    ...wrapExactly([span(`${label}:`, "dim"), ...figures], width, [span(indent)], [span(`${indent}  `)]),
    ...lines.flatMap((line) => {
      const [sign, ...styles] = toSignStyle(line);
      const content = toSpans(line.pieces, ...styles);
      const rows =
        sign === undefined
          ? wrapExactly(content, width, gutter, continued)
          : wrapExactly(content, width, [...gutter, sign], [...continued, span("  ")]);
      if (COUNTING.has(line)) for (const row of rows) COUNTING.add(row);
      return rows;
    }),
  ];
}

function isChange({ lines }: Pick<ApprovalField, "lines">): boolean {
  return lines[0]?.sign !== undefined;
}

function toSignStyle({ sign }: ApprovalLine): readonly [Span | undefined, ...Style[]] {
  if (sign === "+") return [span("+ ", "good"), "good"];
  if (sign === "-") return [span("- ", "bad"), "bad"];
  return sign === " " ? [span("  "), "dim"] : [undefined];
}

/** Formats the counts: ` +2 −1`. */
function formatChangeCounts(lines: readonly ApprovalLine[]): Line {
  const added = lines.filter(({ sign }) => sign === "+").length;
  const removed = lines.filter(({ sign }) => sign === "-").length;
  return [
    ...(added > 0 ? [span(` +${formatCount(added)}`, "good")] : []),
    ...(removed > 0 ? [span(` −${formatCount(removed)}`, "bad")] : []),
  ];
}

function toSpans(pieces: readonly ApprovalPiece[], ...styles: readonly Style[]): Line {
  return pieces.map(({ text, isMark }) => span(text, ...(isMark === true ? (["warn"] as const) : styles)));
}

/** Replaces long runs of unchanged lines by their count. */
function collapseContext(lines: readonly ApprovalLine[]): readonly ApprovalLine[] {
  const short: ApprovalLine[] = [];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (lines[end]?.sign === " ") end += 1;
    const before = index === 0 ? 0 : CONTEXT;
    const after = end === lines.length ? 0 : CONTEXT;
    const hidden = end - index - before - after;
    if (hidden > 1) {
      const pieces = [{ text: `⋮ ${formatQuantity(hidden, "unchanged line")}`, isMark: true } as const];
      const counting: ApprovalLine = { sign: " ", pieces };
      COUNTING.add(counting);
      short.push(...lines.slice(index, index + before), counting, ...lines.slice(end - after, end));
    } else short.push(...lines.slice(index, end));
    index = end;
    const line = lines[index];
    if (line !== undefined) short.push(line);
    index += 1;
  }
  return short;
}

/** Shortens the longest fields until all fit. If they still do not fit, the last fields are left out. */
function fit(fields: readonly (readonly Line[])[], room: number, width: number): Line[] {
  const countNeeded = (most: number): number => fields.reduce((sum, lines) => sum + Math.min(lines.length, most), 0);
  let most = MIN_FIELD_LINES;
  if (countNeeded(most) > room) return fitFirst(fields, room, width);
  // Binary search for the largest number of lines per field with which all fit.
  for (let tooMany = room + 1; tooMany - most > 1;) {
    const middle = Math.floor((most + tooMany) / 2);
    if (countNeeded(middle) <= room) most = middle;
    else tooMany = middle;
  }
  return fields.flatMap((lines) => capLines(lines, most, width));
}

function fitFirst(fields: readonly (readonly Line[])[], room: number, width: number): Line[] {
  const lines: Line[] = [];
  let index = 0;
  for (const field of fields) {
    const needed = Math.min(field.length, MIN_FIELD_LINES);
    if (lines.length + needed > room - 1) break;
    lines.push(...capLines(field, MIN_FIELD_LINES, width));
    index += 1;
  }
  const left = fields.slice(index);
  if (left.length === 0 || room < 1) return lines;
  const total = left.reduce((sum, field) => sum + field.length, 0);
  return [...lines, renderHiddenCount(total, width, left.length)];
}

function capLines(lines: readonly Line[], maxLines: number, width: number): Line[] {
  if (lines.length <= maxLines) return [...lines];
  const head = Math.ceil((maxLines - 1) / 2);
  const tail = Math.max(0, maxLines - 1 - head);
  const hidden = renderHiddenCount(lines.length - head - tail, width);
  return [...lines.slice(0, head), hidden, ...(tail === 0 ? [] : lines.slice(-tail))];
}

/** Lines that only show how many others are hidden. */
const COUNTING = new WeakSet<object>();

function renderHiddenCount(hidden: number, width: number, fields = 0): Line {
  const lines = formatQuantity(hidden, "line");
  const forms = [
    ...(fields === 0 ? [] : [`  … ${formatQuantity(fields, "field")} with ${lines} hidden`]),
    `  … ${lines} hidden`,
    `… ${formatCount(hidden)} hidden`,
  ];
  const line: Line = [span(forms.find((text) => text.length <= width) ?? forms.at(-1) ?? "", "warn")];
  COUNTING.add(line);
  return line;
}

function isContent(line: Line): boolean {
  return !COUNTING.has(line);
}

/** Wraps at the exact width: if words moved, a wrapped space would look like a line end. */
function wrapExactly(content: Line, width: number, first: Line, rest: Line): Line[] {
  const lines: Line[] = [];
  let line: Span[] = [...first];
  let left = measureRoom(width, first);
  const endLine = (): void => {
    lines.push(showSpaceAtBreak(line, -1));
    line = [...rest];
    left = measureRoom(width, rest);
  };
  for (const { text, styles = [] } of content) {
    let start = 0;
    // A mark moves to the next line if it fits there as a whole.
    if (
      styles[0] === "warn" &&
      measureTextCarefully(text) > left &&
      measureTextCarefully(text) <= measureRoom(width, rest)
    )
      endLine();
    while (start < text.length) {
      const isFresh = lines.length === 0 ? line.length === first.length : line.length === rest.length;
      const { end, used } = cutCarefully(text, start, left, isFresh);
      if (end === start) endLine();
      else {
        const isContinued = lines.length > 0 && isFresh;
        line.push(span(text.slice(start, end), ...styles));
        if (isContinued) line = [...showSpaceAtBreak(line, rest.length)];
        left -= used;
        start = end;
      }
    }
  }
  lines.push(line);
  return lines;
}

/** Shows a space at the break. Otherwise `~/a /b` would look like `~/a/b`. */
function showSpaceAtBreak(line: Line, index: number): Line {
  const part = line.at(index);
  if (part === undefined || part.text.trim() === "") return line;
  const text = index < 0 ? part.text.replace(/ $/, "␣") : part.text.replace(/^ /, "␣");
  return text === part.text ? line : line.with(index, { ...part, text });
}

function measureRoom(width: number, before: Line): number {
  return Math.max(2, width - measureLineCarefully(before));
}

/** Returns the end of the longest part that certainly fits; at least one character on an empty line. */
function cutCarefully(
  text: string,
  start: number,
  columns: number,
  isFresh: boolean,
): { readonly end: number; readonly used: number } {
  if (columns === Number.POSITIVE_INFINITY) return { end: text.length, used: 0 };
  const piece = text.slice(start, start + Math.max(0, columns));
  if (isAscii(piece) && !isJoined(text, start + piece.length)) return { end: start + piece.length, used: piece.length };
  let end = start;
  let used = 0;
  for (const character of splitGraphemes(text.slice(start, start + columns + LONGEST_CHARACTER))) {
    const width = measureTextCarefully(character);
    if (used + width > columns && !(isFresh && end === start)) break;
    end += character.length;
    used += width;
    if (used >= columns) break;
  }
  return { end, used };
}

/** Whether the character at this index may combine with the one before it. */
function isJoined(text: string, index: number): boolean {
  return text.charCodeAt(index) > 0x7e;
}

/** In code units; longer than any emoji. */
const LONGEST_CHARACTER = 64;

function measureLineCarefully(line: Line): number {
  return line.reduce((sum, { text }) => sum + (isGutter(text) ? text.length : measureTextCarefully(text)), 0);
}

/**
 * Terminals disagree about the width of non-ASCII characters and cut lines that are too wide. Every such code point therefore
 * counts as two columns: an early line break does no harm.
 */
function measureTextCarefully(text: string): number {
  if (isAscii(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += isAscii(character) ? 1 : 2;
  return columns;
}

function isGutter(text: string): boolean {
  return /^ *[│┊]? ?$/.test(text);
}

function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text);
}
