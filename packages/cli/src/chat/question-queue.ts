// The questions of a chat, one at a time: permission requests are answered by key, questions of the model by typing.

import type { PermissionAnswer, PermissionCallback, QuestionCallback, UserQuestion } from "@unspool/client";
import { createApprovalPrompt, type ApprovalPrompt, type PromptOptions } from "../approval/prompt.ts";
import type { Choice } from "../run/choice.ts";

export interface PermissionQueue {
  readonly decide: PermissionCallback;
  /** The prompt on the screen. */
  readonly current: ApprovalPrompt | undefined;
  /** Answers the current prompt; the next one follows. */
  answer(answer: PermissionAnswer): void;
}

export function createPermissionQueue(options: PromptOptions, onChange: () => void): PermissionQueue {
  const queue = createQueue<ApprovalPrompt, PermissionAnswer>(onChange);
  return {
    decide: (request) =>
      queue.add(createApprovalPrompt(request, options), request.signal, () =>
        request.deny("The question was withdrawn."),
      ),
    get current() {
      return queue.current;
    },
    answer: (answer) => queue.settle(answer),
  };
}

type Answers = Readonly<Record<string, Choice>> | undefined;

interface OpenQuestions {
  readonly questions: readonly UserQuestion[];
  readonly answers: [question: string, choice: Choice][];
}

export interface QuestionQueue {
  readonly ask: QuestionCallback;
  /** The question to answer now, with its number and the number of questions that came together. */
  readonly current: { readonly question: UserQuestion; readonly number: number; readonly count: number } | undefined;
  answer(choice: Choice): void;
  /** Gives no answer to the current questions. */
  refuse(): void;
}

export function createQuestionQueue(onChange: () => void): QuestionQueue {
  const queue = createQueue<OpenQuestions, Answers>(onChange);
  return {
    ask: (questions, { signal }) => queue.add({ questions, answers: [] }, signal, () => undefined),
    get current() {
      const { questions = [], answers = [] } = queue.current ?? {};
      const question = questions[answers.length];
      return question === undefined ? undefined : { question, number: answers.length + 1, count: questions.length };
    },
    answer(choice) {
      const { questions = [], answers = [] } = queue.current ?? {};
      const question = questions[answers.length];
      if (question === undefined) return;
      answers.push([question.question, choice]);
      if (answers.length >= questions.length) queue.settle(Object.fromEntries(answers));
      else onChange();
    },
    refuse: () => queue.settle(undefined),
  };
}

interface Queue<Item, Answer> {
  readonly current: Item | undefined;
  /** Resolves with the answer, or with that of `onAbort` when the signal is aborted. */
  add(item: Item, signal: AbortSignal, onAbort: () => Answer): Promise<Answer>;
  /** Answers the current item. */
  settle(answer: Answer): void;
}

function createQueue<Item, Answer>(onChange: () => void): Queue<Item, Answer> {
  const pending: { readonly item: Item; readonly resolve: (answer: Answer) => void }[] = [];
  const settle = (entry: (typeof pending)[number], answer: Answer): void => {
    const index = pending.indexOf(entry);
    if (index >= 0) pending.splice(index, 1);
    entry.resolve(answer);
    onChange();
  };
  return {
    get current() {
      return pending[0]?.item;
    },
    add: (item, signal, onAbort) =>
      new Promise((resolve) => {
        const entry = { item, resolve };
        pending.push(entry);
        signal.addEventListener("abort", () => settle(entry, onAbort()), { once: true });
        onChange();
      }),
    settle(answer) {
      const [entry] = pending;
      if (entry !== undefined) settle(entry, answer);
    },
  };
}
