// A prompt that is asked again if the API could not answer it, each time in a new session on a new process: one turn in its
// user's hands. It is asked again only if the failure is transient and the session did nothing but talk.

import { randomUUID } from "node:crypto";
import type { Event } from "@unspool/protocol";
import type { Clock } from "../clock.ts";
import type { RetryOptions, TurnOptions } from "../options/types.ts";
import { askedHere } from "./asked-here.ts";
import type { TurnFailure } from "./failure.ts";
import { fieldsOf } from "./fields.ts";
import type { NodeResponse, TurnResponseOptions } from "./response-types.ts";
import { sseSourceFrom, sseSourceOf, type SseSource } from "./sse-stream.ts";
import { StreamSequence } from "./stream-sequence.ts";
import { sumOfAttempts } from "./sum-of-attempts.ts";
import { textOf } from "./text.ts";
import { TurnError } from "./turn-error.ts";
import type { Settled, Turn, TurnCause, TurnResult } from "./types.ts";
import { pipeToNodeResponse, toReadableStream, toSseResponse } from "./web.ts";

export interface Attempt<Data> {
  /** One that never rejects. */
  readonly turn: Turn<Data, Settled<Data>>;
  /** Whether its session may have had effects: at once when it did, else when its process is gone. */
  readonly hadEffect: Promise<boolean>;
}

export interface RetryingTurnOptions<Data> {
  readonly turn: TurnOptions;
  readonly retry: RetryOptions;
  readonly clock: Clock;
  readonly begin: () => Attempt<Data>;
  /** Whether another attempt may begin: not when the budget is used up. */
  readonly mayBegin: () => boolean;
}

const DEFAULTS: Required<RetryOptions> = { maxAttempts: 3, delayMs: 1000, maxDelayMs: 60_000 };

export class RetryingTurn<Data> implements Turn<Data> {
  readonly [Symbol.toStringTag]: string = "Turn";
  readonly cause: TurnCause = "prompt";
  readonly #options: RetryingTurnOptions<Data>;
  readonly #retry: Required<RetryOptions>;
  readonly #events = new StreamSequence<Event>();
  readonly #settled: Promise<TurnResult<Data>>;
  readonly #asked = askedHere();
  readonly #failed: TurnError<Data>[] = [];
  readonly #delays: number[] = [];
  #current: Turn<Data, Settled<Data>>;
  /** Names it in the ids of its server-sent messages: `id` changes with each attempt. */
  readonly #tag = randomUUID().slice(0, 8);
  readonly #attempts: Turn<Data, Settled<Data>>[] = [];
  #keptBytes = 0;
  #isOver = false;
  /** Ends the wait before the next attempt, while there is one. */
  #giveUpWait: ((failure: TurnFailure) => void) | undefined;

  constructor(options: RetryingTurnOptions<Data>) {
    this.#options = options;
    this.#retry = { ...DEFAULTS, ...options.retry };
    const startedAt = options.clock.now();
    const first = this.#begin();
    this.#current = first.turn;
    this.#settled = this.#run(first, startedAt);
    // Who only reads the events gets the error there.
    this.#settled.catch(() => undefined);
  }

  /** That of the prompt that was sent last. */
  get id(): string {
    return this.#current.id;
  }

