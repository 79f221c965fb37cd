// The turns of a session: those that wait, those under way, and those that the CLI began by itself. A prompt is written
// when the turns before it have their results, so that the CLI never merges two prompts. A prompt that steers is written
// at once. Calls go one way: scheduler → event router → turn, and scheduler → connection.

import { randomUUID } from "node:crypto";
import { encode, type Event, type SessionState, type TurnEndEvent } from "@unspool/protocol";
import { getErrorMessage } from "@unspool/protocol/kit";
import type { Cancel, Clock } from "../../clock.ts";
import type { ClaudeError } from "../../errors.ts";
import { computeRateLimitWaitMs } from "../../limits/rate-limit.ts";
import type { SessionOptions, TurnOptions } from "../../options/options.ts";
import { INTERRUPTED, type TurnFailure } from "../../turn/failure.ts";
import { SessionTurn } from "../../turn/session-turn.ts";
import type { Turn, TurnCause } from "../../turn/types.ts";
import type { Connection } from "../connection.ts";
import type { SessionLimits } from "../session-limits.ts";
import type { LiveState } from "../state/live-state.ts";
import type { Prompt } from "../types.ts";
import { EventRouter } from "./event-router.ts";
import { interruptTurns } from "./interrupt.ts";

export interface TurnSchedulerOptions<Data> {
  readonly clock: Clock;
  readonly live: Pick<LiveState, "current">;
  readonly limits: Pick<SessionLimits, "findRefusal" | "turnStarted">;
  readonly session: Pick<SessionOptions, "schema" | "waitForRateLimit">;
  readonly requestTimeoutMs: number;
  /** Settles when the process runs, or never will. */
  readonly started: Promise<void>;
  /** Delays the outcome of every turn until this promise settles. */
  readonly settleAfter: Promise<void> | undefined;
  /** A reader has caught up. */
  readonly onProgress: () => void;
  readonly onBackgroundTurn: (turn: SessionTurn<Data>) => void;
  /** The session cannot go on: the CLI does not obey an interrupt (`isHostile` false), or floods the memory. */
  readonly onFailure: (error: ClaudeError, isHostile: boolean) => void;
  /** The queue, or what is under way, has changed. */
  readonly onChange: () => void;
}

interface Entry<Data> {
  readonly turn: SessionTurn<Data>;
  readonly prompt: Prompt;
  /** The state when the prompt was written. */
  before: SessionState;
  hasRetried: boolean;
  /** Ends the wait for the rate limit, while there is one. */
  endWait: Cancel | undefined;
  /** Removes the listener of the caller's signal. */
  ignoreSignal: () => void;
}

type ReadData = (end: TurnEndEvent) => Promise<unknown>;

export class TurnScheduler<Data> {
  readonly #options: TurnSchedulerOptions<Data>;
  readonly #queue: Entry<Data>[] = [];
  /** Prompts without a result, by the uuid that each was written with. */
  readonly #written = new Map<string, Entry<Data>>();
  readonly #router: EventRouter<Data>;
  /** Turns that have ended and whose answer the host's schema still validates. */
  readonly #checking = new Set<SessionTurn<Data>>();
  #resolveChecked: (() => void) | undefined;
  #connection: Pick<Connection, "write" | "request"> | undefined;
  #readData: ReadData | undefined;
  /** Number of waits, for a rate limit or for a decision about the budget, that hold the queue up. */
  #waits = 0;

