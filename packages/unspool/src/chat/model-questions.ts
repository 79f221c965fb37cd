// Questions of the model in a chat, one after the other: the answers are typed, and go back together.

import type { QuestionCallback, UserQuestion } from "@unspool/client";
import type { Choice } from "../run/choice.ts";

export interface ModelQuestions {
  readonly ask: QuestionCallback;
  /** The one to be answered now, and which of how many it is. */
  readonly current: { readonly question: UserQuestion; readonly number: number; readonly count: number } | undefined;
  answer(choice: Choice): void;
  /** The person does not want to. */
  refuse(): void;
}

interface Waiting {
  readonly questions: readonly UserQuestion[];
  readonly answers: [question: string, choice: Choice][];
  readonly settle: (answers: Readonly<Record<string, Choice>> | undefined) => void;
}

export function createModelQuestions(onChange: () => void): ModelQuestions {
  const waiting: Waiting[] = [];
  const end = (one: Waiting, answers: Readonly<Record<string, Choice>> | undefined): void => {
    const place = waiting.indexOf(one);
    if (place >= 0) waiting.splice(place, 1);
    one.settle(answers);
    onChange();
  };
  return {
    ask: (questions, { signal }) =>
      new Promise((settle) => {
        const one: Waiting = { questions, answers: [], settle };
        waiting.push(one);
        signal.addEventListener("abort", () => end(one, undefined), { once: true });
        onChange();
      }),
    get current() {
      const [one] = waiting;
      const question = one?.questions[one.answers.length];
      return one === undefined || question === undefined
        ? undefined
        : { question, number: one.answers.length + 1, count: one.questions.length };
    },
    answer(choice) {
      const [one] = waiting;
      const question = one?.questions[one.answers.length];
      if (one === undefined || question === undefined) return;
      one.answers.push([question.question, choice]);
      if (one.answers.length >= one.questions.length) end(one, Object.fromEntries(one.answers));
      else onChange();
    },
    refuse() {
      const [one] = waiting;
      if (one !== undefined) end(one, undefined);
    },
  };
}
