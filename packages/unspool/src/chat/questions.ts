// Questions about permissions in a chat: one after the other, answered by key, with the input to be changed if need be.

import type { PermissionAnswer, PermissionCallback, PermissionRequest } from "@unspool/client";

export interface Questions {
  readonly decide: PermissionCallback;
  /** The one that is being asked. */
  readonly current: PermissionRequest | undefined;
  /** Answers it; the next one follows. */
  answer(answer: PermissionAnswer): void;
}

interface Waiting {
  readonly request: PermissionRequest;
  readonly settle: (answer: PermissionAnswer) => void;
}

export function createQuestions(onChange: () => void): Questions {
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
        const one: Waiting = { request, settle };
        waiting.push(one);
        request.signal.addEventListener("abort", () => take(one, request.deny("The question was withdrawn.")), {
          once: true,
        });
        onChange();
      }),
    get current() {
      return waiting[0]?.request;
    },
    answer(answer) {
      const [one] = waiting;
      if (one !== undefined) take(one, answer);
    },
  };
}
