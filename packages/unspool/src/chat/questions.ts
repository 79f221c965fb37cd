// Questions about permissions in a chat: one after the other, answered by key, with the input to be changed if need be.

import type { PermissionAnswer, PermissionCallback } from "@unspool/client";
import { createApprovalPrompt, type ApprovalPrompt, type PromptOptions } from "../approval/prompt.ts";

export interface Questions {
  readonly decide: PermissionCallback;
  /** The one that is being asked. */
  readonly current: ApprovalPrompt | undefined;
  /** Answers it; the next one follows. */
  answer(answer: PermissionAnswer): void;
}

interface Waiting {
  readonly prompt: ApprovalPrompt;
  readonly settle: (answer: PermissionAnswer) => void;
}

export function createQuestions(options: PromptOptions, onChange: () => void): Questions {
  const waiting: Waiting[] = [];
  const take = (one: Waiting, answer: PermissionAnswer): void => {
    const place = waiting.indexOf(one);
    if (place >= 0) waiting.splice(place, 1);
    one.settle(answer);
    onChange();
  };
  return {
    decide: (request) =>
      new Promise((settle) => {
        const one: Waiting = { prompt: createApprovalPrompt(request, options), settle };
        waiting.push(one);
        request.signal.addEventListener("abort", () => take(one, request.deny("The question was withdrawn.")), {
          once: true,
        });
        onChange();
      }),
    get current() {
      return waiting[0]?.prompt;
    },
    answer(answer) {
      const [one] = waiting;
      if (one !== undefined) take(one, answer);
    },
  };
}
