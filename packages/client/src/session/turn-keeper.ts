// The turns of a session: those that wait, those under way, and those the CLI began by itself. A prompt is written when
// the ones before it have their result, so that the CLI never merges two of them; one that steers is written at once.

import { randomUUID } from "node:crypto";
import type { Event, SessionState, TurnEndEvent } from "@unspool/protocol";
import type { Cancel, Clock } from "../clock.ts";
import type { ClaudeError } from "../errors.ts";
import type { TurnOptions } from "../options/types.ts";
import { ActiveTurn } from "../turn/active-turn.ts";
import type { TurnFailure } from "../turn/failure.ts";
import type { TurnCause } from "../turn/types.ts";
import { Delivery } from "./delivery.ts";
import type { Prompt } from "./types.ts";
import { messageOf } from "../message-of.ts";

export interface TurnKeeperOptions<Data> {
  readonly clock: Clock;
  readonly state: () => SessionState;
  /** Writes the prompt. False: not now, `pump` will be called again. */
  readonly write: (prompt: Prompt, uuid: string) => boolean;
  /** A reason not to begin a turn at all. */
  readonly refusal: () => TurnFailure | Promise<TurnFailure | undefined> | undefined;
  readonly interrupt: () => Promise<void>;
  /** Waited for before a turn tells how it ended. */
  readonly beforeSettle: (() => Promise<void>) | undefined;
  readonly readData: ((end: TurnEndEvent) => Promise<unknown>) | undefined;
  /** How long to wait before the prompt of a turn that ended so is written again. */
  readonly waitBeforeRetry: (end: TurnEndEvent, before: SessionState) => number | undefined;
  readonly after: (ms: number, callback: () => void) => Cancel;
  /** A reader has caught up. */
  readonly onProgress: () => void;
  readonly onBackgroundTurn: (turn: ActiveTurn<Data>) => void;
  /** More events are held back than can be kept. */
  readonly onOverflow: (error: ClaudeError) => void;
  /** The queue, or what is under way, has changed. */
  readonly onChange: () => void;
}

interface Entry<Data> {
  readonly turn: ActiveTurn<Data>;
  readonly prompt: Prompt;
  /** State when it was written. */
  before: SessionState;
  hasRetried: boolean;
  /** While it waits to be asked again. */
  cancelWait: Cancel | undefined;
  leave: () => void;
}

export class TurnKeeper<Data> {
  readonly #options: TurnKeeperOptions<Data>;
  readonly #queue: Entry<Data>[] = [];
  /** By the uuid that the prompt was written with. */
  readonly #written = new Map<string, Entry<Data>>();
  readonly #delivery: Delivery<Data>;
  /** Turns that have ended, and whose answer the host's schema is still checking. */
  readonly #checking = new Set<ActiveTurn<Data>>();
  #waits = 0;

