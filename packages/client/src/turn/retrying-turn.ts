// A prompt that is asked again if the API could not answer it, each time in a new session on a new process. The caller
// holds one turn. Only a transient failure is retried, and only if the session did nothing but talk.

import { randomUUID } from "node:crypto";
import type { Event } from "@unspool/protocol";
import type { Clock } from "../clock.ts";
import type { RetryOptions, TurnOptions } from "../options/options.ts";
import { captureCallSite } from "./call-site.ts";
import type { TurnFailure } from "./failure.ts";
import { createSseSource, getSseSource, type SseSource } from "./web/sse-stream.ts";
import { StreamSequence } from "./stream-sequence.ts";
import { sumAttempts } from "./sum-of-attempts.ts";
import { pickFields, TurnError } from "./turn-error.ts";
import { TurnHandle, type TurnSource } from "./turn-handle.ts";
import type { Settled, Turn, TurnCause, TurnResult, TurnStatus } from "./types.ts";

export interface Attempt<Data> {
  /** A turn that never rejects. */
  readonly turn: Turn<Data, Settled<Data>>;
  /** Whether the session may have had effects. Resolves at the first effect, otherwise when the process is gone. */
  readonly hadEffect: Promise<boolean>;
}

export interface RetryingTurnOptions<Data> {
  readonly turn: TurnOptions;
  readonly retry: RetryOptions;
  readonly clock: Clock;
  readonly begin: () => Attempt<Data>;
  /** Whether another attempt may begin. False when the budget is used up. */
  readonly mayBegin: () => boolean;
}

const DEFAULTS: Required<RetryOptions> = { maxAttempts: 3, delayMs: 1000, maxDelayMs: 60_000 };

export class RetryingTurn<Data> implements TurnSource<Data> {
  readonly handle: TurnHandle<Data>;
  readonly settled: Promise<TurnResult<Data>>;
  readonly cause: TurnCause = "prompt";
  readonly #options: RetryingTurnOptions<Data>;
  readonly #retry: Required<RetryOptions>;
  readonly #events = new StreamSequence<Event>();
  readonly #callSite = captureCallSite();
  readonly #failed: TurnError<Data>[] = [];
  readonly #delays: number[] = [];
  #current: Turn<Data, Settled<Data>>;
  /** Names the turn in the ids of its server-sent messages, because `id` changes with each attempt. */
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
    this.settled = this.#run(first, startedAt);
    this.handle = new TurnHandle<Data>(this);
  }

  /** The id of the last attempt. */
  get id(): string {
    return this.#current.id;
  }

  get status(): TurnStatus {
    if (this.#isOver) return "ended";
    const isQueued = this.#failed.length === 0 && this.#current.status === "queued";
    return isQueued ? "queued" : "running";
  }

  get queuePosition(): number {
    return this.#failed.length === 0 ? this.#current.queuePosition : 0;
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  readEvents(): AsyncIterableIterator<Event> {
    return this.#events.read();
  }

  /** The events of all attempts in order. A reader that comes back gets what is kept of each of them. */
  get sseSource(): SseSource {
    return createSseSource(this.handle, { tag: this.#tag, keep: (bytes) => this.#keep(bytes) });
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
        settled = createInterruptedError(failure, this.#failed.pop() as TurnError<Data>);
        break;
      }
      attempt = this.#begin();
      settled = await attempt.turn;
    }
    const durationMs = this.#options.clock.now() - startedAt;
    return this.#end(sumAttempts(settled, { failed: this.#failed, delays: this.#delays, durationMs }));
  }

  async #isWorthRetrying(settled: Settled<Data>, { hadEffect }: Attempt<Data>): Promise<boolean> {
    if (!(settled instanceof TurnError) || !settled.isTransient) return false;
    if (this.#failed.length + 1 >= this.#retry.maxAttempts) return false;
    if (await hadEffect) return false;
    return this.#options.turn.signal?.aborted !== true && this.#options.mayBegin();
  }

  /** Waits before the next attempt. Resolves with a failure if the caller gives up meanwhile. */
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

  /** Returns an exponential delay with jitter between half of it and all of it. */
  #delayMs(): number {
    const { delayMs, maxDelayMs } = this.#retry;
    const longest = Math.min(maxDelayMs, delayMs * 2 ** this.#delays.length);
    return Math.round((longest * (1 + Math.random())) / 2);
  }

  #end(settled: Settled<Data>): TurnResult<Data> {
    this.#isOver = true;
    if (settled instanceof TurnError) {
      this.#callSite.mark(settled);
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
  const source = getSseSource(turn as Turn<Data>);
  if (source instanceof Promise) void source.then(({ log }) => log.keep(bytes));
  else source.log.keep(bytes);
}

/** Returns the last failure as an interrupted turn. */
function createInterruptedError<Data>(
  { code, message, details, cause }: TurnFailure,
  last: TurnError<Data>,
): TurnError<Data> {
  return new TurnError<Data>(code, message, { ...pickFields(last), outcome: "interrupted" }, details, {
    cause: cause ?? last,
  });
}