  constructor(options: TurnSchedulerOptions<Data>) {
    this.#options = options;
    this.#router = new EventRouter<Data>({
      live: options.live,
      written: this.#written,
      createTurn: (cause) => this.#createTurn(cause, false),
    });
  }

  get queue(): readonly Turn<Data>[] {
    return this.#queue.map(({ turn }) => turn.handle);
  }

  /** The turns under way, with those that wait for a rate limit and the one that the CLI began by itself. */
  get running(): readonly SessionTurn<Data>[] {
    const prompted = [...this.#written.values(), ...this.#waiting].map(({ turn }) => turn);
    const { background } = this.#router;
    return background === undefined ? prompted : [...prompted, background];
  }

  /** Whether nothing runs and nothing waits. */
  get isFree(): boolean {
    const isWaiting = this.#queue.length > 0 || this.#waits > 0;
    return !isWaiting && this.#written.size === 0 && this.#checking.size === 0 && this.#router.background === undefined;
  }

  /** Whether the host's schema still validates an answer. */
  get isChecking(): boolean {
    return this.#checking.size > 0;
  }

  /** Resolves when the host's schema validates no answer any more. */
  whenChecked(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolveChecked = resolve;
    });
  }

  /** Number of background tasks that have ended without the model having been told. */
  get unreportedTasks(): number {
    return this.#router.unreportedTasks;
  }

  /** The host has asked the CLI to stop this task. */
  taskStopped(taskId: string): void {
    this.#router.taskStopped(taskId);
  }

  /** Whether a reader is so far behind that reading from the CLI should pause. */
  get isBehind(): boolean {
    // Runs for every chunk, so it allocates no list.
    for (const { turn } of this.#written.values()) if (turn.isBehind) return true;
    return this.#router.background?.isBehind === true;
  }

  /** Bytes of the stream that the slowest reader of a turn under way has not read yet. */
  get lag(): number {
    let lag = this.#router.background?.lag ?? 0;
    for (const { turn } of this.#written.values()) lag = Math.max(lag, turn.lag);
    return lag;
  }

  ask(prompt: Prompt, { signal, reject = true, when = "queue" }: TurnOptions): Turn<Data> {
    const turn = this.#createTurn("prompt", reject);
    const entry: Entry<Data> = {
      turn,
      prompt,
      before: this.#options.live.current,
      hasRetried: false,
      endWait: undefined,
      ignoreSignal: () => undefined,
    };
    if (signal !== undefined) this.#obey(entry, signal);
    if (turn.status === "ended") return turn.handle;
    this.#queue.push(entry);
    if (when === "steer" && this.#written.size > 0) this.#write(entry);
    else this.#writeNext();
    return turn.handle;
  }

  /** Prompts can be written from now on. */
  open(connection: Pick<Connection, "write" | "request">, readData: ReadData): void {
    this.#connection = connection;
    this.#readData = readData;
    this.#writeNext();
  }

  /** Fails the prompts that wait, and writes no more. Turns under way can still end. */
  close(failure: TurnFailure): void {
    this.#connection = undefined;
    this.failQueued(failure);
  }

  handle(event: Event, before: SessionState, after: SessionState): void {
    this.#announce(this.#router.route(event, before));
    if (event.type === "turn-end") this.#end(event, after);
  }

  /** Handles a delta, which changes nothing but the text of a block. */
  handleDelta(event: Event): void {
    this.#announce(this.#router.routeDelta(event));
  }

  /** Hands the events of a chunk to the readers. */
  flush(bytes: number): void {
    const overflow = this.#router.chunkRead(bytes);
    for (const { turn } of this.#written.values()) turn.flush(bytes);
    if (overflow !== undefined) this.#options.onFailure(overflow, true);
  }

  /** Stops the turns under way. Resolves when they have ended. */
  async interrupt(): Promise<void> {
    const { started, clock, requestTimeoutMs, onFailure } = this.#options;
    await started;
    for (const entry of this.#waiting) this.#drop(entry, INTERRUPTED);
    const turns = this.running.map(({ settled }) => settled);
    if (turns.length === 0) return;
    await interruptTurns({
      turns,
      send: async () => this.#connection?.request("interrupt", (id) => encode.interrupt(id)),
      isOpen: () => this.#connection !== undefined,
      timeoutMs: requestTimeoutMs,
      clock,
      onFailure: (failure) => onFailure(failure, false),
    });
  }

  /** The process is gone: fails what was written. What waits stays in the queue. */
  failWritten(failure: TurnFailure, state: SessionState): void {
    this.#connection = undefined;
    for (const entry of this.#written.values()) {
      entry.ignoreSignal();
      entry.turn.fail(failure, state);
    }
    this.#written.clear();
    this.#router.fail(failure, state);
  }

  failQueued(failure: TurnFailure): void {
    for (const entry of this.#queue.splice(0)) this.#drop(entry, failure);
  }

  failAll(failure: TurnFailure, state: SessionState): void {
    this.failWritten(failure, state);
    this.failQueued(failure);
  }

  /** Fails the turns whose answer is still being validated. */
  failChecks(failure: TurnFailure): void {
    for (const turn of this.#checking) turn.failCheck(failure);
  }

  /** The entries that wait for a rate limit. */
  get #waiting(): readonly Entry<Data>[] {
    return this.#queue.filter(({ endWait }) => endWait !== undefined);
  }

  #createTurn(cause: TurnCause, rejects: boolean): SessionTurn<Data> {
    const { clock, onProgress, settleAfter, session } = this.#options;
    const readData: ReadData = async (end) => this.#readData?.(end);
    const turn: SessionTurn<Data> = new SessionTurn<Data>({
      id: randomUUID(),
      cause,
      rejects,
      clock,
      onProgress,
      settleAfter,
      queuePosition: () => this.#queue.findIndex((entry) => entry.turn === turn) + this.#written.size,
      interrupt: () => this.#interruptTurn(turn),
      readData: cause === "prompt" && session.schema !== undefined ? readData : undefined,
      onChecked: () => {
        this.#checking.delete(turn);
        if (!this.isChecking) this.#resolveChecked?.();
        this.#options.onChange();
      },
    });
    return turn;
  }

  #writeNext(): void {
    for (;;) {
      const [next] = this.#queue;
      if (next === undefined || this.#written.size > 0 || this.#waits > 0) return;
      const refusal = this.#options.limits.findRefusal();
      if (refusal instanceof Promise) {
        void this.#awaitDecision(refusal, next);
        return;
      }
      if (refusal !== undefined) this.#drop(next, refusal);
      else if (!this.#write(next)) return;
    }
  }

  /** Waits for the host to decide whether the budget allows the turn. */
  async #awaitDecision(refusal: Promise<TurnFailure | undefined>, entry: Entry<Data>): Promise<void> {
    this.#waits += 1;
    const failure = await refusal;
    this.#waits -= 1;
    if (failure !== undefined) this.#drop(entry, failure);
    else if (this.#queue[0] === entry && this.#written.size === 0) this.#write(entry);
    this.#writeNext();
  }

  /** Returns false if nothing can be written now: `open` tries again. */
  #write(entry: Entry<Data>): boolean {
    const { live, limits, onChange } = this.#options;
    entry.before = live.current;
    // The next turn begins although it may not be written yet: its duration includes the start of the process.
    entry.turn.begin(entry.before);
    if (this.#connection === undefined) {
      onChange();
      return false;
    }
    const uuid = entry.hasRetried ? randomUUID() : entry.turn.id;
    // Registered before it is written, because a reply that comes at once must find its turn.
    this.#written.set(uuid, entry);
    this.#router.expect(uuid);
    this.#queue.splice(this.#queue.indexOf(entry), 1);
    try {
      this.#connection.write(encode.user(entry.prompt, { uuid }));
      limits.turnStarted();
    } catch (error) {
      this.#written.delete(uuid);
      this.#router.forget(uuid);
      entry.ignoreSignal();
      const message = `This prompt cannot be sent: ${getErrorMessage(error)}`;
      entry.turn.fail({ code: "invalid-option", message, cause: error }, entry.before);
      return true;
    }
    onChange();
    return true;
  }

  #announce(begun: SessionTurn<Data> | undefined): void {
    if (begun === undefined) return;
    this.#options.limits.turnStarted();
    this.#options.onBackgroundTurn(begun);
  }

  #end(event: TurnEndEvent, after: SessionState): void {
    for (const uuid of this.#router.end(event, after)) {
      const entry = this.#written.get(uuid);
      this.#written.delete(uuid);
      if (entry === undefined || this.#retry(entry, event)) continue;
      entry.ignoreSignal();
      entry.turn.end(event, after);
      if (entry.turn.isChecking) this.#checking.add(entry.turn);
    }
    this.#options.onChange();
    this.#writeNext();
  }

  /**
   * Waits for a rate limit and writes the prompt once more, if the limit refused the prompt before anything was done. A
   * prompt that may have had effects is never sent twice. Returns whether it waits.
   */
  #retry(entry: Entry<Data>, event: TurnEndEvent): boolean {
    const { live, clock, session } = this.#options;
    const state = live.current;
    const hasCalls = state.toolCalls.size > entry.before.toolCalls.size;
    if (entry.hasRetried || entry.turn.failure !== undefined || hasCalls) return false;
    const waitMs = computeRateLimitWaitMs(event, state, clock.now(), session.waitForRateLimit);
    if (waitMs === undefined) return false;
    entry.hasRetried = true;
    this.#queue.unshift(entry);
    this.#waits += 1;
    const endWait = (): void => {
      cancel();
      entry.endWait = undefined;
      this.#waits -= 1;
      this.#writeNext();
    };
    const cancel = clock.after(waitMs, endWait, { keepsAlive: true });
    entry.endWait = endWait;
    return true;
  }

  #drop(entry: Entry<Data>, failure: TurnFailure): void {
    const index = this.#queue.indexOf(entry);
    if (index >= 0) this.#queue.splice(index, 1);
    entry.ignoreSignal();
    entry.turn.fail(failure, this.#options.live.current);
    entry.endWait?.();
    this.#options.onChange();
  }

  #obey(entry: Entry<Data>, signal: AbortSignal): void {
    const abort = (): void => {
      const advice = "What had come is in this error.";
      const failure: TurnFailure = {
        code: "aborted",
        message: `The turn was aborted by its signal. ${advice}`,
        details: { advice },
        cause: signal.reason,
      };
      if (entry.turn.status === "queued" || entry.endWait !== undefined) this.#drop(entry, failure);
      else {
        entry.turn.blame(failure);
        // A refused interrupt shows in the turn itself.
        this.interrupt().catch(() => undefined);
      }
    };
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener("abort", abort, { once: true });
    entry.ignoreSignal = () => signal.removeEventListener("abort", abort);
  }

  async #interruptTurn(turn: SessionTurn<Data>): Promise<void> {
    const queued = this.#queue.find((entry) => entry.turn === turn);
    if (queued !== undefined) {
      this.#drop(queued, INTERRUPTED);
      return;
    }
    if (turn.status === "ended") return;
    turn.blame(INTERRUPTED);
    await this.interrupt();
    await turn.settled.catch(() => undefined);
  }
}
