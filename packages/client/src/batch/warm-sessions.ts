// Keeps sessions ready. A session that is taken, has died or has waited too long is replaced. If sessions cannot be started,
// the delay between attempts grows, so that a broken set-up does not keep the machine busy.

import type { Cancel, Clock } from "../clock.ts";
import type { Session } from "../session/types.ts";

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

export interface WarmSessionsOptions<Data> {
  readonly open: () => Session<Data>;
  /** Number of sessions to keep ready. */
  readonly size: number;
  readonly maxIdleMs: number;
  readonly clock: Clock;
  /** Whether another session may be started. */
  readonly mayStart: () => boolean;
  /** A session has become ready, or is gone. */
  readonly onChange: () => void;
}

interface Warm<Data> {
  readonly session: Session<Data>;
  /** Undefined while the session starts. */
  readyAt: number | undefined;
  /** Stops watching the session. */
  release: () => void;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class WarmSessions<Data> {
  readonly #options: WarmSessionsOptions<Data>;
  /** Oldest first. */
  #warm: readonly Warm<Data>[] = [];
  readonly #closing = new Set<Promise<unknown>>();
  readonly #waiting: Waiting[] = [];
  #failures = 0;
  #lastError: unknown;
  #cancelRetry: Cancel | undefined;

  constructor(options: WarmSessionsOptions<Data>) {
    this.#options = options;
  }

  /** Number of sessions that are ready. */
  get readyCount(): number {
    return this.#warm.filter(({ readyAt }) => readyAt !== undefined).length;
  }

  /** Number of sessions with a process: ready, starting or closing. */
  get aliveCount(): number {
    return this.#warm.length + this.#closing.size;
  }

  /** Starts missing sessions, unless the last attempt has just failed. */
  fill(): void {
    const { size, mayStart } = this.#options;
    while (this.#cancelRetry === undefined && this.#warm.length < size && mayStart()) this.#start();
  }

  /** Takes a ready session, otherwise the one that has been starting for longest. */
  take(): Session<Data> | undefined {
    for (const one of this.#warm) if (this.#isStale(one)) this.#discard(one);
    const taken = this.#warm.find(({ readyAt }) => readyAt !== undefined) ?? this.#warm[0];
    if (taken === undefined) return undefined;
    if (taken.readyAt !== undefined) this.#failures = 0;
    this.#remove(taken);
    return taken.session;
  }

  /** Resolves when all sessions are ready. Rejects if one cannot be started. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      if (this.#cancelRetry === undefined) this.#settleWaiting();
      else this.#rejectWaiting(this.#lastError);
    });
  }

  async close(reason: Error): Promise<void> {
    this.#cancelRetry?.();
    for (const one of this.#warm) this.#discard(one);
    this.#rejectWaiting(reason);
    await Promise.all(this.#closing);
  }

  #start(): void {
    const one: Warm<Data> = { session: this.#options.open(), readyAt: undefined, release: () => undefined };
    this.#warm = [...this.#warm, one];
    one.release = this.#watch(one);
    void this.#awaitReady(one);
  }

  async #awaitReady(one: Warm<Data>): Promise<void> {
    const { clock, maxIdleMs, onChange } = this.#options;
    try {
      await one.session.ready();
    } catch (error) {
      this.#failed(one, error);
      return;
    }
    if (!this.#warm.includes(one)) return;
    one.readyAt = clock.now();
    const stopWatching = one.release;
    const cancelStale = Number.isFinite(maxIdleMs) ? clock.after(maxIdleMs, () => this.#replace(one)) : undefined;
    one.release = () => {
      stopWatching();
      cancelStale?.();
    };
    this.#settleWaiting();
    onChange();
  }

  /** Watches for the end of the session, which is the end of its events. */
  #watch(one: Warm<Data>): () => void {
    const events = one.session.events[Symbol.asyncIterator]();
    const read = async (): Promise<void> => {
      while ((await events.next()).done !== true);
      if (!this.#warm.includes(one)) return;
      // `idle` of a closed session rejects with the reason.
      await one.session.idle().catch((error: unknown) => this.#failed(one, error));
    };
    void read();
    return () => void events.return?.();
  }

  /** Whether the session is not usable any more, although no timer has fired: timers are late after a machine has slept. */
  #isStale({ session, readyAt }: Warm<Data>): boolean {
    if (session.isClosed || session.state.activity.phase === "ended") return true;
    return readyAt !== undefined && this.#options.clock.now() - readyAt >= this.#options.maxIdleMs;
  }

  #replace(one: Warm<Data>): void {
    this.#failures = 0;
    this.#discard(one);
    this.#options.onChange();
  }

  #failed(one: Warm<Data>, error: unknown): void {
    if (!this.#warm.includes(one)) return;
    this.#discard(one);
    this.#lastError = error;
    // Sessions that were started together fail together, and count as one failure.
    if (this.#cancelRetry === undefined) {
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
      this.#failures += 1;
      this.#cancelRetry = this.#options.clock.after(waitMs, () => {
        this.#cancelRetry = undefined;
        this.#options.onChange();
      });
    }
    this.#rejectWaiting(error);
    this.#options.onChange();
  }

  #remove(one: Warm<Data>): void {
    one.release();
    this.#warm = this.#warm.filter((other) => other !== one);
  }

  #discard(one: Warm<Data>): void {
    this.#remove(one);
    const closing = this.#close(one.session);
    this.#closing.add(closing);
    void closing.finally(() => {
      this.#closing.delete(closing);
      this.#options.onChange();
    });
  }

  /** Closes an unused session. Errors are ignored, because no caller has it. */
  async #close(session: Session<Data>): Promise<void> {
    await session.close().catch(() => undefined);
  }

  #settleWaiting(): void {
    if (this.readyCount < this.#options.size) return;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #rejectWaiting(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