  get status(): "queued" | "running" | "ended" {
    if (this.#isOver) return "ended";
    const isQueued = this.#failed.length === 0 && this.#current.status === "queued";
    return isQueued ? "queued" : "running";
  }

  get place(): number {
    return this.#failed.length === 0 ? this.#current.place : 0;
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

  /** The attempts one after the other. A reader that comes back gets what is kept of each of them. */
  get sseSource(): SseSource {
    return sseSourceFrom(this, { tag: this.#tag, keep: (bytes) => this.#keep(bytes) });
  }

  async interrupt(): Promise<void> {
    const message = "The turn was interrupted while it waited to be asked again. Nothing more was sent.";
    if (this.#giveUpWait === undefined) await this.#current.interrupt();
    else this.#giveUpWait({ code: "interrupted", message });
  }

  #keep(bytes: number): void {
    this.#keptBytes = Math.max(this.#keptBytes, bytes);
    for (const turn of this.#attempts) keepEvents(turn, this.#keptBytes);
  }

  #begin(): Attempt<Data> {
    const attempt = this.#options.begin();
    this.#current = attempt.turn;
    this.#attempts.push(attempt.turn);
    if (this.#keptBytes > 0) keepEvents(attempt.turn, this.#keptBytes);
    this.#events.add(() => attempt.turn[Symbol.asyncIterator]());
    return attempt;
  }

  async #run(first: Attempt<Data>, startedAt: number): Promise<TurnResult<Data>> {
    let settled = await first.turn;
    for (let attempt = first; await this.#isWorthRetrying(settled, attempt);) {
      this.#failed.push(settled as TurnError<Data>);
      const failure = await this.#wait();
      if (failure !== undefined) {
        settled = stopped(failure, this.#failed.pop() as TurnError<Data>);
        break;
      }
      attempt = this.#begin();
      settled = await attempt.turn;
    }
    const durationMs = this.#options.clock.now() - startedAt;
    return this.#end(sumOfAttempts(settled, { failed: this.#failed, delays: this.#delays, durationMs }));
  }

  async #isWorthRetrying(settled: Settled<Data>, { hadEffect }: Attempt<Data>): Promise<boolean> {
    if (!(settled instanceof TurnError) || !settled.isTransient) return false;
    if (this.#failed.length + 1 >= this.#retry.maxAttempts) return false;
    if (await hadEffect) return false;
    return this.#options.turn.signal?.aborted !== true && this.#options.mayBegin();
  }

  /** Resolves when it is time, or with the reason to give up. */
  #wait(): Promise<TurnFailure | undefined> {
    const { clock, turn } = this.#options;
    const delayMs = this.#delayMs();
    this.#delays.push(delayMs);
    return new Promise((resolve) => {
      const finish = (failure: TurnFailure | undefined): void => {
        cancel();
        turn.signal?.removeEventListener("abort", abort);
        this.#giveUpWait = undefined;
        resolve(failure);
      };
      const message = "The turn was aborted by its signal while it waited to be asked again. Nothing more was sent.";
      const abort = (): void => finish({ code: "aborted", message, cause: turn.signal?.reason });
      const cancel = clock.after(delayMs, () => finish(undefined), { keepsAlive: true });
      turn.signal?.addEventListener("abort", abort, { once: true });
      this.#giveUpWait = finish;
    });
  }

  /** Doubled each time. Between half of it and all of it, so that many who failed together do not come back together. */
  #delayMs(): number {
    const { delayMs, maxDelayMs } = this.#retry;
    const longest = Math.min(maxDelayMs, delayMs * 2 ** this.#delays.length);
    return Math.round((longest * (1 + Math.random())) / 2);
  }

  #end(settled: Settled<Data>): TurnResult<Data> {
    this.#isOver = true;
    if (settled instanceof TurnError) {
      this.#asked.mark(settled);
      if (this.#options.turn.reject !== false) {
        this.#events.end({ error: settled });
        throw settled;
      }
    }
    this.#events.end();
    return settled as TurnResult<Data>;
  }
}

function keepEvents<Data>(turn: Turn<Data, Settled<Data>>, bytes: number): void {
  const source = sseSourceOf(turn as Turn<Data>);
  if (source instanceof Promise) void source.then(({ log }) => log.keep(bytes));
  else source.log.keep(bytes);
}

/** The last failure, told as one that was given up. */
function stopped<Data>({ code, message, cause }: TurnFailure, last: TurnError<Data>): TurnError<Data> {
  return new TurnError<Data>(
    code,
    message,
    { ...fieldsOf(last), outcome: "interrupted" },
    {},
    { cause: cause ?? last },
  );
}
