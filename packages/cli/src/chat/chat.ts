// A chat in a terminal: the view above, the line editor below, questions answered by key. Ctrl-C interrupts the turn, and twice
// quits. In a pipe each line is a prompt.

import type { Readable } from "node:stream";
import type { PermissionRequest, SessionOptions, UserQuestion } from "@unspool/client";
import { parseObject } from "@unspool/protocol/kit";
import type { ApprovalDecision, ApprovalPrompt } from "../approval/prompt.ts";
import { EXIT, type Io } from "../cli/io.ts";
import { createAnswerGuard } from "../terminal/answer-guard.ts";
import { SYSTEM_CLOCK } from "../terminal/clock.ts";
import { hasKeys, listenToKeys } from "../terminal/keys.ts";
import { sanitizeLine } from "../terminal/sanitize.ts";
import { getColumns } from "../terminal/screen.ts";
import { ANSWER_TIMEOUT_MS } from "../run/key-questions.ts";
import { parseChoice, formatChoice } from "../run/choice.ts";
import type { ViewFlagValues } from "../view/flags.ts";
import { createLiveRenderer, type LiveRenderer } from "../view/live-renderer.ts";
import { openConversation, type Conversation } from "./conversation.ts";
import { renderEditor } from "../terminal/editor-lines.ts";
import {
  EMPTY_EDITOR,
  isComplete,
  applyKey,
  clearAfterSend,
  withText,
  type EditorState,
  type Key,
} from "../terminal/line-editor.ts";
import { createPermissionQueue, createQuestionQueue, type QuestionQueue } from "./question-queue.ts";

const MAX_EDITOR_LINES = 8;

export interface ChatOptions extends ViewFlagValues {
  readonly session: SessionOptions;
  /** Whether permissions are asked for by key; otherwise the permission mode decides. */
  readonly asks: boolean;
  readonly isSimulated: boolean;
}

export async function chatInTerminal(io: Io, options: ChatOptions): Promise<number> {
  let editor: EditorState = EMPTY_EDITOR;
  /** Set while the input of a call is edited; `before` is the line that was being typed. */
  let editing: { readonly prompt: ApprovalPrompt; readonly before: EditorState } | undefined;
  let isQuitting = false;
  const exit = new AbortController();
  const quit = (code: number): void => exit.abort(code);
  const guard = createAnswerGuard(SYSTEM_CLOCK, () => renderer.touch());
  let shown: ApprovalPrompt | UserQuestion | undefined;
  const onQuestion = (): void => {
    if (editing !== undefined && questions.current !== editing.prompt) {
      editor = editing.before;
      editing = undefined;
    }
    const before = shown;
    shown = questions.current ?? model.current?.question;
    if (shown !== undefined && shown !== before) guard.raise();
    renderer.touch();
  };
  const questions = createPermissionQueue({ folder: io.cwd, moreKeys: "e edit", isGuarded: () => guard.isUp }, () =>
    onQuestion(),
  );
  const model = createQuestionQueue(() => onQuestion());
  const renderer = createChatRenderer(io, options, {
    hint: () => (isQuitting ? "Ctrl-C again quits" : createHint(editing !== undefined, guard.isUp, model.current)),
    ...(options.asks ? { activeQuestion: () => (editing === undefined ? questions.current : undefined) } : {}),
    below() {
      const columns = getColumns(io.stdout);
      const asked = editing === undefined ? questions.current : undefined;
      // Without a turn there is no status line for the hint.
      const quitHint = isQuitting && conversation.pendingCount === 0 ? ["Ctrl-C again quits"] : [];
      return asked?.below(columns) ?? [...quitHint, ...renderEditor(editor, columns, MAX_EDITOR_LINES)];
    },
  });
  const conversation = openConversation(
    io,
    {
      ...options.session,
      ...(options.asks
        ? { permissions: { decide: questions.decide, timeoutMs: ANSWER_TIMEOUT_MS }, onQuestion: model.ask }
        : {}),
    },
    renderer,
  );

  function onKey(key: Key): void {
    const isCtrlC = key.ctrl === true && key.name === "c";
    if (isCtrlC) interruptOrQuit();
    else {
      isQuitting = false;
      if (key.ctrl === true && key.name === "d" && editor.text === "") quit(EXIT.ok);
      else if (guard.swallowsKey()) keepTyping(key);
      else if (editing !== undefined) editInput(key, editing);
      else if (questions.current !== undefined) decide(key, questions.current);
      else if (key.name === "escape" && model.current !== undefined) model.refuse();
      else if (key.name === "return" && key.meta !== true && key.isPasted !== true && isComplete(editor)) send();
      else editor = applyKey(editor, key);
    }
    renderer.touch();
  }
  /** A question appeared while the person was typing: letters go to the line, and nothing is sent. */
  function keepTyping(key: Key): void {
    if (editor.text !== "" && key.name !== "return" && key.name !== "escape") editor = applyKey(editor, key);
  }
  function interruptOrQuit(): void {
    if (isQuitting) quit(EXIT.interrupted);
    else if (questions.current !== undefined) {
      questions.answer(questions.current.request.deny("The person interrupted.", { interrupt: true }));
    } else if (conversation.pendingCount > 0) {
      model.refuse();
      conversation.interrupt();
      isQuitting = true;
    } else if (editor.text !== "") editor = { ...editor, text: "", cursor: 0 };
    else isQuitting = true;
  }
  function send(): void {
    const { text } = editor;
    const asked = model.current;
    if (asked !== undefined) {
      const choice = parseChoice(asked.question, text);
      if (choice === undefined) return;
      editor = clearAfterSend(editor);
      renderer.note(formatChoice(choice), "call");
      model.answer(choice);
      return;
    }
    editor = clearAfterSend(editor);
    void sendLine(text);
  }
  async function sendLine(text: string): Promise<void> {
    if (!(await conversation.send(text))) quit(EXIT.ok);
  }
  function decide(key: Key, prompt: ApprovalPrompt): void {
    if (!prompt.isTyping && key.isPasted !== true && key.text?.toLowerCase() === "e") {
      editing = { prompt, before: editor };
      editor = withText({ ...EMPTY_EDITOR, history: [] }, JSON.stringify(prompt.request.input, null, 2));
      return;
    }
    const decision = prompt.press(key);
    if (decision !== undefined) answer(prompt.request, decision);
  }
  function editInput(key: Key, { prompt, before }: NonNullable<typeof editing>): void {
    const isDone = key.name === "return" && key.meta !== true && key.isPasted !== true && isComplete(editor);
    if (!isDone && key.name !== "escape") {
      editor = applyKey(editor, key);
      return;
    }
    const input = isDone ? parseObject(editor.text) : undefined;
    if (isDone && input === undefined) {
      renderer.note("This is not a JSON object: fix it, or press Escape to go back.");
      return;
    }
    editor = before;
    editing = undefined;
    const { request } = prompt;
    if (input !== undefined) answer(request, { answer: request.allow(input), text: "allowed with edited input" });
  }
  function answer({ requestId }: PermissionRequest, decision: ApprovalDecision): void {
    renderer.settle(requestId, decision.text);
    questions.answer(decision.answer);
  }

  renderer.note(describeChat(io, options));
  renderer.touch();
  const stop = listenToKeys(io, onKey);
  const onAbort = (): void => quit(EXIT.interrupted);
  io.signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await readExitCode(exit.signal);
  } finally {
    stop();
    io.signal.removeEventListener("abort", onAbort);
    await endChat(io, conversation, renderer, options.isSimulated);
  }
}

