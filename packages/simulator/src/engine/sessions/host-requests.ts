// Requests of the CLI to the host: each waits for the reply with its id, until it is withdrawn or the host is gone.

import type { Line } from "../lines/lines.ts";
import type { Output } from "./output.ts";
import type { Identity } from "../identity.ts";
import type { JsonObject } from "../../json.ts";

export type HostReply =
  | { readonly kind: "answered"; readonly response: JsonObject }
  | { readonly kind: "refused"; readonly error: string }
  /** The host has closed its side. */
  | { readonly kind: "closed" }
  | { readonly kind: "withdrawn" };

export interface HostRequest {
  /** Creates the line with its request id. */
  readonly createLine: (requestId: string) => Line;
  /** Withdraws the request when aborted. */
  readonly signal?: AbortSignal;
}

export interface HostRequests {
  send(question: HostRequest): Promise<HostReply>;
  /** Settles a request with the host's reply; returns false if no request waits for it. */
  settle(requestId: string, answer: HostReply): boolean;
  /** Settles all open requests as closed, since the host is gone. */
  close(): void;
}

interface Waiting {
  readonly settle: (answer: HostReply) => void;
}

export function createHostRequests(
  output: Output,
  identity: Identity,
  withdrawal: (requestId: string) => Line,
): HostRequests {
  const waiting = new Map<string, Waiting>();
  let isClosed = false;
  return {
    send({ createLine, signal }) {
      if (isClosed) return Promise.resolve({ kind: "closed" });
      if (signal?.aborted === true) return Promise.resolve({ kind: "withdrawn" });
      const requestId = identity.uuid();
      output.write(createLine(requestId));
      return new Promise((resolve) => {
        const withdraw = (): void => {
          output.write(withdrawal(requestId));
          settle({ kind: "withdrawn" });
        };
        const settle = (answer: HostReply): void => {
          waiting.delete(requestId);
          signal?.removeEventListener("abort", withdraw);
          resolve(answer);
        };
        signal?.addEventListener("abort", withdraw);
        waiting.set(requestId, { settle });
      });
    },
    settle(requestId, answer) {
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
