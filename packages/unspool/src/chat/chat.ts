// A chat in a terminal: the view above, the line being typed below, questions by key, Ctrl-C for the turn and then for the
// door. In a pipe each line is a prompt.

import type { PermissionRequest, SessionOptions, UserQuestion } from "@unspool/client";
import type { JsonObject } from "@unspool/protocol";
import type { ApprovalDecision, ApprovalPrompt } from "../approval/prompt.ts";
import { EXIT, type Io } from "../cli/io.ts";
import { createAnswerGuard } from "../terminal/answer-guard.ts";
import { SYSTEM_CLOCK } from "../terminal/clock.ts";
import { hasKeys } from "../terminal/keys.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import { columnsOfTerminal } from "../terminal/screen.ts";
import { PATIENCE_MS } from "../run/ask-by-key.ts";
import { choiceOf, wordsOf } from "../run/choice.ts";
import type { ViewChoices } from "../view/flags.ts";
import { createShow, type Show } from "../view/show.ts";
import { openConversation, type Conversation } from "./conversation.ts";
import { editorLines } from "./editor-lines.ts";
import { listenToKeys } from "./key-stream.ts";
import { EMPTY_EDITOR, isComplete, press, sent, withText, type EditorState, type Key } from "./line-editor.ts";
import { createModelQuestions, type ModelQuestions } from "./model-questions.ts";
import { createQuestions } from "./questions.ts";
import { readLines } from "./read-lines.ts";

const MAX_EDITOR_LINES = 8;

export interface ChatOptions extends ViewChoices {
  readonly session: SessionOptions;
  /** Ask by key; otherwise the permission mode decides. */
  readonly asks: boolean;
  readonly isSimulated: boolean;
}

export async function chatInTerminal(io: Io, options: ChatOptions): Promise<number> {
  let editor: EditorState = EMPTY_EDITOR;
  /** The input of a call is being changed: what was being typed waits. */
  let changing: { readonly prompt: ApprovalPrompt; readonly before: EditorState } | undefined;
  let isLeaving = false;
  const door = new AbortController();
  const leave = (code: number): void => door.abort(code);
  const guard = createAnswerGuard(SYSTEM_CLOCK, () => show.touch());
  let shown: ApprovalPrompt | UserQuestion | undefined;
  const onQuestion = (): void => {
    if (changing !== undefined && questions.current !== changing.prompt) {
      editor = changing.before;
      changing = undefined;
    }
    const before = shown;
    shown = questions.current ?? model.current?.question;
    if (shown !== undefined && shown !== before) guard.raise();
    show.touch();
  };
  const questions = createQuestions({ folder: io.cwd, moreKeys: "e edit", isGuarded: () => guard.isUp }, () =>
    onQuestion(),
  );
  const model = createModelQuestions(() => onQuestion());
  const show = openShow(io, options, {
    hint: () => (isLeaving ? "Ctrl-C again leaves" : hintOf(changing !== undefined, guard.isUp, model.current)),
    ...(options.asks ? { question: () => (changing === undefined ? questions.current : undefined) } : {}),
    below() {
      const columns = columnsOfTerminal(io.stdout);
      const asked = changing === undefined ? questions.current : undefined;
      // While nothing is under way there is no status line to say it.
      const farewell = isLeaving && talk.open === 0 ? ["Ctrl-C again leaves"] : [];
      return asked?.below(columns) ?? [...farewell, ...editorLines(editor, columns, MAX_EDITOR_LINES)];
    },
  });
  const talk = openConversation(
    io,
    {
      ...options.session,
      ...(options.asks
        ? { permissions: { decide: questions.decide, timeoutMs: PATIENCE_MS }, onQuestion: model.ask }
        : {}),
    },
    show,
  );

  function onKey(key: Key): void {
    const isCtrlC = key.ctrl === true && key.name === "c";
    if (isCtrlC) stopOrLeave();
    else {
      isLeaving = false;
      if (key.ctrl === true && key.name === "d" && editor.text === "") leave(EXIT.ok);
      else if (guard.takesKey()) typeOn(key);
      else if (changing !== undefined) change(key, changing);
      else if (questions.current !== undefined) decide(key, questions.current);
      else if (key.name === "escape" && model.current !== undefined) model.refuse();
      else if (key.name === "return" && key.meta !== true && key.isPasted !== true && isComplete(editor)) send();
      else editor = press(editor, key);
    }
    show.touch();
  }
  /** A question has come up while somebody was typing: the letters belong to what is typed, and nothing is sent. */
  function typeOn(key: Key): void {
    if (editor.text !== "" && key.name !== "return" && key.name !== "escape") editor = press(editor, key);
  }
  function stopOrLeave(): void {
    if (isLeaving) leave(EXIT.interrupted);
    else if (questions.current !== undefined) {
      questions.answer(questions.current.request.deny("The person interrupted.", { interrupt: true }));
    } else if (talk.open > 0) {
      model.refuse();
      talk.interrupt();
      isLeaving = true;
    } else if (editor.text !== "") editor = { ...editor, text: "", cursor: 0 };
    else isLeaving = true;
  }
  function send(): void {
    const { text } = editor;
    const asked = model.current;
    if (asked !== undefined) {
      const choice = choiceOf(asked.question, text);
      if (choice === undefined) return;
      editor = sent(editor);
      show.note(wordsOf(choice), "call");
      model.answer(choice);
      return;
    }
    editor = sent(editor);
    void say(text);
  }
  async function say(text: string): Promise<void> {
    if (!(await talk.say(text))) leave(EXIT.ok);
  }
  function decide(key: Key, prompt: ApprovalPrompt): void {
    if (!prompt.isTyping && key.isPasted !== true && key.text?.toLowerCase() === "e") {
      changing = { prompt, before: editor };
      editor = withText({ ...EMPTY_EDITOR, history: [] }, JSON.stringify(prompt.request.input, null, 2));
      return;
    }
    const decision = prompt.press(key);
    if (decision !== undefined) answer(prompt.request, decision);
  }
  function change(key: Key, { prompt, before }: NonNullable<typeof changing>): void {
    const isDone = key.name === "return" && key.meta !== true && key.isPasted !== true && isComplete(editor);
    if (!isDone && key.name !== "escape") {
      editor = press(editor, key);
      return;
    }
    const input = isDone ? readObject(editor.text) : undefined;
    if (isDone && input === undefined) {
      show.note("This is no JSON object: mend it, or press Escape to go back.");
      return;
    }
    editor = before;
    changing = undefined;
    const { request } = prompt;
    if (input !== undefined) answer(request, { answer: request.allow(input), words: "allowed with another input" });
  }
  function answer({ requestId }: PermissionRequest, decision: ApprovalDecision): void {
    show.settle(requestId, decision.words);
    questions.answer(decision.answer);
  }

  show.note(openingOf(io, options));
  show.touch();
  const stop = listenToKeys(io, onKey);
  const onAbort = (): void => leave(EXIT.interrupted);
  io.signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await codeOf(door.signal);
  } finally {
    stop();
    io.signal.removeEventListener("abort", onAbort);
    await end(io, talk, show, options.isSimulated);
  }
}

