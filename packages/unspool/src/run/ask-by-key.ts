// Questions answered by a key: about permissions with the prompt for approval; those of the model by the numbers of their
// options. Ctrl-C interrupts the turn.

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
import { listenToKeys } from "../chat/key-stream.ts";
import type { Io } from "../cli/io.ts";
import { createAnswerGuard } from "../terminal/answer-guard.ts";
import { CTRL_C, readKey } from "../terminal/keys.ts";
import { columnsOfTerminal } from "../terminal/screen.ts";
import type { Show, ShowOptions } from "../view/show.ts";
import { choiceOf, wordsOf, type Choice } from "./choice.ts";

export interface KeyQuestions {
  readonly decide: PermissionCallback;
  /** Both kinds of questions, for a session. */
  readonly options: Pick<SessionOptions, "permissions" | "onQuestion">;
  /** Which keys there are now; empty while nothing is asked. */
  hint(): string;
  /** Where the question about a permission is drawn, for the view. */
  readonly drawn: Required<Pick<ShowOptions, "question" | "below">>;
  /** Where answers are noted, and what Ctrl-C does while something is asked. To be told before the first question. */
  use(show: Show, onInterrupt: () => void): void;
}

export interface KeyOptions {
  /** Paths are told as seen from here. */
  readonly folder: string;
  readonly clock: Clock;
  /** So long somebody may take; then it is allowed. For demonstrations only. */
  readonly allowsAfter?: (signal: AbortSignal) => Promise<void>;
  readonly allowsAfterHint?: string;
}

/** A person takes the time it takes: the longest that a timer can wait, 24 days. */
export const PATIENCE_MS: number = 2 ** 31 - 1;

export function createKeyQuestions(
  io: Io,
  { folder, clock, allowsAfter, allowsAfterHint = "" }: KeyOptions,
): KeyQuestions {
  let show: Show | undefined;
  let interrupt: (() => void) | undefined;
  let hint = "";
  let prompt: ApprovalPrompt | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  const guard = createAnswerGuard(clock, () => show?.touch());
  const isGuarded = (): boolean => guard.isUp;

  async function ask(request: PermissionRequest): Promise<PermissionAnswer> {
    // The question itself is shown first.
    await nextRound();
    if (request.signal.aborted) return request.deny("The question was withdrawn.");
    prompt = createApprovalPrompt(request, { folder, moreKeys: allowsAfterHint, isGuarded });
    guard.raise();
    if (show?.isLive !== true) show?.note("y allow, a always, n deny, r deny with a reason", "call");
    show?.touch();
    const over = new AbortController();
    const signal = AbortSignal.any([request.signal, io.signal, over.signal]);
    let isSomebodyThere = false;
    void allowsAfter?.(signal).then(() => {
      if (!isSomebodyThere) over.abort();
      return undefined;
    });
    try {
      const decision = await decisionOf(prompt, signal, () => {
        isSomebodyThere = true;
      });
      if (decision === "interrupt") {
        interrupt?.();
        return request.deny("The person interrupted.", { interrupt: true });
      }
      if (decision !== undefined) {
        show?.settle(request.requestId, decision.words);
        return decision.answer;
      }
      if (request.signal.aborted || io.signal.aborted) return request.deny("The person does not want this.");
      show?.settle(request.requestId, "nobody pressed a key: allowed, as this is a demonstration");
      return request.allow();
    } finally {
      over.abort();
      prompt = undefined;
      show?.touch();
    }
  }
  /** Undefined when the signal is aborted before. */
  function decisionOf(
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
        if (guard.takesKey()) return;
        onKey();
        const decision = asked.press(key);
        show?.touch();
        if (decision !== undefined) finish(decision);
      });
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
    });
  }
  function setHint(words: string): void {
    hint = words;
    show?.touch();
  }
  async function askModelQuestions(
    questions: readonly UserQuestion[],
    given: AbortSignal,
  ): Promise<Readonly<Record<string, Choice>> | undefined> {
    await nextRound();
    const signal = AbortSignal.any([given, io.signal]);
    const answers: [string, Choice][] = [];
    try {
      for (const [place, question] of questions.entries()) {
        const which = questions.length === 1 ? "" : `question ${place + 1} of ${questions.length}: `;
        const choice = await choose(question, which, signal);
        if (choice === undefined) return undefined;
        show?.note(wordsOf(choice), "call");
        answers.push([question.question, choice]);
      }
      return Object.fromEntries(answers);
    } finally {
      setHint("");
    }
  }
  /** One number; where several are wanted, until Enter. */
  async function choose(question: UserQuestion, which: string, signal: AbortSignal): Promise<Choice | undefined> {
    const digits = question.options.slice(0, 9).map((_option, place) => String(place + 1));
    const chosen: string[] = [];
    guard.raise();
    for (;;) {
      const soFar = chosen.length === 0 ? "" : ` (${chosen.join(", ")})`;
      const more = question.isMultiSelect ? `, several, then Enter${soFar}` : "";
      setHint(`${which}1 to ${digits.length}${more}, n no answer`);
      const key = await readKey(io.stdin, [...digits, "n", ...(question.isMultiSelect ? ["\r"] : [])], signal, () =>
        guard.takesKey(),
      );
      if (key === CTRL_C) interrupt?.();
      if (key === undefined || key === "n" || key === CTRL_C) return undefined;
      if (key !== "\r") chosen.push(key);
      if (chosen.length > 0 && (key === "\r" || !question.isMultiSelect)) return choiceOf(question, chosen.join(","));
    }
  }
  // One question after the other: there is one keyboard.
  function inTurn<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const answered = queue.then(question);
    queue = answered.catch(() => undefined);
    return answered;
  }
  const decide: PermissionCallback = (request) => inTurn(() => ask(request));
  const onQuestion: QuestionCallback = (questions, { signal }) => inTurn(() => askModelQuestions(questions, signal));
  return {
    decide,
    options: { permissions: { decide, timeoutMs: PATIENCE_MS }, onQuestion },
    hint: () => (hint !== "" && guard.isUp ? "…" : hint),
    drawn: {
      question: () => prompt,
      below: () => prompt?.below(columnsOfTerminal(io.stdout)) ?? [],
    },
    use(view, onInterrupt) {
      show = view;
      interrupt = onInterrupt;
    },
  };
}

/** When everything that has come has been shown. */
export function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
