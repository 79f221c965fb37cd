// The description of a request as lines of the screen. Lines are broken at the width and never cut; where there is no room
// for all of them, each field keeps its beginning and its end, and what is left out in between is counted.

import type { ApprovalDescription, ApprovalField, ApprovalLine, ApprovalPiece } from "@unspool/protocol/approval";
import { span, type Line, type Span, type Style } from "../terminal/style.ts";
import { graphemesOf } from "../terminal/width.ts";
import { count, counted } from "../view/figures.ts";
import { wrap } from "../view/wrap.ts";

export interface ApprovalLayout {
  /** Everything. */
  whole(width: number): readonly Line[];
  /** At most so many lines, and how many of the whole are not among them. Their number is told in the lines. */
  fitted(width: number, maxLines: number): { readonly lines: readonly Line[]; readonly hidden: number };
}

interface Blocks {
  /** The question itself, with what must not be overlooked. */
  readonly head: readonly Line[];
  readonly fields: readonly (readonly Line[])[];
  /** The same with long unchanged parts of changes counted instead of shown. */
  readonly short: readonly (readonly Line[])[];
}

const QUESTION: Span = span("? ", "warn");
/** A line begins here. */
const GUTTER = "│ ";
/** The line above goes on here. */
const CONTINUED = "┊ ";
/** Fewer lines of a field cannot show its label, its first and its last line. */
const MIN_FIELD_LINES = 4;
const MAX_HEAD_LINES = 6;
/** So many unchanged lines stay around a change. */
const CONTEXT = 3;

export interface LayoutOptions {
  /** Of changes only how large they are: for the scrollback, where the tool itself shows them again. @default false */
  readonly hasFiguresOnly?: boolean;
}

/** @param words how the question begins */
export function createLayout(
  description: ApprovalDescription,
  words: string,
  { hasFiguresOnly = false }: LayoutOptions = {},
): ApprovalLayout {
  let laidOut: { readonly width: number; readonly blocks: Blocks } | undefined;
  /** A large input is laid out once, and not for every frame. */
  const blocksAt = (width: number): Blocks => {
    if (laidOut?.width !== width) laidOut = { width, blocks: layOut(description, words, width, hasFiguresOnly) };
    return laidOut.blocks;
  };
  return {
    whole(width) {
      const { head, fields } = blocksAt(width);
      const covers = description.always.covers.map((text): ApprovalLine => ({ pieces: [{ text }] }));
      const always = covers.length === 0 ? [] : fieldLines({ label: "always would cover", lines: covers }, width);
      return [...head, ...fields.flat(), ...always];
    },
    fitted(width, maxLines) {
      const { head, fields, short } = blocksAt(width);
      const all = head.length + fields.reduce((sum, lines) => sum + lines.length, 0);
      if (all <= maxLines) return { lines: [...head, ...fields.flat()], hidden: 0 };
      const start = capped(head, Math.max(2, Math.min(MAX_HEAD_LINES, maxLines)), width);
      const rest = fit(short, maxLines - start.length, width);
      const shown = start.filter(isContent).length + rest.filter(isContent).length;
      return { lines: [...start, ...rest], hidden: all - shown };
    },
  };
}

function layOut(description: ApprovalDescription, words: string, width: number, hasFiguresOnly: boolean): Blocks {
  const { title, fields, reason, warnings } = description;
  const [first, ...others] = fields;
  const name: Line = [span(`${words} `), span(title, "bold")];
  const inLine = first?.isMain === true ? first.lines : [];
  const headline: Line = [...name, span("  "), ...spansOf(inLine[0]?.pieces ?? [])];
  const isInLine = inLine.length === 1 && carefulWidth(headline) + 2 <= width;
  const named: Line = isInLine ? headline : name;
  const more: readonly ApprovalField[] = [
    ...(isInLine ? others : fields),
    ...(reason.length === 0 ? [] : [{ label: "reason", lines: reason }]),
  ];
  const head = [
    ...broken(named, width, [QUESTION], [span("  ")]),
    ...warnings.flatMap(({ message }) => wrap([span(message, "warn")], width, [span("! ", "warn")], [span("  ")])),
  ];
  return {
    head,
    fields: more.map((field) => linesOf(field)),
    short: more.map((field) => linesOf({ ...field, lines: withoutContext(field.lines) })),
  };
  function linesOf(field: ApprovalField): readonly Line[] {
    const lines = fieldLines(field, width);
    return hasFiguresOnly && isChange(field) ? lines.slice(0, 1) : lines;
  }
}