/** What one talks to, where, and how to find out more. */
function openingOf({ cwd, env }: Io, { session, isSimulated }: ChatOptions): string {
  const home = env["HOME"] ?? "";
  const folder = home !== "" && (cwd === home || cwd.startsWith(`${home}/`)) ? `~${cwd.slice(home.length)}` : cwd;
  const model = session.model ?? (isSimulated ? "a simulated claude" : "claude with its usual model");
  return `${model} · ${folder} · /help tells what there is, Ctrl-C twice leaves`;
}

/** What it was aborted with. */
function codeOf(signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const tell = (): void => resolve(Number(signal.reason));
    if (signal.aborted) tell();
    else signal.addEventListener("abort", tell, { once: true });
  });
}

/** A prompt on each line of stdin, one after the other. */
export async function chatInPipe(io: Io, options: ChatOptions): Promise<number> {
  const show = openShow(io, options, {});
  const talk = openConversation(io, options.session, show);
  try {
    for await (const line of readLines(io.stdin, io.signal)) {
      if (!(await talk.say(line))) break;
      await talk.settled();
    }
    return io.signal.aborted ? EXIT.interrupted : EXIT.ok;
  } finally {
    await end(io, talk, show, options.isSimulated);
  }
}

export function canChatInTerminal({ stdin, stdout, env }: Io): boolean {
  return hasKeys(stdin) && stdout.isTTY === true && env["TERM"] !== "dumb";
}

function openShow(
  io: Io,
  { thinking, hasNoColour }: ChatOptions,
  parts: Pick<Parameters<typeof createShow>[1] & object, "hint" | "question" | "below">,
): Show {
  return createShow(io, { thinking, hasNoColour, folder: io.cwd, now: () => SYSTEM_CLOCK.now(), ...parts });
}

function hintOf(isChanging: boolean, isGuarded: boolean, asked: ModelQuestions["current"]): string {
  if (isChanging) return "Enter allows with this input, Escape goes back";
  if (asked !== undefined && isGuarded) return "…";
  if (asked !== undefined) {
    const which = asked.count === 1 ? "" : `question ${asked.number} of ${asked.count}: `;
    return `${which}a number${asked.question.isMultiSelect ? ", or several," : ""} or your own words, Escape for no answer`;
  }
  return "Ctrl-C interrupts";
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

async function end(io: Io, talk: Conversation, show: Show, isSimulated: boolean): Promise<void> {
  const { id } = talk.session;
  await talk.close();
  show.end();
  if (id !== undefined && !isSimulated && io.stdout.isTTY === true)
    io.stdout.write(`unspool chat --resume ${sanitizeLine(id)}\n`);
}
