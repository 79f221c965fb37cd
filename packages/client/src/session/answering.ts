// Answers what the CLI asks: each request goes to the responder, its answer is written once, and never after the request
// was withdrawn or the session has ended.

import { originalOf, type Event, type SessionState } from "@unspool/protocol";
import type { CliRequest, RequestContext, Responders } from "../control/types.ts";
import { ClaudeError } from "../errors.ts";
import type { Warning } from "../warning.ts";

export interface Answering {
  /** How many requests wait for the host. */
  readonly pending: number;
  /** Reads requests and their withdrawals; passes over everything else. */
  handle(event: Event): void;
  /** The program is gone: nobody waits for an answer. */
  abortAll(reason: Error): void;
}

/** Real CLIs ask about the calls of one message at a time, of each agent: tens, and a few megabytes for a large file. */
const MAX_PENDING = 2000;
const MAX_PENDING_CHARACTERS = 64 * 1024 * 1024;

export interface AnsweringOptions {
  readonly responder: Responders;
  readonly send: (line: string) => void;
  readonly warn: (warning: Warning) => void;
  readonly state: () => SessionState;
  readonly agreesToMode: RequestContext["agreesToMode"];
  readonly onChange: (pending: number) => void;
  /** More requests wait than can be kept. */
  readonly onOverflow: (error: ClaudeError) => void;
  /** Called with each answer just before it is sent. */
  readonly onAnswer?: (request: CliRequest, line: string) => void;
}

export function createAnswering(options: AnsweringOptions): Answering {
  const { responder, send, warn, state, agreesToMode, onChange, onOverflow, onAnswer } = options;
  const pending = new Map<string, AbortController>();
  /** How long each of them is. */
  const sizes = new Map<string, number>();
  let characters = 0;
  let isOver = false;
  /** Of those that 2.1.120 to 2.1.250 do not withdraw when the turn is interrupted. */
  const elicitations = new Set<string>();

  const forget = (requestId: string): void => {
    pending.delete(requestId);
    elicitations.delete(requestId);
    characters -= sizes.get(requestId) ?? 0;
    sizes.delete(requestId);
  };
  /** @returns whether there is room for it */
  const keep = (request: CliRequest): boolean => {
    const size = measureSize(request);
    characters += size;
    sizes.set(request.requestId, size);
    if (pending.size < MAX_PENDING && characters <= MAX_PENDING_CHARACTERS) return true;
    isOver = true;
    const what =
      pending.size < MAX_PENDING ? `${MAX_PENDING_CHARACTERS >> 20} MB of requests` : `${MAX_PENDING} requests`;
    const message = `Claude asks on while more than ${what} wait for an answer, which no known version does. The session was ended; start another one.`;
    onOverflow(new ClaudeError("protocol-violation", message, { pending: pending.size, characters }));
    return false;
  };
  const start = async (request: CliRequest): Promise<void> => {
    const controller = new AbortController();
    pending.set(request.requestId, controller);
    onChange(pending.size);
    if (request.type === "control-request" && request.subtype === "elicitation") elicitations.add(request.requestId);
    const context: RequestContext = { signal: controller.signal, send, warn, state, agreesToMode };
    const line = await responder.answer(request, context);
    // The same id may have been withdrawn and asked again since; at the end of all, none is left.
    if (pending.get(request.requestId) !== controller) return;
    forget(request.requestId);
    onAnswer?.(request, line);
    send(line);
    onChange(pending.size);
  };

  return {
    get pending() {
      return pending.size;
    },
    handle(event) {
      if (event.type === "permission-request" || event.type === "control-request") {
        // Asked again while the first is being answered: one answer is enough.
        if (!isOver && !pending.has(event.requestId) && keep(event)) void start(event);
      } else if (event.type === "permission-cancel") {
        const controller = pending.get(event.requestId);
        forget(event.requestId);
        controller?.abort(new Error("Claude no longer waits for the answer."));
        if (controller !== undefined) onChange(pending.size);
      } else if (event.type === "turn-end" && event.outcome === "interrupted") {
        // Aborts the callback and answers "cancel", in case a background agent still waits for the answer.
        for (const id of elicitations) pending.get(id)?.abort(new Error("The turn was interrupted."));
      }
    },
    abortAll(reason) {
      for (const controller of pending.values()) controller.abort(reason);
      pending.clear();
      sizes.clear();
      elicitations.clear();
    },
  };
}

/** As JSON. What nests too deep to be written again is taken for large. */
function measureSize(request: CliRequest): number {
  try {
    return JSON.stringify(originalOf(request) ?? request).length;
  } catch {
    return 1024 * 1024;
  }
}