function fieldLines({ label, lines }: ApprovalField, width: number): Line[] {
  const indent = width < 30 ? "" : "  ";
  const [only] = lines;
  const hasSigns = isChange({ lines });
  if (lines.length === 1 && only !== undefined && !hasSigns) {
    const line: Line = [span(`${indent}${label}: `, "dim"), ...spansOf(only.pieces)];
    if (carefulWidth(line) <= width) return [line];
  }
  const figures = hasSigns ? changeFigures(lines) : [];
  const gutter = [span(`${indent}${GUTTER}`, "dim")];
  const continued = [span(`${indent}${CONTINUED}`, "dim")];
  return [
    ...broken([span(`${label}:`, "dim"), ...figures], width, [span(indent)], [span(`${indent}  `)]),
    ...lines.flatMap((line) => {
      const [sign, ...styles] = looksOf(line);
      const words = spansOf(line.pieces, ...styles);
      const rows =
        sign === undefined
          ? broken(words, width, gutter, continued)
          : broken(words, width, [...gutter, sign], [...continued, span("  ")]);
      if (COUNTING.has(line)) for (const row of rows) COUNTING.add(row);
      return rows;
    }),
  ];
}

function isChange({ lines }: Pick<ApprovalField, "lines">): boolean {
  return lines[0]?.sign !== undefined;
}

function looksOf({ sign }: ApprovalLine): readonly [Span | undefined, ...Style[]] {
  if (sign === "+") return [span("+ ", "good"), "good"];
  if (sign === "-") return [span("- ", "bad"), "bad"];
  return sign === " " ? [span("  "), "dim"] : [undefined];
}

/** ` +2 −1` */
function changeFigures(lines: readonly ApprovalLine[]): Line {
  const added = lines.filter(({ sign }) => sign === "+").length;
  const removed = lines.filter(({ sign }) => sign === "-").length;
  return [
    ...(added > 0 ? [span(` +${count(added)}`, "good")] : []),
    ...(removed > 0 ? [span(` −${count(removed)}`, "bad")] : []),
  ];
}

function spansOf(pieces: readonly ApprovalPiece[], ...styles: readonly Style[]): Line {
  return pieces.map(({ text, isMark }) => span(text, ...(isMark === true ? (["warn"] as const) : styles)));
}

/** Long runs of unchanged lines, counted. */
function withoutContext(lines: readonly ApprovalLine[]): readonly ApprovalLine[] {
  const short: ApprovalLine[] = [];
  for (let place = 0; place < lines.length;) {
    let end = place;
    while (lines[end]?.sign === " ") end += 1;
    const before = place === 0 ? 0 : CONTEXT;
    const after = end === lines.length ? 0 : CONTEXT;
    const hidden = end - place - before - after;
    if (hidden > 1) {
      const pieces = [{ text: `⋮ ${counted(hidden, "unchanged line")}`, isMark: true } as const];
      const counting: ApprovalLine = { sign: " ", pieces };
      COUNTING.add(counting);
      short.push(...lines.slice(place, place + before), counting, ...lines.slice(end - after, end));
    } else short.push(...lines.slice(place, end));
    place = end;
    const line = lines[place];
    if (line !== undefined) short.push(line);
    place += 1;
  }
  return short;
}

/** Every field with its beginning and its end, the long ones shortened first; the last ones left out if even that is too much. */
function fit(fields: readonly (readonly Line[])[], room: number, width: number): Line[] {
  const needs = (most: number): number => fields.reduce((sum, lines) => sum + Math.min(lines.length, most), 0);
  let most = MIN_FIELD_LINES;
  if (needs(most) > room) return fitFirst(fields, room, width);
  // The largest number of lines for each with which all fit.
  for (let tooMany = room + 1; tooMany - most > 1;) {
    const middle = Math.floor((most + tooMany) / 2);
    if (needs(middle) <= room) most = middle;
    else tooMany = middle;
  }
  return fields.flatMap((lines) => capped(lines, most, width));
}