/** Describes model, folder and the most important keys. */
function describeChat({ cwd, env }: Io, { session, isSimulated }: ChatOptions): string {
  const home = env["HOME"] ?? "";
  const folder = home !== "" && (cwd === home || cwd.startsWith(`${home}/`)) ? `~${cwd.slice(home.length)}` : cwd;
  const model = session.model ?? (isSimulated ? "a simulated claude" : "claude with its default model");
  return `${model} · ${folder} · /help lists the commands, Ctrl-C twice quits`;
}

/** Resolves with the exit code that the signal is aborted with. */
function readExitCode(signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const onAbort = (): void => resolve(Number(signal.reason));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** Sends each line of stdin as a prompt, one after the other. */
export async function chatInPipe(io: Io, options: ChatOptions): Promise<number> {
  const renderer = createChatRenderer(io, options, {});
  const conversation = openConversation(io, options.session, renderer);
  try {
    for await (const line of readLines(io.stdin, io.signal)) {
      if (!(await conversation.send(line))) break;
      await conversation.settled();
    }
    return io.signal.aborted ? EXIT.interrupted : EXIT.ok;
  } finally {
    await endChat(io, conversation, renderer, options.isSimulated);
  }
}

export function canChatInTerminal({ stdin, stdout, env }: Io): boolean {
  return hasKeys(stdin) && stdout.isTTY === true && env["TERM"] !== "dumb";
}

function createChatRenderer(
  io: Io,
  { thinking, hasNoColour }: ChatOptions,
  parts: Pick<Parameters<typeof createLiveRenderer>[1] & object, "hint" | "activeQuestion" | "below">,
): LiveRenderer {
  return createLiveRenderer(io, { thinking, hasNoColour, folder: io.cwd, now: () => SYSTEM_CLOCK.now(), ...parts });
}

function createHint(isEditing: boolean, isGuarded: boolean, asked: QuestionQueue["current"]): string {
  if (isEditing) return "Enter allows with this input, Escape goes back";
  if (asked !== undefined && isGuarded) return "…";
  if (asked !== undefined) {
    const which = asked.count === 1 ? "" : `question ${asked.number} of ${asked.count}: `;
    return `${which}a number${asked.question.isMultiSelect ? ", or several," : ""} or your own text, Escape for no answer`;
  }
  return "Ctrl-C interrupts";
}

async function endChat(
  io: Io,
  conversation: Conversation,
  renderer: LiveRenderer,
  isSimulated: boolean,
): Promise<void> {
  const { id } = conversation.session;
  await conversation.close();
  renderer.end();
  if (id !== undefined && !isSimulated && io.stdout.isTTY === true)
    io.stdout.write(`unspool chat --resume ${sanitizeLine(id)}\n`);
}

/** Yields the lines of an input without their ends (LF, or CR LF). */
async function* readLines(input: Readable, signal: AbortSignal): AsyncIterable<string> {
  const stop = (): void => void input.destroy();
  signal.addEventListener("abort", stop, { once: true });
  let rest = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of input as AsyncIterable<Uint8Array | string>) {
      const text = rest + (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
      const lines = text.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield line.replace(/\r$/, "");
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  if (rest !== "") yield rest;
}
