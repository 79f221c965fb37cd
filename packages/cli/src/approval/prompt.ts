// The permission prompt at a terminal: the request, the keys, a scrollable view of everything, and a reason that can be typed. It
// is drawn in the live area, for the current size of the window.

import type { PermissionAnswer, PermissionRequest } from "@unspool/client";
import { describeRequest, type ApprovalDescription } from "@unspool/protocol/approval";
import { renderEditor } from "../terminal/editor-lines.ts";
import { EMPTY_EDITOR, isComplete, applyKey, type EditorState, type Key } from "../terminal/line-editor.ts";
import { span, type Line } from "../terminal/style.ts";
import { formatQuantity } from "../output/format-numbers.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatPermissionQuestion, createLayout } from "./layout.ts";

/** A question to a person, drawn in the live area of the screen with the keys that answer it. */
export interface OpenQuestion {
  /** Returns at most `maxLines` lines of at most this width. */
  draw(width: number, maxLines: number): readonly Line[];
}

export interface ApprovalPrompt extends OpenQuestion {
  readonly request: PermissionRequest;
  /** Handles a key. Returns the decision, or `undefined` while nothing is decided. */
  press(key: Key): ApprovalDecision | undefined;
  /** Whether a reason is being typed, which takes every key. */
  readonly isTyping: boolean;
  /** Renders the line editor, if a reason is being typed. */
  below(columns: number): readonly string[];
}

export interface ApprovalDecision {
  readonly answer: PermissionAnswer;
  /** Text for the scrollback. */
  readonly text: string;
}

export interface PromptOptions {
  readonly folder: string;
  /** Additional keys of the host: `e edit`. */
  readonly moreKeys?: string;
  /** Whether keys do not count as answers yet and are not shown. @default never */
  readonly isGuarded?: () => boolean;
}

