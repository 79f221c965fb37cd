// One question about a tool, at a terminal: what is asked, which keys there are, the whole of it to scroll through, and a
// reason to be typed. It is drawn in the open part of the screen, so it is laid out for the window as it is.

import type { PermissionAnswer, PermissionRequest } from "@unspool/client";
import { describeRequest, type ApprovalDescription } from "@unspool/protocol/approval";
import { editorLines } from "../chat/editor-lines.ts";
import { EMPTY_EDITOR, isComplete, press, type EditorState, type Key } from "../chat/line-editor.ts";
import { span, type Line } from "../terminal/style.ts";
import { counted } from "../view/figures.ts";
import type { OpenQuestion } from "../view/types.ts";
import { wrap } from "../view/wrap.ts";
import { createLayout } from "./layout.ts";
import { questionWords } from "./question-words.ts";

export interface ApprovalPrompt extends OpenQuestion {
  readonly request: PermissionRequest;
  /** What the key decides; undefined while nothing is decided. */
  press(key: Key): ApprovalDecision | undefined;
  /** A reason is being typed: every key belongs to it. */
  readonly isTyping: boolean;
  /** The line being typed, if one is. */
  below(columns: number): readonly string[];
}

export interface ApprovalDecision {
  readonly answer: PermissionAnswer;
  /** For the scrollback. */
  readonly words: string;
}

export interface PromptOptions {
  readonly folder: string;
  /** Keys of the host beside those of the prompt: `e edit`. */
  readonly moreKeys?: string;
  /** Keys are no answers yet, and not offered. @default never */
  readonly isGuarded?: () => boolean;
}

/** What the model is told; a reason may follow. */
export const DENIAL = "The person does not want this";
const MAX_REASON_LINES = 4;
/** The keys must not take the whole screen from what is asked. */
const MAX_KEY_LINES = 6;

type Mode =
  | { readonly type: "asking" }
  | { readonly type: "viewing"; readonly top: number }
  | { readonly type: "reason"; readonly editor: EditorState };

