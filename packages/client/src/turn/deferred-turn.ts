// A turn whose session is still to be found: the same in its user's hands, and from `begin` on the real one behind it.
// Until then its signal or `interrupt` withdraws it.

import type { Event } from "@unspool/protocol";
import type { Clock } from "../clock.ts";
import type { TurnOptions } from "../options/types.ts";
import type { TurnFailure } from "./failure.ts";
import { refusedTurn } from "./refused-turn.ts";
import type { NodeResponse, TurnResponseOptions } from "./response-types.ts";
import { sseSourceOf, type SseSource } from "./sse-stream.ts";
import { StreamSequence } from "./stream-sequence.ts";
import { textOf } from "./text.ts";
import type { TurnError } from "./turn-error.ts";
import type { Turn, TurnCause, TurnResult } from "./types.ts";
import { pipeToNodeResponse, toReadableStream, toSseResponse } from "./web.ts";

export interface DeferredTurnOptions {
  /** Those it was asked with; the real turn gets them too. */
  readonly turn: TurnOptions;
  readonly clock: Clock;
  /** How many are before it. */
  readonly place: () => number;
  /** It is not to begin any more. */
  readonly onWithdrawn: () => void;
}

export class DeferredTurn<Data> implements Turn<Data> {
  readonly [Symbol.toStringTag]: string = "Turn";
  readonly cause: TurnCause = "prompt";
  readonly #options: DeferredTurnOptions;
  readonly #events = new StreamSequence<Event>();
  readonly #settled: Promise<TurnResult<Data>>;
  #settle!: (turn: PromiseLike<TurnResult<Data>>) => void;
  #inner: Turn<Data> | undefined;
  readonly #begun: Promise<{ readonly turn: Turn<Data> }>;
  #tellBegun!: (begun: { readonly turn: Turn<Data> }) => void;

  constructor(options: DeferredTurnOptions) {
    this.#options = options;
    this.#settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    // In an object: a turn by itself is a promise of its result.
    this.#begun = new Promise((resolve) => {
      this.#tellBegun = resolve;
    });
    // Who only reads the events gets the error there.
    this.#settled.catch(() => undefined);
    const { signal } = options.turn;
    if (signal?.aborted === true) this.#abort();
    else signal?.addEventListener("abort", this.#abort, { once: true });
  }

  /** Empty until it has begun: its prompt is sent with the id of the turn behind it. */
  get id(): string {
    return this.#inner?.id ?? "";
  }

  get status(): "queued" | "running" | "ended" {
    return this.#inner?.status ?? "queued";
  }

  get place(): number {
    return this.#inner?.place ?? this.#options.place();
  }

  get events(): AsyncIterable<Event> {
    return { [Symbol.asyncIterator]: () => this.#events.read() };
  }

  get text(): AsyncIterable<string> {
    return textOf(this.events);
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Event> {
    return this.#events.read();
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a turn is a promise of its result
  then<Value = TurnResult<Data>, Other = never>(
    onFulfilled?: ((result: TurnResult<Data>) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: TurnError<Data>) => Other | PromiseLike<Other>) | null,
  ): Promise<Value | Other> {
    return this.#settled.then(onFulfilled, onRejected);
  }

  catch<Other = never>(
    onRejected?: ((reason: TurnError<Data>) => Other | PromiseLike<Other>) | null,
  ): Promise<TurnResult<Data> | Other> {
    return this.#settled.catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<TurnResult<Data>> {
    return this.#settled.finally(onFinally);
  }

  toReadableStream(): ReadableStream<Event> {
    return toReadableStream(this.events);
  }

  toResponse(options: TurnResponseOptions = {}): Response {
    return toSseResponse(this.sseSource, options, this.#options.clock);
  }

  pipeToResponse(response: NodeResponse, options: TurnResponseOptions = {}): Promise<boolean> {
    return pipeToNodeResponse(response, this.sseSource, options, this.#options.clock);
  }

  async interrupt(): Promise<void> {
    if (this.#inner !== undefined) await this.#inner.interrupt();
    else
      this.#withdraw({ code: "interrupted", message: "The turn was interrupted before it began. Nothing was sent." });
  }

  // From here on for whoever finds the session.

  /** What its responses are made of. */
  get sseSource(): SseSource | Promise<SseSource> {
    return this.#inner === undefined ? this.#begun.then(({ turn }) => sseSourceOf(turn)) : sseSourceOf(this.#inner);
  }

  /** Only the first one counts. */
  begin(turn: Turn<Data>): void {
    if (this.#inner !== undefined) return;
    this.#inner = turn;
    this.#options.turn.signal?.removeEventListener("abort", this.#abort);
    this.#settle(turn);
    this.#tellBegun({ turn });
    this.#events.add(() => turn[Symbol.asyncIterator]());
    this.#events.end();
  }

  /** It will not begin. */
  refuse(failure: TurnFailure): void {
    if (this.#inner === undefined) this.begin(refusedTurn<Data>(failure, this.#options.turn.reject ?? true));
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