  constructor(options: TurnKeeperOptions<Data>) {
    this.#options = options;
    this.#delivery = new Delivery<Data>({
      state: options.state,
      turnOf: (uuid) => this.#written.get(uuid)?.turn,
      createBackground: (cause) => this.#createTurn(cause, false),
      onBackground: options.onBackgroundTurn,
      onOverflow: options.onOverflow,
    });
  }

  get queue(): readonly ActiveTurn<Data>[] {
    return this.#queue.map(({ turn }) => turn);
  }

  get running(): readonly ActiveTurn<Data>[] {
    const own = [...this.#written.values(), ...this.#waiting].map(({ turn }) => turn);
    const { background } = this.#delivery;
    return background === undefined ? own : [...own, background];
  }

  /** Nothing runs, nothing waits. */
  get isFree(): boolean {
    const isWaiting = this.#queue.length > 0 || this.#waits > 0;
    return (
      !isWaiting && this.#written.size === 0 && this.#checking.size === 0 && this.#delivery.background === undefined
    );
  }

  /** Some answers are still being checked by the host's schema. */
  get isChecking(): boolean {
    return this.#checking.size > 0;
  }

  /** Background tasks whose end the model has not been told yet. */
  get untold(): number {
    return this.#delivery.untold;
  }

  /** The host asks the CLI to stop this task. */
  stopping(taskId: string): void {
    this.#delivery.stopping(taskId);
  }

  get isBehind(): boolean {
    // Asked for at every chunk: no lists are made.
    for (const { turn } of this.#written.values()) if (turn.isBehind) return true;
    return this.#delivery.background?.isBehind === true;
  }

  /** How many bytes of the stream the slowest reader of a turn under way has not taken yet. */
  get lag(): number {
    let lag = this.#delivery.background?.lag ?? 0;
    for (const { turn } of this.#written.values()) lag = Math.max(lag, turn.lag);
    return lag;
  }

  ask(prompt: Prompt, { signal, reject = true, when = "queue" }: TurnOptions): ActiveTurn<Data> {
    const turn = this.#createTurn("prompt", reject);
    const entry: Entry<Data> = {
      turn,
      prompt,
      before: this.#options.state(),
      hasRetried: false,
      cancelWait: undefined,
      leave: () => undefined,
    };
    if (signal !== undefined) this.#obey(entry, signal);
    if (turn.status === "ended") return turn;
    this.#queue.push(entry);
    if (when === "steer" && this.#written.size > 0) this.#write(entry);
    else this.pump();
    return turn;
  }

  /** Writes what is next, if it is its time. */
  pump(): void {
    for (;;) {
      const [next] = this.#queue;
      if (next === undefined || this.#written.size > 0 || this.#waits > 0) return;
      const refusal = this.#options.refusal();
      if (refusal instanceof Promise) {
        void this.#waitFor(refusal, next);
        return;
      }
      if (refusal !== undefined) this.#drop(next, refusal);
      else if (!this.#write(next)) return;
    }
  }

  handle(event: Event, before: SessionState, after: SessionState): void {
    this.#delivery.hand(event, before);
    if (event.type === "turn-end") this.#end(event, after);
  }

  /** A piece of text, and nothing else that a turn could be told by. */
  addPiece(event: Event): void {
    this.#delivery.handPiece(event);
  }

  flush(bytes: number): void {
    this.#delivery.chunkRead(bytes);
    for (const { turn } of this.#written.values()) turn.flush(bytes);
    this.#delivery.background?.flush(bytes);
  }

  /** The process is gone: what was written is lost, what waits is not. */
  failWritten(failure: TurnFailure, state: SessionState): void {
    for (const entry of this.#written.values()) {
      entry.leave();
      entry.turn.fail(failure, state);
    }
    this.#written.clear();
    this.#delivery.fail(failure, state);
  }

  failAll(failure: TurnFailure, state: SessionState): void {
    this.failWritten(failure, state);
    this.failQueued(failure);
  }

  /** Gives up the checks of answers that have not come to an end. */
  failChecks(failure: TurnFailure): void {
    for (const turn of this.#checking) turn.failCheck(failure);
  }

  failQueued(failure: TurnFailure): void {
    for (const entry of this.#queue.splice(0)) this.#drop(entry, failure);
  }

  /** Gives up what waits to be asked again. */
  stopWaiting(): void {
    for (const entry of this.#waiting) this.#drop(entry, INTERRUPTED);
  }

  get #waiting(): readonly Entry<Data>[] {
    return this.#queue.filter(({ cancelWait }) => cancelWait !== undefined);
  }

  /** Somebody is asked whether it may begin. */
  async #waitFor(refusal: Promise<TurnFailure | undefined>, entry: Entry<Data>): Promise<void> {
    this.#waits += 1;
    const failure = await refusal;
    this.#waits -= 1;
    if (failure !== undefined) this.#drop(entry, failure);
    else if (this.#queue[0] === entry && this.#written.size === 0) this.#write(entry);
    this.pump();
  }

  #createTurn(cause: TurnCause, rejects: boolean): ActiveTurn<Data> {
    const turn: ActiveTurn<Data> = new ActiveTurn<Data>({
      id: randomUUID(),
      cause,
      rejects,
      clock: this.#options.clock,
      onProgress: this.#options.onProgress,
      place: () => this.#queue.findIndex((entry) => entry.turn === turn) + this.#written.size,
      interrupt: () => this.#interrupt(turn),
      beforeSettle: this.#options.beforeSettle,
      readData: cause === "prompt" ? this.#options.readData : undefined,
      onChecked: () => {
        this.#checking.delete(turn);
        this.#options.onChange();
      },
    });
    return turn;
  }

  #write(entry: Entry<Data>): boolean {
    const uuid = entry.hasRetried ? randomUUID() : entry.turn.id;
    // Before it is written: what answers at once must find it.
    entry.before = this.#options.state();
    this.#written.set(uuid, entry);
    this.#delivery.expect(uuid);
    this.#queue.splice(this.#queue.indexOf(entry), 1);
    entry.turn.begin(entry.before);
    let isWritten = false;
    try {
      isWritten = this.#options.write(entry.prompt, uuid);
    } catch (error) {
      this.#written.delete(uuid);
      this.#delivery.forget(uuid);
      entry.leave();
      const message = messageOf(error);
      entry.turn.fail(
        { code: "invalid-option", message: `This prompt cannot be sent: ${message}`, cause: error },
        entry.before,
      );
      return true;
    }
    if (!isWritten) {
      this.#written.delete(uuid);
      this.#delivery.forget(uuid);
      this.#queue.unshift(entry);
    }
    this.#options.onChange();
    return isWritten;
  }

  #end(event: TurnEndEvent, after: SessionState): void {
    for (const id of this.#delivery.end(event, after)) {
      const entry = this.#written.get(id);
      this.#written.delete(id);
      if (entry !== undefined && !this.#retries(entry, event)) {
        entry.leave();
        entry.turn.end(event, after);
        if (entry.turn.isChecking) this.#checking.add(entry.turn);
      }
    }
    this.#options.onChange();
    this.pump();
  }

  /** A rate limit refused it before it did anything: it waits, and is asked once more. */
  #retries(entry: Entry<Data>, event: TurnEndEvent): boolean {
    if (entry.hasRetried || entry.turn.failure !== undefined) return false;
    const waitMs = this.#options.waitBeforeRetry(event, entry.before);
    if (waitMs === undefined) return false;
    entry.hasRetried = true;
    this.#queue.unshift(entry);
    this.#waits += 1;
    const stop = this.#options.after(waitMs, () => goOn());
    const goOn = (): void => {
      stop();
      entry.cancelWait = undefined;
      this.#waits -= 1;
      this.pump();
    };
    entry.cancelWait = goOn;
    return true;
  }

  #drop(entry: Entry<Data>, failure: TurnFailure): void {
    const place = this.#queue.indexOf(entry);
    if (place >= 0) this.#queue.splice(place, 1);
    entry.leave();
    entry.turn.fail(failure, this.#options.state());
    entry.cancelWait?.();
    this.#options.onChange();
  }

  #obey(entry: Entry<Data>, signal: AbortSignal): void {
    const stop = (): void => {
      const failure: TurnFailure = {
        code: "aborted",
        message: "The turn was aborted by its signal. What had come is in this error.",
        cause: signal.reason,
      };
      if (entry.turn.status === "queued" || entry.cancelWait !== undefined) this.#drop(entry, failure);
      else {
        entry.turn.blame(failure);
        // What becomes of the request shows in the turn itself.
        this.#options.interrupt().catch(() => undefined);
      }
    };
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener("abort", stop, { once: true });
    entry.leave = () => signal.removeEventListener("abort", stop);
  }

  async #interrupt(turn: ActiveTurn<Data>): Promise<void> {
    const queued = this.#queue.find((entry) => entry.turn === turn);
    if (queued !== undefined) {
      this.#drop(queued, INTERRUPTED);
      return;
    }
    if (turn.status === "ended") return;
    turn.blame(INTERRUPTED);
    await this.#options.interrupt();
    await turn.then(
      () => undefined,
      () => undefined,
    );
  }
}

const INTERRUPTED: TurnFailure = {
  code: "interrupted",
  message: "The turn was interrupted. What had come is in this error; ask again to go on.",
};
