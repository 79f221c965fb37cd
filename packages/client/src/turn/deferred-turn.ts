// A turn that waits for a session: a pool has none free, or the source of a pipe is still read. From `begin` on it is the
// turn of that session; until then its signal or `interrupt` withdraws it.

import type { Event } from "@unspool/protocol";
import type { Clock } from "../clock.ts";
import type { TurnOptions } from "../options/options.ts";
import type { TurnFailure } from "./failure.ts";
import { refuseTurn } from "./session-turn.ts";
import { getSseSource, type SseSource } from "./web/sse-stream.ts";
import { StreamSequence } from "./stream-sequence.ts";
import { TurnHandle, type TurnSource } from "./turn-handle.ts";
import type { Turn, TurnCause, TurnResult, TurnStatus } from "./types.ts";

export interface DeferredTurnOptions {
  /** The options of the ask. The turn of the session gets them too. */
  readonly turn: TurnOptions;
  readonly clock: Clock;
  readonly queuePosition: () => number;
  /** The caller has given the turn up before it began. */
  readonly onWithdrawn: () => void;
}

export class DeferredTurn<Data> implements TurnSource<Data> {
  readonly handle: TurnHandle<Data>;
  readonly settled: Promise<TurnResult<Data>>;
  readonly cause: TurnCause = "prompt";
  readonly #options: DeferredTurnOptions;
  readonly #events = new StreamSequence<Event>();
  #settle!: (turn: PromiseLike<TurnResult<Data>>) => void;
  #inner: Turn<Data> | undefined;
  readonly #begun: Promise<{ readonly turn: Turn<Data> }>;
  #tellBegun!: (begun: { readonly turn: Turn<Data> }) => void;

  constructor(options: DeferredTurnOptions) {
    this.#options = options;
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    // In an object, because a promise of a turn would resolve with the turn's result.
    this.#begun = new Promise((resolve) => {
      this.#tellBegun = resolve;
    });
    this.handle = new TurnHandle<Data>(this);
    const { signal } = options.turn;
    if (signal?.aborted === true) this.#abort();
    else signal?.addEventListener("abort", this.#abort, { once: true });
  }

  /** Empty until the turn has begun, because the prompt is sent with the id of the session's turn. */
  get id(): string {
    return this.#inner?.id ?? "";
  }

  get status(): TurnStatus {
    return this.#inner?.status ?? "queued";
  }

  get queuePosition(): number {
    return this.#inner?.queuePosition ?? this.#options.queuePosition();
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  readEvents(): AsyncIterableIterator<Event> {
    return this.#events.read();
  }

  async interrupt(): Promise<void> {
    if (this.#inner !== undefined) await this.#inner.interrupt();
    else
      this.#withdraw({ code: "interrupted", message: "The turn was interrupted before it began. Nothing was sent." });
  }

  get sseSource(): SseSource | Promise<SseSource> {
    return this.#inner === undefined ? this.#begun.then(({ turn }) => getSseSource(turn)) : getSseSource(this.#inner);
  }

  /** Continues as the turn of a session. Only the first call counts. */
  begin(turn: Turn<Data>): void {
    if (this.#inner !== undefined) return;
    this.#inner = turn;
    this.#options.turn.signal?.removeEventListener("abort", this.#abort);
    this.#settle(turn);
    this.#tellBegun({ turn });
    this.#events.add(() => turn[Symbol.asyncIterator]());
    this.#events.end();
  }

  /** Fails the turn if it has not begun. */
  refuse(failure: TurnFailure): void {
    if (this.#inner === undefined) this.begin(refuseTurn<Data>(failure, this.#options.turn.reject));
  }

  readonly #abort = (): void => {
    const message = "The turn was aborted by its signal before it began. Nothing was sent.";
    this.#withdraw({ code: "aborted", message, cause: this.#options.turn.signal?.reason });
  };

  #withdraw(failure: TurnFailure): void {
    if (this.#inner !== undefined) return;
    this.refuse(failure);
    this.#options.onWithdrawn();
  }
}
