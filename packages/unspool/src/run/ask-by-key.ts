// Questions answered by a key: about permissions y, a, n; those of the model by the numbers of their options. Ctrl-C
// interrupts the turn.

import type {
  PermissionAnswer,
  PermissionCallback,
  PermissionRequest,
  QuestionCallback,
  SessionOptions,
  UserQuestion,
} from "@unspool/client";
import type { Io } from "../cli/io.ts";
import { CTRL_C, readKey } from "../terminal/keys.ts";
import type { Show } from "../view/show.ts";
import { choiceOf, wordsOf, type Choice } from "./choice.ts";

export interface KeyQuestions {
  readonly decide: PermissionCallback;
  /** Both kinds of questions, for a session. */
  readonly options: Pick<SessionOptions, "permissions" | "onQuestion">;
  /** Which keys there are now; empty while nothing is asked. */
  hint(): string;
  /** Where answers are noted, and what Ctrl-C does while something is asked. To be told before the first question. */
  use(show: Show, onInterrupt: () => void): void;
}

export interface KeyOptions {
  /** So long somebody may take; then it is allowed. For demonstrations only. */
  readonly allowsAfter?: (signal: AbortSignal) => Promise<void>;
  readonly allowsAfterHint?: string;
}

const KEYS = ["y", "a", "n"];
/** A person takes the time it takes: the longest that a timer can wait, 24 days. */
export const PATIENCE_MS: number = 2 ** 31 - 1;

export function createKeyQuestions(io: Io, { allowsAfter, allowsAfterHint = "" }: KeyOptions = {}): KeyQuestions {
  let show: Show | undefined;
  let interrupt: (() => void) | undefined;
  let hint = "";
  let queue: Promise<unknown> = Promise.resolve();

  async function ask(request: PermissionRequest): Promise<PermissionAnswer> {
    if (request.signal.aborted) return request.deny("The question was withdrawn.");
    // The question itself is shown first.
    await nextRound();
    setHint(`y allow, a always, n deny${allowsAfterHint}`);
    const over = new AbortController();
    const signal = AbortSignal.any([request.signal, io.signal, over.signal]);
    void allowsAfter?.(signal).then(() => over.abort());
    try {
      const key = await readKey(io.stdin, KEYS, signal);
      const isWithdrawn = request.signal.aborted || io.signal.aborted;
      return answer(request, key ?? (isWithdrawn ? undefined : "auto"));
    } finally {
      over.abort();
      setHint("");
    }
  }
  function answer(request: PermissionRequest, key: string | undefined): PermissionAnswer {
    if (key === "y" || key === "auto") {
      show?.note(key === "y" ? "allowed" : "nobody pressed a key: allowed, as this is a demonstration", "call");
      return request.allow();
    }
    if (key === "a") {
      show?.note("allowed from now on", "call");
      return request.alwaysAllow();
    }
    if (key === CTRL_C) {
      interrupt?.();
      return request.deny("The person interrupted.", { interrupt: true });
    }
    if (key === "n") show?.note("not allowed", "call");
    return request.deny("The person does not want this.");
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
    for (;;) {
      const soFar = chosen.length === 0 ? "" : ` (${chosen.join(", ")})`;
      const more = question.isMultiSelect ? `, several, then Enter${soFar}` : "";
      setHint(`${which}1 to ${digits.length}${more}, n no answer`);
      const key = await readKey(io.stdin, [...digits, "n", ...(question.isMultiSelect ? ["\r"] : [])], signal);
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
    hint: () => hint,
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
