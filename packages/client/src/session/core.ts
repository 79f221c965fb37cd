// The core of a session. It owns the process and everything that belongs to it: state, turns, answers, limits. However
// the session ends, every caller gets the first cause, every promise settles, and no process, lock or file is left.

import { encode, type Event, type Json, type SessionState, type TurnEndEvent } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";
import { settlesWithin, SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import type { Spending } from "../limits/types.ts";
import type { SessionOptions, TurnOptions } from "../options/options.ts";
import { shutDown, type ShutDownStep } from "../transport/shut-down.ts";
import { createStderrLines } from "../process/stderr-lines.ts";
import type { TransportExit } from "../transport/types.ts";
import { EventLog } from "../turn/event-log.ts";
import { toFailure, type TurnFailure } from "../turn/failure.ts";
import type { Turn } from "../turn/types.ts";
import { createAnswering, type Answering } from "./answering.ts";
import { Connection } from "./connection.ts";
import { createSessionLimits, type SessionLimits } from "./session-limits.ts";
import { createFlowControl, type FlowControl } from "./flow-control.ts";
import { createIdleWatch, type IdleWatch } from "./idle-watch.ts";
import { SessionLifecycle, type Phase } from "./lifecycle.ts";
import { createListeners, type Listeners } from "./listeners.ts";
import { createLiveState, type LiveState } from "./state/live-state.ts";
import { createPermissionModeGuard, type PermissionModeGuard } from "./permission-mode.ts";
import { prepareSession, type Prepared } from "./prepare.ts";
import { findSessionNotFound, toStartError } from "./process-end.ts";
import { TurnScheduler } from "./turns/turn-scheduler.ts";
import type { Prompt } from "./types.ts";
import { createWarnings, TEXT_TRIMMED, type Warnings } from "./turns/warnings.ts";

const MAX_BEHIND_BYTES = 1024 * 1024;
const MAX_RESTARTS = 3;

export class SessionCore<Data> {
  readonly options: SessionOptions;
  readonly clock: Clock;
  readonly scheduler: TurnScheduler<Data>;
  readonly limits: SessionLimits;
  readonly permissionMode: PermissionModeGuard;
  readonly log: EventLog<Event>;
  readonly idleWatch: IdleWatch;
  readonly listeners: Listeners<[event: Event, state: SessionState]> = createListeners();
  readonly turnListeners: Listeners<[turn: Turn<Data>]> = createListeners();
  readonly #lifecycle = new SessionLifecycle();
  readonly #live: LiveState;
  readonly #flow: FlowControl;
  readonly #warnings: Warnings = createWarnings(() => this.scheduler.running);
  #prepared: Prepared | undefined;
  #connection: Connection | undefined;
  #answering: Answering | undefined;
  #closing: Promise<void> | undefined;
  #resolveExit: (() => void) | undefined;
  #initialized: Promise<Json | undefined> | undefined;
  #restarts = 0;
  /** @param isOneShot whether it is for one turn: with a recording, that turn settles when the recording is complete */
  constructor(options: SessionOptions, isOneShot = false) {
    this.options = options;
    this.permissionMode = createPermissionModeGuard(options);
    this.#live = createLiveState({
      isOneShot,
      isLimited: options.budget !== undefined,
      onFold: (event, state) => this.limits.observe(event, state),
    });
    this.clock = options.clock ?? SYSTEM_CLOCK;
    this.limits = createSessionLimits(options, this.clock, {
      onBudget: (failure) => this.#stopForBudget(failure),
      onStall: (error) => this.fail(error),
    });
    const onProgress = (): void => this.#flow.update();
    this.log = new EventLog({ maxBehind: MAX_BEHIND_BYTES, maxKept: 0, onProgress });
    this.scheduler = new TurnScheduler<Data>({
      clock: this.clock,
      live: this.#live,
      limits: this.limits,
      session: options,
      requestTimeoutMs: this.#requestTimeoutMs,
      started: this.#lifecycle.started,
      settleAfter: isOneShot && options.record !== undefined ? this.#lifecycle.closed : undefined,
      onProgress,
      onBackgroundTurn: (turn) => this.turnListeners.emit(turn.handle),
      onFailure: (error, isHostile) => this.fail(error, isHostile ? "SIGKILL" : "SIGTERM"),
      onChange: () => this.idleWatch.look(),
    });
    this.#flow = createFlowControl({
      readers: [this.scheduler, this.log],
      lifecycle: this.#lifecycle,
      watchdog: this.limits.watchdog,
    });
    this.idleWatch = createIdleWatch({
      clock: this.clock,
      state: () => this.#state,
      isFree: () => this.scheduler.isFree && (this.#answering?.pending ?? 0) === 0,
      unreportedTasks: () => this.scheduler.unreportedTasks,
      onIdle: (isIdle) => this.#setIdle(isIdle),
    });
    void this.#start()
      .catch((error: unknown) => this.fail(toStartError(error)))
      .then(() => this.#lifecycle.markStarted());
  }

  get state(): SessionState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#connection?.pid;
  }

  get phase(): Phase {
    return this.#lifecycle.phase;
  }

  get prepared(): Prepared | undefined {
    return this.#prepared;
  }

  ask(prompt: Prompt, options: TurnOptions): Turn<Data> {
    const turn = this.scheduler.ask(prompt, options);
    // Only what waits: the turns under way can finish after the end of input.
    if (this.#lifecycle.isOver) this.scheduler.failQueued(this.#lifecycle.failure());
    return turn;
  }

  /** Resolves with the CLI's answer to `initialize`. */
  async ready(): Promise<Json | undefined> {
    await this.#lifecycle.started;
    if (this.#initialized === undefined) throw this.#lifecycle.error();
    try {
      return await this.#initialized;
    } catch (error) {
      // A CLI that is older than the control protocol does not answer, and works nevertheless.
      if (error instanceof ClaudeError && error.code === "request-timeout") return undefined;
      throw error;
    }
  }

  async request(subtype: string, line: (requestId: string) => string): Promise<Json | undefined> {
    await this.#lifecycle.started;
    if (this.#connection === undefined) throw this.#lifecycle.error();
    return this.#connection.request(subtype, line);
  }

  /** Stops the turns under way. Resolves when they have ended. */
  interrupt(): Promise<void> {
    return this.scheduler.interrupt();
  }

  /** Ends the session with an error. */
  fail(cause: ClaudeError, from: ShutDownStep = "SIGTERM"): void {
    this.#lifecycle.blame(cause);
    this.scheduler.failAll(toFailure(cause), this.#state);
    if (from === "SIGKILL") this.#connection?.transport.kill("SIGKILL");
    void this.#close(from);
  }

  close(): Promise<void> {
    return this.#close("end-of-input");
  }

  get #requestTimeoutMs(): number {
    return this.options.requestTimeoutMs ?? 30_000;
  }

  async #start(): Promise<void> {
    const prepared = await prepareSession(this.options, this.clock);
    if (this.#lifecycle.phase !== "starting") {
      await prepared.cleanUp();
      return;
    }
    this.#prepared = prepared;
    this.#connect(prepared);
  }

  #connect(prepared: Prepared): void {
    const stderrLines = createStderrLines(this.options.onStderr, (warning) => this.#warnings.add(warning));
    const connection = new Connection({
      launch: prepared.launch({
        resume: this.#restarts > 0 ? this.#state.sessionId : undefined,
        permissionMode: this.permissionMode.current,
      }),
      transport: prepared.transport,
      clock: this.clock,
      requestTimeoutMs: this.#requestTimeoutMs,
      recorder: prepared.recorder,
      previousCostUsd: this.#restarts > 0 ? this.#state.ledger.totalCostUsd : 0,
      onEvent: (event) => this.#handle(event),
      onChunk: (bytes) => this.#chunk(bytes),
      onStderr: (chunk) => {
        this.#lifecycle.stderr.push(chunk);
        stderrLines.push(chunk);
      },
      onExit: (exit) => {
        stderrLines.end();
        this.#exited(exit);
      },
      onFailure: (error) => this.fail(error),
      endOf: (exit) => this.#lifecycle.error(exit),
    });
    this.#connection = connection;
    this.#flow.connect(connection, prepared.recorder);
    this.#lifecycle.isResuming = this.options.resume !== undefined || this.#restarts > 0;
    prepared.started(connection.pid);
    this.#answering = createAnswering({
      responder: prepared.responder,
      send: (line) => connection.write(line),
      warn: (warning) => this.#warnings.add(warning),
      state: () => this.#state,
      agreesToMode: (mode, agentType) => this.permissionMode.agreesTo(mode, agentType),
      onChange: (pending) => {
        this.limits.watchdog.requestPending(pending > 0);
        this.idleWatch.look();
      },
      onOverflow: (error) => this.fail(error, "SIGKILL"),
      onAnswer: (request, line) => this.permissionMode.answered(request, line),
    });
    this.#lifecycle.enter("open");
    this.limits.watchdog.started();
    // The transport may have failed synchronously.
    if (connection.exit !== undefined) return;
    this.#initialized = connection.request("initialize", (id) => encode.initialize(id, prepared.initialize));
    const openTurns = (): void => {
      if (this.#connection !== connection || this.#lifecycle.phase !== "open") return;
      this.scheduler.open(connection, (end) => prepared.readData(end));
    };
    const checkMode = (answer?: Json): void => {
      this.#holdToMode(this.permissionMode.checkMode(asObject(answer)?.["current_permission_mode"]));
      openTurns();
    };
    this.#initialized.then(checkMode, () => checkMode());
    // Otherwise prompts wait until the CLI has reported its permission mode, so that nothing runs in a wider one.
    if (!prepared.reportsModeEarly || this.permissionMode.current === undefined) openTurns();
    this.idleWatch.look();
  }

  /** Reading the state first counts the deltas that are still held. */
  get spending(): Spending {
    void this.#live.current;
    return this.limits.spending;
  }

  get #state(): SessionState {
    return this.#live.current;
  }

  #handle(event: Event): void {
    // Nearly all events are deltas, so they are folded in batches. Listeners are promised the state after each event.
    if (this.listeners.size === 0 && this.#live.hold(event)) {
      this.scheduler.handleDelta(event);
      if (this.log.hasReaders) this.log.add(event);
      return;
    }
    const { before, after } = this.#live.read(event);
    this.#holdToMode(this.permissionMode.check(event));
    if (event.type === "turn-end") {
      this.#checkEnd(event);
      this.#warnAtEnd(event);
    }
    this.#answering?.handle(event);
    if (event.type === "session-init") this.#checkInit(event);
    else if (event.type === "session-state") this.idleWatch.reported(event.state);
    this.scheduler.handle(event, before, after);
    if (this.log.hasReaders) this.log.add(event);
    this.listeners.emit(event, after);
  }

  /** Kills the CLI at once, because after SIGTERM it could still run a tool call. */
  #holdToMode(mismatch: ClaudeError | undefined): void {
    if (mismatch !== undefined) this.fail(mismatch, "SIGKILL");
  }

  /** Recognises the single result of a CLI that does not find the session to resume. The process then exits by itself. */
  #checkEnd({ outcome, errors }: TurnEndEvent): void {
    const missing =
      this.#lifecycle.isResuming && outcome === "error" ? findSessionNotFound(errors.join("\n")) : undefined;
    if (missing === undefined) return;
    this.#lifecycle.blame(missing);
    for (const turn of this.scheduler.running) turn.blame(toFailure(missing));
  }

  #checkInit(event: Event & { readonly type: "session-init" }): void {
    this.#lifecycle.isResuming = false;
    try {
      this.#warnings.flush();
      for (const warning of this.#prepared?.checkInit(event) ?? []) this.#warnings.add(warning);
    } catch (error) {
      this.fail(toStartError(error));
    }
  }

  #warnAtEnd(event: TurnEndEvent): void {
    for (const warning of this.#prepared?.responder.ended?.(event) ?? []) this.#warnings.add(warning);
    if (this.#live.isTrimmed) this.#warnings.add(TEXT_TRIMMED);
    const problem = this.#prepared?.recorder?.problem;
    if (problem !== undefined) this.#warnings.add({ code: "recording-failed", message: problem.message });
  }

  #chunk(bytes: number): void {
    this.#live.chunkRead(bytes);
    this.limits.watchdog.linesCame();
    this.scheduler.flush(bytes);
    this.log.flush(bytes);
    this.idleWatch.look();
    this.#flow.update();
  }

  #setIdle(isIdle: boolean): void {
    if (this.options.unref === true && this.#connection !== undefined) this.#connection.isUnref = isIdle;
  }

  #stopForBudget(failure: TurnFailure): void {
    for (const turn of this.scheduler.running) turn.blame(failure);
    this.scheduler.interrupt().catch(() => undefined);
  }

  #exited(exit: TransportExit): void {
    this.limits.watchdog.exited();
    this.#answering?.abortAll(this.#lifecycle.error(exit));
    const canRestart =
      !this.#lifecycle.isOver &&
      this.#lifecycle.error(exit).code !== "session-not-found" &&
      this.options.recover === "resume" &&
      this.#state.sessionId !== undefined &&
      this.#restarts < MAX_RESTARTS;
    if (canRestart) this.#live.restart();
    else this.#live.end();
    const failure = this.#lifecycle.failure(exit);
    if (canRestart) {
      // Turns under way may have had effects: they fail and are not sent again. Queued prompts go on.
      this.scheduler.failWritten({ ...failure, details: { ...failure.details, isRecovered: true } }, this.#state);
      this.idleWatch.restarted();
      this.#restarts += 1;
      this.permissionMode.restarted();
      this.#reconnect();
      return;
    }
    this.#lifecycle.blame(this.#lifecycle.error(exit));
    this.scheduler.failAll(failure, this.#state);
    this.#resolveExit?.();
    void this.#close("SIGTERM");
  }

  /** Starts the process again. Runs in a callback of the transport, so it must not throw, whatever code of the host throws. */
  #reconnect(): void {
    try {
      if (this.#prepared !== undefined) this.#connect(this.#prepared);
    } catch (error) {
      this.#live.end();
      this.fail(toStartError(error));
    }
  }

  #close(from: ShutDownStep): Promise<void> {
    this.#closing ??= this.#end(from);
    return this.#closing;
  }

  async #end(from: ShutDownStep): Promise<void> {
    const wasStarting = this.#lifecycle.phase === "starting";
    this.#lifecycle.enter("closing");
    this.#lifecycle.blame(this.#lifecycle.error());
    const connection = this.#connection;
    if (connection !== undefined) connection.isPaused = false;
    this.scheduler.close(this.#lifecycle.failure());
    // The preparation may wait for code of the host.
    if (wasStarting) await this.#settlesInTime(this.#lifecycle.started);
    if (connection !== undefined && connection.exit === undefined) {
      const exited = new Promise<void>((resolve) => {
        this.#resolveExit = resolve;
      });
      this.limits.watchdog.inputEnded();
      if (from === "end-of-input") this.#prepared?.recorder?.inputEnd();
      await shutDown({
        ...this.options.shutdown,
        transport: connection.transport,
        exited,
        clock: this.clock,
        from,
      });
    }
    if (this.scheduler.isChecking) await this.#settlesInTime(this.scheduler.whenChecked());
    this.#lifecycle.enter("closed");
    this.scheduler.failChecks(this.#lifecycle.failure());
    this.scheduler.failAll(this.#lifecycle.failure(), this.#state);
    this.limits.close();
    this.idleWatch.end(this.#lifecycle.error());
    this.log.end();
    await this.#prepared?.cleanUp();
    this.#lifecycle.markClosed();
  }

  /** Waits as long as the process may take to exit by itself. */
  async #settlesInTime(promise: Promise<unknown>): Promise<void> {
    await settlesWithin(this.options.shutdown?.graceMs ?? 5000, promise, this.clock);
  }
}