/** The message to the model; a reason may follow. */
export const DENIAL_MESSAGE = "The person does not want this";
const MAX_REASON_LINES = 4;
/** Leaves room for the request. */
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
  const layout = createLayout(description, formatPermissionQuestion(request.toolName));
  const { always } = description;
  const hasAlways = always.updates.length > 0;
  let mode: Mode = { type: "asking" };
  /** Number of lines that were not on the screen in the last frame. */
  let hidden = 0;
  /** Whether the end of everything was on the screen. */
  let isSeen = false;
  /** Whether the screen did not show all that `always` covers. */
  let isAlwaysCut = false;
  let window = { rows: 1, total: 0 };

  const describeUnseen = (): string =>
    hidden === 0 || isSeen ? "" : `, with ${formatQuantity(hidden, "line")} not shown`;
  const allow = (): ApprovalDecision => ({ answer: request.allow(), text: `allowed${describeUnseen()}` });
  const allowAlways = (): ApprovalDecision => ({
    answer: request.alwaysAllow({ updates: always.updates }),
    text: `allowed${describeUnseen()}, and from now on: ${always.covers.join("; ")}`,
  });
  const deny = (reason = ""): ApprovalDecision =>
    reason === ""
      ? { answer: request.deny(`${DENIAL_MESSAGE}.`), text: "not allowed" }
      : { answer: request.deny(`${DENIAL_MESSAGE}: ${reason}`), text: `not allowed: ${reason}` };

  function decide(key: Key): ApprovalDecision | undefined {
    const typed = key.ctrl === true || key.meta === true ? undefined : key.text?.toLowerCase();
    if (typed === "y") return allow();
    if (typed === "a" && hasAlways) {
      if (!isAlwaysCut || isSeen) return allowAlways();
      // The end of the view lists it: show that first, and let the next key decide.
      mode = { type: "viewing", top: Number.MAX_SAFE_INTEGER };
      return undefined;
    }
    if (typed === "n") return deny();
    if (typed === "r") mode = { type: "reason", editor: EMPTY_EDITOR };
    else if (mode.type === "viewing") mode = scroll(mode.top, key);
    else if (typed === "v" || typed === " ") mode = { type: "viewing", top: 0 };
    return undefined;
  }
  function scroll(top: number, { name, text }: Key): Mode {
    const page = Math.max(1, window.rows - 1);
    const last = Math.max(0, window.total - window.rows);
    const scrollTo = (line: number): Mode => ({ type: "viewing", top: Math.max(0, Math.min(last, line)) });
    if (name === "escape" || text === "q" || text === "v") return { type: "asking" };
    if (name === "down" || name === "return" || text === "j") return scrollTo(top + 1);
    if (name === "up" || text === "k") return scrollTo(top - 1);
    if (name === "pagedown" || text === " " || text === "f") return scrollTo(top + page);
    if (name === "pageup" || text === "b") return scrollTo(top - page);
    if (name === "home" || text === "g") return scrollTo(0);
    return name === "end" || text === "G" ? scrollTo(last) : scrollTo(top);
  }
  function typeReason(key: Key, editor: EditorState): ApprovalDecision | undefined {
    if (key.name === "escape") mode = { type: "asking" };
    else if (key.name === "return" && key.meta !== true && key.isPasted !== true && isComplete(editor)) {
      return deny(editor.text.trim());
    } else mode = { type: "reason", editor: applyKey(editor, key) };
    return undefined;
  }

  /** Returns blank lines while guarded, so that nothing moves when the keys appear. */
  function guardKeys(keys: readonly Line[]): readonly Line[] {
    return isGuarded() ? keys.map((_line, index) => (index === 0 ? [span("? ", "warn"), span("…", "dim")] : [])) : keys;
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
    below: (columns) => (mode.type === "reason" ? renderEditor(mode.editor, columns, MAX_REASON_LINES) : []),
    draw(width, maxLines) {
      if (mode.type === "viewing") {
        const whole = layout.renderWhole(width);
        const total = whole.length;
        const renderKeysAt = (from: number, to: number): Line[] =>
          renderKeys([describeViewKeys(from, to, total, hasAlways)], width, maxLines);
        const rows = Math.max(1, maxLines - renderKeysAt(total, total).length);
        window = { rows, total };
        const top = Math.max(0, Math.min(mode.top, total - rows));
        const end = Math.min(total, top + rows);
        if (end === total) isSeen = true;
        return [...whole.slice(top, end), ...renderKeysAt(top + 1, end)];
      }
      const listKeys = (view: string): readonly string[] =>
        mode.type === "reason" ? [REASON_KEYS] : listAskingKeys(always.covers, [view, moreKeys]);
      const plain = renderKeys(listKeys("v view everything"), width, maxLines);
      isAlwaysCut = isCut(plain);
      let shown = layout.renderFitted(width, Math.max(2, maxLines - plain.length));
      ({ hidden } = shown);
      if (hidden === 0) return [...shown.lines, ...guardKeys(plain)];
      const keys = listKeys("");
      // Reserves room for the longest count, which changes with the number of lines.
      const reserved = renderKeys([describeHiddenKeys(1e9), ...keys], width, maxLines);
      shown = layout.renderFitted(width, Math.max(2, maxLines - reserved.length));
      ({ hidden } = shown);
      const lines = renderKeys([describeHiddenKeys(hidden), ...keys], width, maxLines);
      isAlwaysCut = isCut(lines);
      return [...shown.lines, ...guardKeys(lines)];
    },
  };
}

const REASON_KEYS = "Why not? Enter denies with this text, Escape goes back";

function describeViewKeys(from: number, to: number, total: number, hasAlways: boolean): string {
  const answers = `y allow, ${hasAlways ? "a always, " : ""}n deny, r deny with a reason`;
  return `lines ${from}–${to} of ${total}: space and the arrows move, q goes back, ${answers}`;
}

function describeHiddenKeys(hidden: number): string {
  return `${formatQuantity(hidden, "line")} hidden: v shows everything`;
}

function listAskingKeys(covers: ApprovalDescription["always"]["covers"], more: readonly string[]): readonly string[] {
  const keys = ["y allow", "n deny", "r deny with a reason", ...more.filter((text) => text !== "")].join(", ");
  return covers.length === 0 ? [keys] : [keys, `a always: ${covers.join("; ")}`];
}

/** Renders the keys, with a sign on the first line. Text that is too long keeps its beginning and ends with MORE. */
function renderKeys(keys: readonly string[], width: number, maxLines: number): Line[] {
  const lines = keys.flatMap((text, index) =>
    wrap([span(text)], width, [index === 0 ? span("? ", "warn") : span("  ")], [span("  ")]),
  );
  // The request gets at least two lines.
  const most = Math.max(1, Math.min(MAX_KEY_LINES, maxLines - 2));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, Math.max(1, most - 1)), ...(most === 1 ? [] : [MORE])];
}

const MORE: Line = [span("  … more with v", "warn")];

/** Whether keys are hidden. A single line has no room for MORE. */
function isCut(lines: readonly Line[]): boolean {
  return lines.length === 1 || lines.includes(MORE);
}
