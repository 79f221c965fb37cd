// Answers what the CLI asks: each request goes to the responder, its answer is written once, and never after the request
// was withdrawn or the session has ended.

import { encode, type Event } from "@unspool/protocol";
import type { CliRequest, Responder } from "../control/types.ts";

export interface Answering {
  /** How many requests wait for the host. */
  readonly pending: number;
  /** Reads requests and their withdrawals; passes over everything else. */
  handle(event: Event): void;
  /** The program is gone: nobody waits for an answer. */
  abortAll(reason: Error): void;
}

export interface AnsweringOptions {
  readonly responder: Responder;
  readonly send: (line: string) => void;
  readonly onChange: (pending: number) => void;
}

export function createAnswering({ responder, send, onChange }: AnsweringOptions): Answering {
  const pending = new Map<string, AbortController>();

  const answer = async (request: CliRequest, controller: AbortController): Promise<string> => {
    try {
      return (await responder.answer(request, { signal: controller.signal, send })) ?? unsupported(request);
    } catch (error) {
      const message =
        error instanceof Error && error.message.trim() !== "" ? error.message : "The host failed to answer.";
      return encode.refuse(request.requestId, message);
    }
  };
  const start = async (request: CliRequest): Promise<void> => {
    const controller = new AbortController();
    pending.set(request.requestId, controller);
    onChange(pending.size);
    const line = await answer(request, controller);
    // The same id may have been withdrawn and asked again since.
    if (pending.get(request.requestId) !== controller) return;
    pending.delete(request.requestId);
    if (!controller.signal.aborted) send(line);
    onChange(pending.size);
  };

  return {
    get pending() {
      return pending.size;
    },
    handle(event) {
      if (event.type === "permission-request" || event.type === "control-request") {
        // Asked again while the first is being answered: one answer is enough.
        if (!pending.has(event.requestId)) void start(event);
      } else if (event.type === "permission-cancel") {
        const controller = pending.get(event.requestId);
        pending.delete(event.requestId);
        controller?.abort(new Error("Claude no longer waits for the answer."));
        if (controller !== undefined) onChange(pending.size);
      }
    },
    abortAll(reason) {
      for (const controller of pending.values()) controller.abort(reason);
      pending.clear();
    },
  };
}

function unsupported(request: CliRequest): string {
  const subtype = request.type === "permission-request" ? "can_use_tool" : request.subtype;
  return encode.refuse(request.requestId, `Unsupported control request subtype: ${subtype}`, "unsupported_request");
}
