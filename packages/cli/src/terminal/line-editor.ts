// A line editor as data: each key returns a new state. Supports several lines, history, and the usual keys of a shell.

import { splitGraphemes } from "./width.ts";

export interface EditorState {
  readonly text: string;
  /** Index at which the next character is inserted. */
  readonly cursor: number;
  /** Texts that were sent before, oldest first. */
  readonly history: readonly string[];
  /** Index of the shown history entry, or the length of the history if none is shown. */
  readonly historyIndex: number;
  /** The unsent text that was replaced by a history entry. */
  readonly draft: string;
}

export interface Key {
  /** The name in Node's readline: `return`, `left`, `a`. */
  readonly name?: string | undefined;
  /** The typed text. */
  readonly text?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
  /** Whether it is pasted text, in which a line end is text. */
  readonly isPasted?: boolean | undefined;
}

export const EMPTY_EDITOR: EditorState = { text: "", cursor: 0, history: [], historyIndex: 0, draft: "" };

export function withText(state: EditorState, text: string): EditorState {
  return { ...state, text, cursor: text.length };
}

/** Returns the empty editor after its text was sent, with the text in its history. */
export function clearAfterSend(state: EditorState): EditorState {
  const { text } = state;
  const history = text.trim() === "" || state.history.at(-1) === text ? state.history : [...state.history, text];
  return { ...EMPTY_EDITOR, history, historyIndex: history.length };
}

/** Whether Enter sends the text. After a backslash at the end it starts a new line instead. */
export function isComplete({ text, cursor }: EditorState): boolean {
  return !(cursor === text.length && text.endsWith("\\"));
}

/** Returns the state after a key, or the same state if the key has no meaning. */
export function applyKey(state: EditorState, key: Key): EditorState {
  const { text, cursor } = state;
  if (key.isPasted === true) return insert(state, (key.text ?? "").replaceAll(/\r\n?/g, "\n"));
  if (isNewLine(key)) return insert(state, "\n");
  if (key.name === "return" && !isComplete(state)) return insert(withText(state, text.slice(0, -1)), "\n");
  const named = KEYS[`${key.ctrl === true ? "ctrl-" : ""}${key.meta === true ? "meta-" : ""}${key.name ?? ""}`];
  if (named !== undefined) return named(state);
  const typed = key.text ?? "";
  // Other control characters have no meaning.
  // oxlint-disable-next-line no-control-regex
  if (key.ctrl === true || key.meta === true || typed === "" || /[\u0000-\u001F\u007F]/.test(typed)) return state;
  return { ...insert(state, typed), historyIndex: state.historyIndex, cursor: cursor + typed.length };
}

function isNewLine({ name, ctrl, meta }: Key): boolean {
  return (name === "return" && meta === true) || (name === "j" && ctrl === true) || name === "enter";
}

const KEYS: Readonly<Record<string, (state: EditorState) => EditorState>> = {
  left: (state) => moveTo(state, findPrevious(state)),
  right: (state) => moveTo(state, findNext(state)),
  "ctrl-b": (state) => moveTo(state, findPrevious(state)),
  "ctrl-f": (state) => moveTo(state, findNext(state)),
  home: (state) => moveTo(state, findLineStart(state)),
  end: (state) => moveTo(state, findLineEnd(state)),
  "ctrl-a": (state) => moveTo(state, findLineStart(state)),
  "ctrl-e": (state) => moveTo(state, findLineEnd(state)),
  "meta-b": (state) => moveTo(state, findWordStart(state)),
  "meta-f": (state) => moveTo(state, findWordEnd(state)),
  backspace: (state) => remove(state, findPrevious(state), state.cursor),
  "ctrl-h": (state) => remove(state, findPrevious(state), state.cursor),
  delete: (state) => remove(state, state.cursor, findNext(state)),
  "ctrl-w": (state) => remove(state, findWordStart(state), state.cursor),
  "meta-backspace": (state) => remove(state, findWordStart(state), state.cursor),
  "ctrl-u": (state) => remove(state, findLineStart(state), state.cursor),
  "ctrl-k": (state) => remove(state, state.cursor, findLineEnd(state)),
  up: (state) => (findLineStart(state) === 0 ? recall(state, state.historyIndex - 1) : moveLine(state, -1)),
  down: (state) =>
    findLineEnd(state) === state.text.length ? recall(state, state.historyIndex + 1) : moveLine(state, 1),
  "ctrl-p": (state) => recall(state, state.historyIndex - 1),
  "ctrl-n": (state) => recall(state, state.historyIndex + 1),
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

/** Returns the index before the previous character as a reader sees it: an emoji of several code points is one. */
function findPrevious({ text, cursor }: EditorState): number {
  return cursor - (splitGraphemes(text.slice(0, cursor)).at(-1)?.length ?? 0);
}

function findNext({ text, cursor }: EditorState): number {
  return cursor + (splitGraphemes(text.slice(cursor))[0]?.length ?? 0);
}

function findLineStart({ text, cursor }: EditorState): number {
  return cursor === 0 ? 0 : text.lastIndexOf("\n", cursor - 1) + 1;
}

function findLineEnd({ text, cursor }: EditorState): number {
  const end = text.indexOf("\n", cursor);
  return end < 0 ? text.length : end;
}

function findWordStart({ text, cursor }: EditorState): number {
  return text.slice(0, cursor).replace(/\S+\s*$/, "").length;
}

function findWordEnd({ text, cursor }: EditorState): number {
  return cursor + (/^\s*\S+/.exec(text.slice(cursor))?.[0].length ?? 0);
}

function moveLine(state: EditorState, by: -1 | 1): EditorState {
  const column = state.cursor - findLineStart(state);
  const other = by < 0 ? findLineStart(state) - 1 : findLineEnd(state) + 1;
  const there = { ...state, cursor: other };
  return moveTo(state, Math.min(findLineStart(there) + column, findLineEnd(there)));
}

function recall(state: EditorState, index: number): EditorState {
  const { history, text, draft } = state;
  if (index < 0 || index > history.length) return state;
  const kept = state.historyIndex === history.length ? text : draft;
  return {
    ...withText(state, index === history.length ? kept : (history[index] ?? "")),
    historyIndex: index,
    draft: kept,
  };
}
