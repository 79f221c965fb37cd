// A pool of sessions that are started ahead, so that a turn begins at once. Every `ask` is a new conversation: a session
// is used for one prompt, closed, and replaced.

import { createClaude } from "../claude.ts";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { checkOptions } from "../options/check-options.ts";
import type { AnswerSchema } from "../options/model-options.ts";
import type { DataOf, TurnOptions } from "../options/options.ts";
import type { Prompt, Session } from "../session/types.ts";
import type { TurnFailure } from "../turn/failure.ts";
import { DeferredTurn } from "../turn/deferred-turn.ts";
import { refuseTurn } from "../turn/session-turn.ts";
import type { ResultOf, Turn } from "../turn/types.ts";
import { checkPoolOptions, type PoolOptions } from "./pool-options.ts";
import { WarmSessions } from "./warm-sessions.ts";

/** Sessions that are started ahead: see `createPool`. */
export interface Pool<Data = unknown> extends AsyncDisposable {
  /** Number of warm sessions. */
  readonly ready: number;
  /** Number of sessions that answer a prompt. */
  readonly busy: number;
  /** Number of prompts that wait for a session. */
  readonly waiting: number;
  /** Asks a prompt in a session of its own. */
  ask<Rejects extends boolean = true>(
    prompt: Prompt,
    options?: TurnOptions & { readonly reject?: Rejects },
  ): Turn<Data, ResultOf<Data, Rejects>>;
  /** Takes a session out of the pool. The caller closes it. */
  session(): Promise<Session<Data>>;
  /** Resolves when `size` sessions are ready. Rejects if one cannot be started. */
  warm(): Promise<void>;
  /** Closes all sessions. Resolves when no process is left. Prompts that wait fail. */
  close(): Promise<void>;
}

interface Waiter<Data> {
  serve(session: Session<Data>): void;
  refuse(failure: TurnFailure): void;
}

/** Starts a pool. @throws {ClaudeError} `invalid-option` */
export function createPool<Schema extends AnswerSchema = undefined>(
  options: PoolOptions<Schema>,
): Pool<DataOf<Schema>> {
  return new SessionPool<DataOf<Schema>>(options);
}

class SessionPool<Data> implements Pool<Data> {
  readonly #max: number;
  readonly #clock: Clock;
  readonly #open: () => Session<Data>;
  readonly #warm: WarmSessions<Data>;
  readonly #busy = new Set<Session<Data>>();
  readonly #waiters: Waiter<Data>[] = [];
  #closing: Promise<void> | undefined;

  constructor(options: PoolOptions) {
    const { size, max = 2 * size, maxIdleMs = 300_000, ...sessionOptions } = options;
    checkPoolOptions({ ...options, max, maxIdleMs });
    checkOptions(sessionOptions, "session", ["size", "max", "maxIdleMs"]);
    this.#max = max;
    this.#clock = sessionOptions.clock ?? SYSTEM_CLOCK;
    const claude = createClaude(sessionOptions);
    this.#open = () => claude.session() as Session<never>;
    this.#warm = new WarmSessions<Data>({
      open: this.#open,
      size,
      maxIdleMs,
      clock: this.#clock,
      mayStart: () => this.#hasRoom,
      onChange: () => this.#serveWaiting(),
    });
    this.#warm.fill();
  }

  get ready(): number {
    return this.#warm.readyCount;
  }

  get busy(): number {
    return this.#busy.size;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  ask(prompt: Prompt, options: TurnOptions = {}): Turn<Data, never> {
    return this.#ask(prompt, options) as Turn<Data, never>;
  }

  async session(): Promise<Session<Data>> {
    const session = await this.#nextSession();
    this.#serveWaiting();
    try {
      await session.ready();
    } catch (error) {
      await session.close();
      throw error;
    } finally {
      this.#busy.delete(session);
      this.#serveWaiting();
    }
    return session;
  }

  async warm(): Promise<void> {
    if (this.#closing !== undefined) throw createClosedError();
    await this.#warm.ready();
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #hasRoom(): boolean {
    return this.#closing === undefined && this.#busy.size + this.#warm.aliveCount < this.#max;
  }

  #ask(prompt: Prompt, options: TurnOptions): Turn<Data> {
    const ask = (session: Session<Data>): Turn<Data> => {
      const turn = session.ask(prompt, options) as Turn<Data>;
      void this.#endAfter(turn, session);
      return turn;
    };
    // A prompt whose signal is already aborted must not cost a session.
    const session = options.signal?.aborted === true ? undefined : this.#take();
    if (session !== undefined) {
      const turn = ask(session);
      this.#serveWaiting();
      return turn;
    }
    if (this.#closing !== undefined) return refuseTurn<Data>(CLOSED, options.reject);
    const waiter: Waiter<Data> = {
      serve: (free) => turn.begin(ask(free)),
      refuse: (failure) => turn.refuse(failure),
    };
    this.#waiters.push(waiter);
    const turn = new DeferredTurn<Data>({
      turn: options,
      clock: this.#clock,
      queuePosition: () => this.#waiters.indexOf(waiter),
      onWithdrawn: () => this.#waiters.splice(this.#waiters.indexOf(waiter), 1),
    });
    return turn.handle;
  }

  #take(): Session<Data> | undefined {
    if (this.#closing !== undefined) return undefined;
    const session = this.#warm.take() ?? (this.#hasRoom ? this.#open() : undefined);
    if (session !== undefined) this.#busy.add(session);
    return session;
  }

  #nextSession(): Promise<Session<Data>> {
    if (this.#closing !== undefined) return Promise.reject(createClosedError());
    const session = this.#take();
    if (session !== undefined) return Promise.resolve(session);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ serve: resolve, refuse: () => reject(createClosedError()) });
    });
  }

  /** Serves the prompts that wait, then starts missing sessions. */
  #serveWaiting(): void {
    for (;;) {
      const session = this.#waiters.length === 0 ? undefined : this.#take();
      if (session === undefined) break;
      this.#waiters.shift()?.serve(session);
    }
    if (this.#closing === undefined) this.#warm.fill();
  }

  /** Closes the session after its turn and its background tasks. */
  async #endAfter(turn: Turn<Data>, session: Session<Data>): Promise<void> {
    await turn.then(
      () => undefined,
      () => undefined,
    );
    await session.idle().catch(() => undefined);
    await session.close().catch(() => undefined);
    this.#busy.delete(session);
    this.#serveWaiting();
  }

  async #end(): Promise<void> {
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(CLOSED);
    await Promise.allSettled([
      this.#warm.close(createClosedError()),
      ...[...this.#busy].map((session) => session.close()),
    ]);
  }
}

const CLOSED: TurnFailure = { code: "session-closed", message: "The pool was closed. Create another one to go on." };

function createClosedError(): ClaudeError {
  return new ClaudeError(CLOSED.code, CLOSED.message);
}
