// A pool of CLIs that are started and initialised ahead, so that a turn begins at once. Every ask is a conversation of
// its own: a session is used for one prompt, ended, and replaced.

import { createClaude } from "../claude.ts";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { checkOptions } from "../options/check.ts";
import type { AnswerSchema, DataOf, TurnOptions } from "../options/types.ts";
import type { Prompt, Session } from "../session/types.ts";
import type { TurnFailure } from "../turn/failure.ts";
import { DeferredTurn } from "../turn/deferred-turn.ts";
import { refusedTurn } from "../turn/refused-turn.ts";
import type { ResultOf, Turn } from "../turn/types.ts";
import { checkPoolOptions, type PoolOptions } from "./pool-options.ts";
import { WarmSessions } from "./warm-sessions.ts";

export interface Pool<Data = unknown> extends AsyncDisposable {
  /** Sessions that can be asked without any wait. */
  readonly ready: number;
  /** Sessions at work. */
  readonly busy: number;
  /** Asks that wait for a session. */
  readonly waiting: number;
  /** One turn on a session of its own. */
  ask<Rejects extends boolean = true>(
    prompt: Prompt,
    options?: TurnOptions & { readonly reject?: Rejects },
  ): Turn<Data, ResultOf<Data, Rejects>>;
  /** A session for the caller, who closes it. The pool counts it no more. */
  session(): Promise<Session<Data>>;
  /** Resolves when as many as `size` are ready. Rejects with the reason when one cannot be started. */
  warm(): Promise<void>;
  /** Ends all sessions. Resolves when no process is left; what waits is refused. */
  close(): Promise<void>;
}

interface Waiter<Data> {
  serve(session: Session<Data>): void;
  refuse(failure: TurnFailure): void;
}

/** @throws {ClaudeError} `invalid-option` */
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
      onChange: () => this.#look(),
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
    this.#look();
    try {
      await session.ready();
    } catch (error) {
      await session.close();
      throw error;
    } finally {
      this.#busy.delete(session);
      this.#look();
    }
    return session;
  }

  async warm(): Promise<void> {
    if (this.#closing !== undefined) throw closedError();
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
    // One whose signal is aborted already must not cost a session.
    const session = options.signal?.aborted === true ? undefined : this.#take();
    if (session !== undefined) {
      const turn = ask(session);
      this.#look();
      return turn;
    }
    if (this.#closing !== undefined) return refusedTurn<Data>(CLOSED, options.reject ?? true);
    const waiter: Waiter<Data> = {
      serve: (free) => turn.begin(ask(free)),
      refuse: (failure) => turn.refuse(failure),
    };
    this.#waiters.push(waiter);
    const turn = new DeferredTurn<Data>({
      turn: options,
      clock: this.#clock,
      place: () => this.#waiters.indexOf(waiter),
      onWithdrawn: () => this.#waiters.splice(this.#waiters.indexOf(waiter), 1),
    });
    return turn;
  }

  #take(): Session<Data> | undefined {
    if (this.#closing !== undefined) return undefined;
    const session = this.#warm.take() ?? (this.#hasRoom ? this.#open() : undefined);
    if (session !== undefined) this.#busy.add(session);
    return session;
  }

  #nextSession(): Promise<Session<Data>> {
    if (this.#closing !== undefined) return Promise.reject(closedError());
    const session = this.#take();
    if (session !== undefined) return Promise.resolve(session);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ serve: resolve, refuse: () => reject(closedError()) });
    });
  }

  /** Who waits comes first; then what is missing is started. */
  #look(): void {
    for (;;) {
      const session = this.#waiters.length === 0 ? undefined : this.#take();
      if (session === undefined) break;
      this.#waiters.shift()?.serve(session);
    }
    if (this.#closing === undefined) this.#warm.fill();
  }

  /** Its background tasks come to their end first. */
  async #endAfter(turn: Turn<Data>, session: Session<Data>): Promise<void> {
    await turn.then(
      () => undefined,
      () => undefined,
    );
    await session.idle().catch(() => undefined);
    await session.close().catch(() => undefined);
    this.#busy.delete(session);
    this.#look();
  }

  async #end(): Promise<void> {
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(CLOSED);
    await Promise.allSettled([this.#warm.close(closedError()), ...[...this.#busy].map((session) => session.close())]);
  }
}

const CLOSED: TurnFailure = { code: "session-closed", message: "The pool was closed. Make another one to go on." };

function closedError(): ClaudeError {
  return new ClaudeError(CLOSED.code, CLOSED.message);
}
