// The `Turn` that callers hold: a promise of the result and an async iterable of the events. There is one class for all
// turns. What differs is the source behind it: a turn of a session, one that waits for a session, or one that is retried.

import type { Event } from "@unspool/protocol";
import type { Clock } from "../clock.ts";
import { readText } from "./text.ts";
import type { TurnError } from "./turn-error.ts";
import type { Turn, TurnCause, TurnResult, TurnStatus } from "./types.ts";
import type { NodeResponse, TurnResponseOptions } from "./web/response-types.ts";
import { pipeToNodeResponse, toReadableStream, toSseResponse } from "./web/response.ts";
import type { SseSource } from "./web/sse-stream.ts";

export interface TurnSource<Data> {
  readonly id: string;
  readonly cause: TurnCause;
  readonly status: TurnStatus;
  readonly queuePosition: number;
  readonly settled: Promise<TurnResult<Data>>;
  readonly clock: Clock;
  /** The events and the outcome, as server-sent messages need them. A promise until the turn has a session. */
  readonly sseSource: SseSource | Promise<SseSource>;
  /** Starts another reader of the events. */
  readEvents(): AsyncIterableIterator<Event>;
  interrupt(): Promise<void>;
}

export class TurnHandle<Data> implements Turn<Data> {
  readonly [Symbol.toStringTag]: string = "Turn";
  readonly #source: TurnSource<Data>;

  constructor(source: TurnSource<Data>) {
    this.#source = source;
    // A caller who only reads the events gets the error there, not as an unhandled rejection.
    source.settled.catch(() => undefined);
  }

  get id(): string {
    return this.#source.id;
  }

  get cause(): TurnCause {
    return this.#source.cause;
  }

  get status(): TurnStatus {
    return this.#source.status;
  }

  get queuePosition(): number {
    return this.#source.queuePosition;
  }

  get events(): AsyncIterable<Event> {
    return { [Symbol.asyncIterator]: () => this.#source.readEvents() };
  }

  get textStream(): AsyncIterable<string> {
    return readText(this.events);
  }

  get sseSource(): SseSource | Promise<SseSource> {
    return this.#source.sseSource;
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Event> {
    return this.#source.readEvents();
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a turn is a promise of its result
  then<Value = TurnResult<Data>, Other = never>(
    onFulfilled?: ((result: TurnResult<Data>) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: TurnError<Data>) => Other | PromiseLike<Other>) | null,
  ): Promise<Value | Other> {
    return this.#source.settled.then(onFulfilled, onRejected);
  }

  catch<Other = never>(
    onRejected?: ((reason: TurnError<Data>) => Other | PromiseLike<Other>) | null,
  ): Promise<TurnResult<Data> | Other> {
    return this.#source.settled.catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<TurnResult<Data>> {
    return this.#source.settled.finally(onFinally);
  }

  interrupt(): Promise<void> {
    return this.#source.interrupt();
  }

  toReadableStream(): ReadableStream<Event> {
    return toReadableStream(this.events);
  }

  toResponse(options: TurnResponseOptions = {}): Response {
    return toSseResponse(this.sseSource, options, this.#source.clock);
  }

  pipeToResponse(response: NodeResponse, options: TurnResponseOptions = {}): Promise<boolean> {
    return pipeToNodeResponse(response, this.sseSource, options, this.#source.clock);
  }
}