export function createApprovalPrompt(
  request: PermissionRequest,
  { folder, moreKeys = "", isGuarded = () => false }: PromptOptions,
): ApprovalPrompt {
  const description = describeRequest({ ...request, cwd: folder });
  const layout = createLayout(description, questionWords(request.toolName));
  const { always } = description;
  const hasAlways = always.updates.length > 0;
  let mode: Mode = { type: "asking" };
  /** Lines that were not on the screen when the keys were read. */
  let hidden = 0;
  /** The end of the whole was on the screen. */
  let isSeen = false;
  /** What `always` covers was not all on the screen, with the keys. */
  let isAlwaysCut = false;
  let window = { rows: 1, total: 0 };

  const unseen = (): string => (hidden === 0 || isSeen ? "" : `, with ${counted(hidden, "line")} not shown`);
  const allow = (): ApprovalDecision => ({ answer: request.allow(), words: `allowed${unseen()}` });
  const allowAlways = (): ApprovalDecision => ({
    answer: request.alwaysAllow({ updates: always.updates }),
    words: `allowed${unseen()}, and from now on: ${always.covers.join("; ")}`,
  });
  const deny = (reason = ""): ApprovalDecision =>
    reason === ""
      ? { answer: request.deny(`${DENIAL}.`), words: "not allowed" }
      : { answer: request.deny(`${DENIAL}: ${reason}`), words: `not allowed: ${reason}` };

  function decide(key: Key): ApprovalDecision | undefined {
    const typed = key.ctrl === true || key.meta === true ? undefined : key.text?.toLowerCase();
    if (typed === "y") return allow();
    if (typed === "a" && hasAlways) {
      if (!isAlwaysCut || isSeen) return allowAlways();
      // It stands at the end of the whole: that is shown first, and the next key decides.
      mode = { type: "viewing", top: Number.MAX_SAFE_INTEGER };
      return undefined;
    }
    if (typed === "n") return deny();
    if (typed === "r") mode = { type: "reason", editor: EMPTY_EDITOR };
    else if (mode.type === "viewing") mode = scrolled(mode.top, key);
    else if (typed === "v" || typed === " ") mode = { type: "viewing", top: 0 };
    return undefined;
  }
  function scrolled(top: number, { name, text }: Key): Mode {
    const page = Math.max(1, window.rows - 1);
    const last = Math.max(0, window.total - window.rows);
    const to = (line: number): Mode => ({ type: "viewing", top: Math.max(0, Math.min(last, line)) });
    if (name === "escape" || text === "q" || text === "v") return { type: "asking" };
    if (name === "down" || name === "return" || text === "j") return to(top + 1);
    if (name === "up" || text === "k") return to(top - 1);
    if (name === "pagedown" || text === " " || text === "f") return to(top + page);
    if (name === "pageup" || text === "b") return to(top - page);
    if (name === "home" || text === "g") return to(0);
    return name === "end" || text === "G" ? to(last) : to(top);
  }
  function typeReason(key: Key, editor: EditorState): ApprovalDecision | undefined {
    if (key.name === "escape") mode = { type: "asking" };
    else if (key.name === "return" && key.meta !== true && key.isPasted !== true && isComplete(editor)) {
      return deny(editor.text.trim());
    } else mode = { type: "reason", editor: press(editor, key) };
    return undefined;
  }

  /** As many lines without them, so that nothing moves when they come. */
  function offered(keys: readonly Line[]): readonly Line[] {
    return isGuarded() ? keys.map((_line, place) => (place === 0 ? [span("? ", "warn"), span("…", "dim")] : [])) : keys;
  }

  return {
    request,
    get isTyping() {
      return mode.type === "reason";
    },
    press: (key) =>
      mode.type === "reason"
        ? typeReason(key, mode.editor)
        : key.isPasted === true || isGuarded()
          ? undefined
          : decide(key),
    below: (columns) => (mode.type === "reason" ? editorLines(mode.editor, columns, MAX_REASON_LINES) : []),
    draw(width, maxLines) {
      if (mode.type === "viewing") {
        const whole = layout.whole(width);
        const total = whole.length;
        const keysAt = (from: number, to: number): Line[] =>
          keyLines([viewKeys(from, to, total, hasAlways)], width, maxLines);
        const rows = Math.max(1, maxLines - keysAt(total, total).length);
        window = { rows, total };
        const top = Math.max(0, Math.min(mode.top, total - rows));
        const end = Math.min(total, top + rows);
        if (end === total) isSeen = true;
        return [...whole.slice(top, end), ...keysAt(top + 1, end)];
      }
      const keysOf = (view: string): readonly string[] =>
        mode.type === "reason" ? [REASON_KEYS] : askingKeys(always.covers, [view, moreKeys]);
      const plain = keyLines(keysOf("v view everything"), width, maxLines);
      isAlwaysCut = isCut(plain);
      let shown = layout.fitted(width, Math.max(2, maxLines - plain.length));
      ({ hidden } = shown);
      if (hidden === 0) return [...shown.lines, ...offered(plain)];
      const keys = keysOf("");
      // The number has another width when fewer lines fit: its longest form counts.
      const told = keyLines([hiddenKeys(1e9), ...keys], width, maxLines);
      shown = layout.fitted(width, Math.max(2, maxLines - told.length));
      ({ hidden } = shown);
      const lines = keyLines([hiddenKeys(hidden), ...keys], width, maxLines);
      isAlwaysCut = isCut(lines);
      return [...shown.lines, ...offered(lines)];
    },
  };
}

const REASON_KEYS = "Why not? Enter denies with these words, Escape goes back";

function viewKeys(from: number, to: number, total: number, hasAlways: boolean): string {
  const answers = `y allow, ${hasAlways ? "a always, " : ""}n deny, r deny with a reason`;
  return `lines ${from}–${to} of ${total}: space and the arrows move, q goes back, ${answers}`;
}

function hiddenKeys(hidden: number): string {
  return `${counted(hidden, "line")} hidden: v shows everything`;
}

function askingKeys(covers: ApprovalDescription["always"]["covers"], more: readonly string[]): readonly string[] {
  const keys = ["y allow", "n deny", "r deny with a reason", ...more.filter((words) => words !== "")].join(", ");
  return covers.length === 0 ? [keys] : [keys, `a always: ${covers.join("; ")}`];
}

/** The first line has the sign; what is too long keeps its beginning and says so. */
function keyLines(keys: readonly string[], width: number, maxLines: number): Line[] {
  const lines = keys.flatMap((words, place) =>
    wrap([span(words)], width, [place === 0 ? span("? ", "warn") : span("  ")], [span("  ")]),
  );
  // What is asked has at least two lines.
  const most = Math.max(1, Math.min(MAX_KEY_LINES, maxLines - 2));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, Math.max(1, most - 1)), ...(most === 1 ? [] : [MORE])];
}

const MORE: Line = [span("  … more with v", "warn")];

/** On a single line there is no room to say so. */
function isCut(lines: readonly Line[]): boolean {
  return lines.length === 1 || lines.includes(MORE);
}
