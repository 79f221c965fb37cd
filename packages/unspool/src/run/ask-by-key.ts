// Questions about permissions, answered by a key: y, a, n. Ctrl-C interrupts the turn.

import type { PermissionAnswer, PermissionCallback, PermissionRequest } from "@unspool/client";
import type { Io } from "../cli/io.ts";
import { CTRL_C, readKey } from "../terminal/keys.ts";
import type { Show } from "../view/show.ts";

export interface KeyQuestions {
  readonly decide: PermissionCallback;
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

export function createKeyQuestions(io: Io, { allowsAfter, allowsAfterHint = "" }: KeyOptions = {}): KeyQuestions {
  let show: Show | undefined;
  let interrupt: (() => void) | undefined;
  let open = 0;
  let queue: Promise<unknown> = Promise.resolve();

  async function ask(request: PermissionRequest): Promise<PermissionAnswer> {
    if (request.signal.aborted) return request.deny("The question was withdrawn.");
    // The question itself is shown first.
    await nextRound();
    open += 1;
    show?.touch();
    const over = new AbortController();
    const signal = AbortSignal.any([request.signal, io.signal, over.signal]);
    void allowsAfter?.(signal).then(() => over.abort());
    try {
      const key = await readKey(io.stdin, KEYS, signal);
      const isWithdrawn = request.signal.aborted || io.signal.aborted;
      return answer(request, key ?? (isWithdrawn ? undefined : "auto"));
    } finally {
      over.abort();
      open -= 1;
      show?.touch();
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
  return {
    // One question after the other: there is one keyboard.
    decide(request) {
      const answered = queue.then(() => ask(request));
      queue = answered.catch(() => undefined);
      return answered;
    },
    hint: () => (open === 0 ? "" : `y allow, a always, n deny${allowsAfterHint}`),
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