function fitFirst(fields: readonly (readonly Line[])[], room: number, width: number): Line[] {
  const lines: Line[] = [];
  let place = 0;
  for (const field of fields) {
    const needed = Math.min(field.length, MIN_FIELD_LINES);
    if (lines.length + needed > room - 1) break;
    lines.push(...capped(field, MIN_FIELD_LINES, width));
    place += 1;
  }
  const left = fields.slice(place);
  if (left.length === 0 || room < 1) return lines;
  const total = left.reduce((sum, field) => sum + field.length, 0);
  return [...lines, hiddenLine(total, width, left.length)];
}

function capped(lines: readonly Line[], maxLines: number, width: number): Line[] {
  if (lines.length <= maxLines) return [...lines];
  const head = Math.ceil((maxLines - 1) / 2);
  const tail = Math.max(0, maxLines - 1 - head);
  const hidden = hiddenLine(lines.length - head - tail, width);
  return [...lines.slice(0, head), hidden, ...(tail === 0 ? [] : lines.slice(-tail))];
}

/** Lines that only tell how many others are left out. */
const COUNTING = new WeakSet<object>();

function hiddenLine(hidden: number, width: number, fields = 0): Line {
  const lines = counted(hidden, "line");
  const forms = [
    ...(fields === 0 ? [] : [`  … ${counted(fields, "field")} with ${lines} hidden`]),
    `  … ${lines} hidden`,
    `… ${count(hidden)} hidden`,
  ];
  const line: Line = [span(forms.find((words) => words.length <= width) ?? forms.at(-1) ?? "", "warn")];
  COUNTING.add(line);
  return line;
}

function isContent(line: Line): boolean {
  return !COUNTING.has(line);
}

/** Broken at the width, wherever that is: a word that moved could not be told from a line end. */
function broken(words: Line, width: number, first: Line, rest: Line): Line[] {
  const lines: Line[] = [];
  let line: Span[] = [...first];
  let left = roomIn(width, first);
  const endLine = (): void => {
    lines.push(withSpaceShown(line, -1));
    line = [...rest];
    left = roomIn(width, rest);
  };
  for (const { text, styles = [] } of words) {
    let start = 0;
    // A mark is not torn apart if it can stand on a line of its own.
    if (styles[0] === "warn" && carefulColumns(text) > left && carefulColumns(text) <= roomIn(width, rest)) endLine();
    while (start < text.length) {
      const isFresh = lines.length === 0 ? line.length === first.length : line.length === rest.length;
      const { end, used } = cutCarefully(text, start, left, isFresh);
      if (end === start) endLine();
      else {
        const isContinued = lines.length > 0 && isFresh;
        line.push(span(text.slice(start, end), ...styles));
        if (isContinued) line = [...withSpaceShown(line, rest.length)];
        left -= used;
        start = end;
      }
    }
  }
  lines.push(line);
  return lines;
}

/** At the break a space would not show, and `~/a /b` would look like `~/a/b`. */
function withSpaceShown(line: Line, place: number): Line {
  const part = line.at(place);
  if (part === undefined || part.text.trim() === "") return line;
  const text = place < 0 ? part.text.replace(/ $/, "␣") : part.text.replace(/^ /, "␣");
  return text === part.text ? line : line.with(place, { ...part, text });
}

function roomIn(width: number, before: Line): number {
  return Math.max(2, width - carefulWidth(before));
}

/** The longest part from here on that surely fits; at least one character where the line has nothing yet. */
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
  for (const character of graphemesOf(text.slice(start, start + columns + LONGEST_CHARACTER))) {
    const width = carefulColumns(character);
    if (used + width > columns && !(isFresh && end === start)) break;
    end += character.length;
    used += width;
    if (used >= columns) break;
  }
  return { end, used };
}

/** Whether a combining character stands there, which belongs to the one before. */
function isJoined(text: string, place: number): boolean {
  return text.charCodeAt(place) > 0x7e;
}

/** More than the longest emoji has. */
const LONGEST_CHARACTER = 64;

function carefulWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + (isOurs(text) ? text.length : carefulColumns(text)), 0);
}

/**
 * Terminals disagree about the width of what is not ASCII, and cut what is wider than we thought. So every such code point
 * counts as two columns: too early a line break does no harm.
 */
function carefulColumns(text: string): number {
  if (isAscii(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += isAscii(character) ? 1 : 2;
  return columns;
}

function isOurs(text: string): boolean {
  return /^ *[│┊]? ?$/.test(text);
}

function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text);
}
