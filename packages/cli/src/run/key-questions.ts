// Asks questions that are answered by single keys: permission requests with the approval prompt, questions of the model by the
// numbers of their options. Ctrl-C interrupts the turn.

import type {
  Clock,
  PermissionAnswer,
  PermissionCallback,
  PermissionRequest,
  QuestionCallback,
  SessionOptions,
  UserQuestion,
} from "@unspool/client";
import { createApprovalPrompt, type ApprovalDecision, type ApprovalPrompt } from "../approval/prompt.ts";
import type { Io } from "../cli/io.ts";
import { createAnswerGuard } from "../terminal/answer-guard.ts";
import { CTRL_C, listenToKeys, readKey } from "../terminal/keys.ts";
import { getColumns } from "../terminal/screen.ts";
import type { LiveRenderer, LiveRendererOptions } from "../view/live-renderer.ts";
import { parseChoice, formatChoice, type Choice } from "./choice.ts";

export interface KeyQuestions {
  readonly decide: PermissionCallback;
  /** Session options that ask both kinds of questions. */
  readonly options: Pick<SessionOptions, "permissions" | "onQuestion">;
  /** The keys that are available now. Empty without a question. */
  hint(): string;
  /** Renderer options that draw the permission prompt. */
  readonly drawn: Required<Pick<LiveRendererOptions, "activeQuestion" | "below">>;
  /** Sets the renderer and the action of Ctrl-C. Must be called before the first question. */
  attach(renderer: LiveRenderer, onInterrupt: () => void): void;
}

export interface KeyOptions {
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly clock: Clock;
  /** Allows the call when this resolves before a key was pressed. For the demo only. */
  readonly allowsAfter?: (signal: AbortSignal) => Promise<void>;
  readonly allowsAfterHint?: string;
}

/** Persons get the longest time that a timer can wait, 24 days. */
export const ANSWER_TIMEOUT_MS: number = 2 ** 31 - 1;

export function createKeyQuestions(
  io: Io,
  { folder, clock, allowsAfter, allowsAfterHint = "" }: KeyOptions,
): KeyQuestions {
  let renderer: LiveRenderer | undefined;
  let interrupt: (() => void) | undefined;
  let hint = "";
  let prompt: ApprovalPrompt | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  const guard = createAnswerGuard(clock, () => renderer?.touch());
  const isGuarded = (): boolean => guard.isUp;

  async function ask(request: PermissionRequest): Promise<PermissionAnswer> {
    // Lets the view show the request first.
    await nextTick();
    if (request.signal.aborted) return request.deny("The question was withdrawn.");
    prompt = createApprovalPrompt(request, { folder, moreKeys: allowsAfterHint, isGuarded });
    guard.raise();
    if (renderer?.isLive !== true) renderer?.note("y allow, a always, n deny, r deny with a reason", "call");
    renderer?.touch();
    const over = new AbortController();
    const signal = AbortSignal.any([request.signal, io.signal, over.signal]);
    let hasPressedKey = false;
    void allowsAfter?.(signal).then(() => {
      if (!hasPressedKey) over.abort();
      return undefined;
    });
    try {
      const decision = await readDecision(prompt, signal, () => {
        hasPressedKey = true;
      });
      if (decision === "interrupt") {
        interrupt?.();
        return request.deny("The person interrupted.", { interrupt: true });
      }
      if (decision !== undefined) {
        renderer?.settle(request.requestId, decision.text);
        return decision.answer;
      }
      if (request.signal.aborted || io.signal.aborted) return request.deny("The person does not want this.");
      renderer?.settle(request.requestId, "nobody pressed a key: allowed, because this is a demo");
      return request.allow();
    } finally {
      over.abort();
      prompt = undefined;
      renderer?.touch();
    }
  }
  /** Resolves with the decision, or with `undefined` when the signal is aborted. */
  function readDecision(
    asked: ApprovalPrompt,
    signal: AbortSignal,
    onKey: () => void,
  ): Promise<ApprovalDecision | "interrupt" | undefined> {
    return new Promise((resolve) => {
      const finish = (decision: ApprovalDecision | "interrupt" | undefined): void => {
        stop();
        signal.removeEventListener("abort", leave);
        resolve(decision);
      };
      const leave = (): void => finish(undefined);
      const stop = listenToKeys(io, (key) => {
        if (key.ctrl === true && key.name === "c") {
          finish("interrupt");
          return;
        }
        if (guard.swallowsKey()) return;
        onKey();
        const decision = asked.press(key);
        renderer?.touch();
        if (decision !== undefined) finish(decision);
      });
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
    });
  }
  function setHint(text: string): void {
    hint = text;
    renderer?.touch();
  }
  async function askModelQuestions(
    questions: readonly UserQuestion[],
    given: AbortSignal,
  ): Promise<Readonly<Record<string, Choice>> | undefined> {
    await nextTick();
    const signal = AbortSignal.any([given, io.signal]);
    const answers: [string, Choice][] = [];
    try {
      for (const [index, question] of questions.entries()) {
        const which = questions.length === 1 ? "" : `question ${index + 1} of ${questions.length}: `;
        const choice = await choose(question, which, signal);
        if (choice === undefined) return undefined;
        renderer?.note(formatChoice(choice), "call");
        answers.push([question.question, choice]);
      }
      return Object.fromEntries(answers);
    } finally {
      setHint("");
    }
  }
  /** Reads one number, or numbers until Enter if several may be chosen. */
  async function choose(question: UserQuestion, which: string, signal: AbortSignal): Promise<Choice | undefined> {
    const digits = question.options.slice(0, 9).map((_option, index) => String(index + 1));
    const chosen: string[] = [];
    guard.raise();
    for (;;) {
      const soFar = chosen.length === 0 ? "" : ` (${chosen.join(", ")})`;
      const more = question.isMultiSelect ? `, several, then Enter${soFar}` : "";
      setHint(`${which}1 to ${digits.length}${more}, n no answer`);
      const key = await readKey(io.stdin, [...digits, "n", ...(question.isMultiSelect ? ["\r"] : [])], signal, () =>
        guard.swallowsKey(),
      );
      if (key === CTRL_C) interrupt?.();
      if (key === undefined || key === "n" || key === CTRL_C) return undefined;
      if (key !== "\r") chosen.push(key);
      if (chosen.length > 0 && (key === "\r" || !question.isMultiSelect))
        return parseChoice(question, chosen.join(","));
    }
  }
  /** Asks one question at a time. */
  function inTurn<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const answered = queue.then(question);
    queue = answered.catch(() => undefined);
    return answered;
  }
  const decide: PermissionCallback = (request) => inTurn(() => ask(request));
  const onQuestion: QuestionCallback = (questions, { signal }) => inTurn(() => askModelQuestions(questions, signal));
  return {
    decide,
    options: { permissions: { decide, timeoutMs: ANSWER_TIMEOUT_MS }, onQuestion },
    hint: () => (hint !== "" && guard.isUp ? "…" : hint),
    drawn: {
      activeQuestion: () => prompt,
      below: () => prompt?.below(getColumns(io.stdout)) ?? [],
    },
    attach(view, onInterrupt) {
      renderer = view;
      interrupt = onInterrupt;
    },
  };
}

/** Resolves after the events that have arrived were shown. */
export function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
