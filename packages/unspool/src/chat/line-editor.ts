// The line a person types, as data: a key makes a new one. Several lines, history, and the keys that shells have.

import { graphemesOf } from "../terminal/width.ts";

export interface EditorState {
  readonly text: string;
  /** Where the next character goes. */
  readonly cursor: number;
  /** What was sent before, oldest first. */
  readonly history: readonly string[];
  /** Which of them is shown; the number of them: none. */
  readonly place: number;
  /** What was being typed when history was asked for. */
  readonly draft: string;
}

export interface Key {
  /** As Node's readline names it: `return`, `left`, `a`. */
  readonly name?: string | undefined;
  /** What was typed. */
  readonly text?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
  /** Part of a paste: a line end is text. */
  readonly isPasted?: boolean | undefined;
}

export const EMPTY_EDITOR: EditorState = { text: "", cursor: 0, history: [], place: 0, draft: "" };

export function withText(state: EditorState, text: string): EditorState {
  return { ...state, text, cursor: text.length };
}

/** The editor after its text was sent. */
export function sent(state: EditorState): EditorState {
  const { text } = state;
  const history = text.trim() === "" || state.history.at(-1) === text ? state.history : [...state.history, text];
  return { ...EMPTY_EDITOR, history, place: history.length };
}

/** Whether Enter sends it: a line that ends with a backslash goes on. */
export function isComplete({ text, cursor }: EditorState): boolean {
  return !(cursor === text.length && text.endsWith("\\"));
}

/** @returns the same state if the key means nothing here */
export function press(state: EditorState, key: Key): EditorState {
  const { text, cursor } = state;
  if (key.isPasted === true) return insert(state, (key.text ?? "").replaceAll(/\r\n?/g, "\n"));
  if (isNewLine(key)) return insert(state, "\n");
  if (key.name === "return" && !isComplete(state)) return insert(withText(state, text.slice(0, -1)), "\n");
  const named = KEYS[`${key.ctrl === true ? "ctrl-" : ""}${key.meta === true ? "meta-" : ""}${key.name ?? ""}`];
  if (named !== undefined) return named(state);
  const typed = key.text ?? "";
  // Control characters are keys that mean nothing here.
  // oxlint-disable-next-line no-control-regex
  if (key.ctrl === true || key.meta === true || typed === "" || /[\u0000-\u001F\u007F]/.test(typed)) return state;
  return { ...insert(state, typed), place: state.place, cursor: cursor + typed.length };
}

function isNewLine({ name, ctrl, meta }: Key): boolean {
  return (name === "return" && meta === true) || (name === "j" && ctrl === true) || name === "enter";
}

const KEYS: Readonly<Record<string, (state: EditorState) => EditorState>> = {
  left: (state) => moveTo(state, previous(state)),
  right: (state) => moveTo(state, next(state)),
  "ctrl-b": (state) => moveTo(state, previous(state)),
  "ctrl-f": (state) => moveTo(state, next(state)),
  home: (state) => moveTo(state, lineStart(state)),
  end: (state) => moveTo(state, lineEnd(state)),
  "ctrl-a": (state) => moveTo(state, lineStart(state)),
  "ctrl-e": (state) => moveTo(state, lineEnd(state)),
  "meta-b": (state) => moveTo(state, wordStart(state)),
  "meta-f": (state) => moveTo(state, wordEnd(state)),
  backspace: (state) => remove(state, previous(state), state.cursor),
  "ctrl-h": (state) => remove(state, previous(state), state.cursor),
  delete: (state) => remove(state, state.cursor, next(state)),
  "ctrl-w": (state) => remove(state, wordStart(state), state.cursor),
  "meta-backspace": (state) => remove(state, wordStart(state), state.cursor),
  "ctrl-u": (state) => remove(state, lineStart(state), state.cursor),
  "ctrl-k": (state) => remove(state, state.cursor, lineEnd(state)),
  up: (state) => (lineStart(state) === 0 ? recall(state, state.place - 1) : moveLine(state, -1)),
  down: (state) => (lineEnd(state) === state.text.length ? recall(state, state.place + 1) : moveLine(state, 1)),
  "ctrl-p": (state) => recall(state, state.place - 1),
  "ctrl-n": (state) => recall(state, state.place + 1),
};

function insert(state: EditorState, added: string): EditorState {
  const { text, cursor } = state;
  return { ...state, text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

function remove(state: EditorState, from: number, to: number): EditorState {
  return { ...state, text: state.text.slice(0, from) + state.text.slice(to), cursor: from };
}

function moveTo(state: EditorState, cursor: number): EditorState {
  return cursor === state.cursor ? state : { ...state, cursor };
}

/** One character as a reader sees it: an emoji of several code points is one. */
function previous({ text, cursor }: EditorState): number {
  return cursor - (graphemesOf(text.slice(0, cursor)).at(-1)?.length ?? 0);
}

function next({ text, cursor }: EditorState): number {
  return cursor + (graphemesOf(text.slice(cursor))[0]?.length ?? 0);
}

function lineStart({ text, cursor }: EditorState): number {
  return cursor === 0 ? 0 : text.lastIndexOf("\n", cursor - 1) + 1;
}

function lineEnd({ text, cursor }: EditorState): number {
  const end = text.indexOf("\n", cursor);
  return end < 0 ? text.length : end;
}

function wordStart({ text, cursor }: EditorState): number {
  return text.slice(0, cursor).replace(/\S+\s*$/, "").length;
}

function wordEnd({ text, cursor }: EditorState): number {
  return cursor + (/^\s*\S+/.exec(text.slice(cursor))?.[0].length ?? 0);
}

function moveLine(state: EditorState, by: -1 | 1): EditorState {
  const column = state.cursor - lineStart(state);
  const other = by < 0 ? lineStart(state) - 1 : lineEnd(state) + 1;
  const there = { ...state, cursor: other };
  return moveTo(state, Math.min(lineStart(there) + column, lineEnd(there)));
}

function recall(state: EditorState, place: number): EditorState {
  const { history, text, draft } = state;
  if (place < 0 || place > history.length) return state;
  const kept = state.place === history.length ? text : draft;
  return { ...withText(state, place === history.length ? kept : (history[place] ?? "")), place, draft: kept };
}
