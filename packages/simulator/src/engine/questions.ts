// What the CLI asks the host: each question waits for the answer with its id, until it is withdrawn or the host is gone.

import type { Line } from "./lines/lines.ts";
import type { Output } from "./output.ts";
import type { Identity } from "./identity.ts";
import type { JsonObject } from "../json.ts";

export type Answer =
  | { readonly kind: "answered"; readonly response: JsonObject }
  | { readonly kind: "refused"; readonly error: string }
  /** The host has closed its side. */
  | { readonly kind: "closed" }
  | { readonly kind: "withdrawn" };

export interface Question {
  /** Makes the line with its request id. */
  readonly ask: (requestId: string) => Line;
  /** Withdraws the question. */
  readonly signal?: AbortSignal;
}

export interface Questions {
  ask(question: Question): Promise<Answer>;
  /** An answer of the host; false if nobody waits for it. */
  answer(requestId: string, answer: Answer): boolean;
  /** The host is gone: nothing will be answered. */
  close(): void;
}

interface Waiting {
  readonly settle: (answer: Answer) => void;
}

export function createQuestions(
  output: Output,
  identity: Identity,
  withdrawal: (requestId: string) => Line,
): Questions {
  const waiting = new Map<string, Waiting>();
  let isClosed = false;
  return {
    ask({ ask, signal }) {
      if (isClosed) return Promise.resolve({ kind: "closed" });
      if (signal?.aborted === true) return Promise.resolve({ kind: "withdrawn" });
      const requestId = identity.uuid();
      output.write(ask(requestId));
      return new Promise((resolve) => {
        const withdraw = (): void => {
          output.write(withdrawal(requestId));
          settle({ kind: "withdrawn" });
        };
        const settle = (answer: Answer): void => {
          waiting.delete(requestId);
          signal?.removeEventListener("abort", withdraw);
          resolve(answer);
        };
        signal?.addEventListener("abort", withdraw);
        waiting.set(requestId, { settle });
      });
    },
    answer(requestId, answer) {
      const question = waiting.get(requestId);
      question?.settle(answer);
      return question !== undefined;
    },
    close() {
      isClosed = true;
      for (const question of waiting.values()) question.settle({ kind: "closed" });
    },
  };
}
