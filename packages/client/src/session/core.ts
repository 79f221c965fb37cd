// A session from the inside. It owns the process and everything that hangs on it: state, turns, answers, limits. Whatever
// ends it, the first cause is the one that is told, every promise settles, and nothing of it stays behind.

import { encode, type Event, type Json, type SessionState, type TurnEndEvent } from "@unspool/protocol";
import { settlesWithin, SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { asObject } from "../json.ts";
import type { Spending } from "../guard/types.ts";
import type { SessionOptions, TurnOptions } from "../options/types.ts";
import { shutDown, type ShutDownStep } from "../process/shut-down.ts";
import { createStderrLines } from "../process/stderr-lines.ts";
import type { TransportExit } from "../transport/types.ts";
import type { ActiveTurn } from "../turn/active-turn.ts";
import { EventLog } from "../turn/event-log.ts";
import { failureOf, type TurnFailure } from "../turn/failure.ts";
import { createAnswering, type Answering } from "./answering.ts";
import { Connection } from "./connection.ts";
import { createGuards, type Guards } from "./guards.ts";
import { createIdleWatch, type IdleWatch } from "./idle-watch.ts";
import { interruptTurns } from "./interrupt.ts";
import { Life, type Phase } from "./life.ts";
import { createListeners, type Listeners } from "./listeners.ts";
import { createLiveState, type LiveState } from "./live-state.ts";
import { createPermissionModeGuard, type PermissionModeGuard } from "./permission-mode.ts";
import { prepareSession, type Prepared } from "./prepare.ts";
import { readerBehind, sessionNotFound, startFailed } from "./process-end.ts";
import { createRetry } from "./retry.ts";
import { TurnKeeper } from "./turn-keeper.ts";
import type { Prompt } from "./types.ts";
import { createWarnings, TEXT_TRIMMED, type Warnings } from "./warnings.ts";

const MAX_BEHIND_BYTES = 1024 * 1024;
/** While an answer is waited for, which may stand behind what is unread. It takes some 200 MB of memory as events. */
const MAX_BEHIND_WHILE_ASKING_BYTES = 32 * 1024 * 1024;
const MAX_RESTARTS = 3;

export class SessionCore<Data> {
  readonly options: SessionOptions;
  readonly clock: Clock;
  readonly keeper: TurnKeeper<Data>;
  readonly guards: Guards;
  readonly permissionMode: PermissionModeGuard;
  readonly log: EventLog<Event>;
  readonly idleWatch: IdleWatch;
  readonly listeners: Listeners<[event: Event, state: SessionState]> = createListeners();
  readonly turnListeners: Listeners<[turn: ActiveTurn<Data>]> = createListeners();
  readonly #life = new Life();
  /** Settles when the program has been started, could not be, or will not be any more. Never rejects. */
  readonly #started: Promise<unknown>;
  readonly #live: LiveState;
  readonly #warnings: Warnings = createWarnings(() => this.keeper.running);
  #prepared: Prepared | undefined;
  #connection: Connection | undefined;
  #answering: Answering | undefined;
  #closing: Promise<void> | undefined;
  #tellExit: (() => void) | undefined;
  #tellChecked: (() => void) | undefined;
  #initialized: Promise<Json | undefined> | undefined;
  #restarts = 0;
  /** Prompts wait until the CLI has told its permission mode, so that nothing runs in a wider one. */
  #holdsPrompts = false;

  /** @param isOneShot for one turn: with a recording it settles when that is complete */
  constructor(options: SessionOptions, isOneShot = false) {
    this.options = options;
    this.permissionMode = createPermissionModeGuard(options);
    this.#live = createLiveState({
      isOneShot,
      isLimited: options.budget !== undefined,
      onFold: (event, state) => this.guards.observe(event, state),
    });
    this.clock = options.clock ?? SYSTEM_CLOCK;
    this.guards = createGuards(options, this.clock, {
      onBudget: (failure) => this.#stopForBudget(failure),
      onVerdict: (verdict, message) => this.fail(new ClaudeError("watchdog", message, { verdict })),
    });
    this.log = new EventLog({ maxBehind: MAX_BEHIND_BYTES, maxKept: 0, onProgress: () => this.#flow() });
    this.keeper = new TurnKeeper<Data>({
      clock: this.clock,
      state: () => this.#state,
      write: (prompt, uuid) => this.#writePrompt(prompt, uuid),
      refusal: () => this.guards.refusal(),
      interrupt: () => this.interrupt(),
      beforeSettle: isOneShot && options.record !== undefined ? () => this.closed : undefined,
      readData: options.schema === undefined ? undefined : async (end) => this.#prepared?.readData(end),
      waitBeforeRetry: createRetry(options, this.clock, () => this.#state),
      after: (ms, callback) => this.clock.after(ms, callback, { keepsAlive: true }),
      onProgress: () => this.#flow(),
      onBackgroundTurn: (turn) => {
        this.guards.turnStarted();
        this.turnListeners.tell(turn);
      },
      onOverflow: (error) => this.fail(error, "SIGKILL"),
      onChange: () => {
        if (!this.keeper.isChecking) this.#tellChecked?.();
        this.#look();
      },
    });
    this.idleWatch = createIdleWatch({
      clock: this.clock,
      state: () => this.#state,
      isFree: () => this.keeper.isFree && (this.#answering?.pending ?? 0) === 0,
      untold: () => this.keeper.untold,
      onIdle: (isIdle) => this.#setIdle(isIdle),
    });
    const started = this.#start().catch((error: unknown) => this.fail(startFailed(error)));
    this.#started = Promise.race([started, this.#life.closed]);
  }

  get state(): SessionState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#connection?.pid;
  }

  get phase(): Phase {
    return this.#life.phase;
  }

  /** Settles when nothing of it is left. */
  get closed(): Promise<void> {
    return this.#life.closed;
  }

  get prepared(): Prepared | undefined {
    return this.#prepared;
  }

  ask(prompt: Prompt, options: TurnOptions): ActiveTurn<Data> {
    const turn = this.keeper.ask(prompt, options);
    // Not what is under way: the end of input lets it finish.
    if (this.#life.isOver) this.keeper.failQueued(this.#life.failure());
    return turn;
  }

  /** Resolves with the CLI's answer to `initialize`. */
  async ready(): Promise<Json | undefined> {
    await this.#started;
    if (this.#initialized === undefined) throw this.#life.error();
    try {
      return await this.#initialized;
    } catch (error) {
      // A CLI from before the control protocol says nothing, and works all the same.
      if (error instanceof ClaudeError && error.code === "request-timeout") return undefined;
      throw error;
    }
  }

  async request(subtype: string, line: (requestId: string) => string): Promise<Json | undefined> {
    await this.#started;
    if (this.#connection === undefined) throw this.#life.error();
    return this.#connection.request(subtype, line);
  }

  /** Stops what is under way, and returns when it has stopped. */
  async interrupt(): Promise<void> {
    await this.#started;
    this.keeper.stopWaiting();
    const turns = this.keeper.running;
    const connection = this.#connection;
    if (turns.length === 0 || connection === undefined) return;
    await interruptTurns({
      turns,
      say: () => connection.request("interrupt", (id) => encode.interrupt(id)),
      isOpen: () => this.#life.phase === "open",
      patienceMs: this.#requestTimeoutMs,
      clock: this.clock,
      onFailure: () => {
        const message = `The turn did not end within ${this.#requestTimeoutMs} ms of an interrupt; the session was ended.`;
        this.fail(new ClaudeError("watchdog", message, { verdict: "silent-stream" }));
      },
    });
  }

  /** Ends the session for a reason. */
  fail(cause: ClaudeError, from: ShutDownStep = "SIGTERM"): void {
    this.#life.blame(cause);
    this.keeper.failAll(failureOf(cause), this.#state);
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
    if (this.#life.phase !== "starting") {
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
        this.#life.stderr.push(chunk);
        stderrLines.push(chunk);
      },
      onExit: (exit) => {
        stderrLines.end();
        this.#exited(exit);
      },
      onFailure: (error) => this.fail(error),
      endOf: (exit) => this.#life.error(exit),
    });
    this.#connection = connection;
    this.#life.isSessionAwaited = this.options.resume !== undefined || this.#restarts > 0;
    prepared.started(connection.pid);
    this.#answering = createAnswering({
      responder: prepared.responder,
      send: (line) => connection.write(line),
      warn: (warning) => this.#warnings.add(warning),
      state: () => this.#state,
      agreesToMode: (mode, agentType) => this.permissionMode.agreesTo(mode, agentType),
      onChange: (pending) => {
        this.guards.watchdog.requestPending(pending > 0);
        this.#look();
      },
      onOverflow: (error) => this.fail(error, "SIGKILL"),
      onAnswer: (request, line) => this.permissionMode.answered(request, line),
    });
    this.#life.enter("open");
    this.guards.watchdog.started();
    // The transport may have failed at once.
    if (connection.exit !== undefined) return;
    this.#initialized = connection.request("initialize", (id) => encode.initialize(id, prepared.initialize));
    this.#holdsPrompts = prepared.isModeToldEarly && this.permissionMode.current !== undefined;
    const goOn = (answer?: Json): void => {
      this.#holdToMode(this.permissionMode.checkMode(asObject(answer)?.["current_permission_mode"]));
      this.#holdsPrompts = false;
      this.keeper.pump();
    };
    this.#initialized.then(goOn, () => goOn());
    this.keeper.pump();
    this.#look();
  }

  #writePrompt(prompt: Prompt, uuid: string): boolean {
    if (this.#life.phase !== "open" || this.#connection === undefined || this.#holdsPrompts) return false;
    this.#connection.write(encode.user(prompt, { uuid }));
    this.guards.turnStarted();
    return true;
  }

  /** With the pieces that nobody has counted yet. */
  get spending(): Spending {
    void this.#live.current;
    return this.guards.spending;
  }

  get #state(): SessionState {
    return this.#live.current;
  }

  #handle(event: Event): void {
    // Nearly everything that comes is a piece of text. Who listens is promised the state after each of them.
    if (this.listeners.size === 0 && this.#live.hold(event)) {
      this.keeper.addPiece(event);
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
    this.keeper.handle(event, before, after);
    if (this.log.hasReaders) this.log.add(event);
    this.listeners.tell(event, after);
  }

  /** Killed at once: what is told to end may still run a call first. */
  #holdToMode(mismatch: ClaudeError | undefined): void {
    if (mismatch !== undefined) this.fail(mismatch, "SIGKILL");
  }

  /** The lone result of a program that finds no session to go on with. It ends by itself. */
  #checkEnd({ outcome, errors }: TurnEndEvent): void {
    const missing = this.#life.isSessionAwaited && outcome === "error" ? sessionNotFound(errors.join("\n")) : undefined;
    if (missing === undefined) return;
    this.#life.blame(missing);
    for (const turn of this.keeper.running) turn.blame(failureOf(missing));
  }

  #checkInit(event: Event & { readonly type: "session-init" }): void {
    this.#life.isSessionAwaited = false;
    try {
      this.#warnings.tell();
      for (const warning of this.#prepared?.checkInit(event) ?? []) this.#warnings.add(warning);
    } catch (error) {
      this.fail(startFailed(error));
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
    this.guards.watchdog.linesCame();
    this.keeper.flush(bytes);
    this.log.flush(bytes);
    this.#look();
    this.#flow();
  }

  /**
   * Reading stops while a reader is behind. While an answer is waited for it goes on for a while: the answer lies behind what
   * is unread, and the reader may be the one who waits for it. Then the request is given up, so that nobody waits for ever.
   */
  #flow(): void {
    const connection = this.#connection;
    if (connection === undefined || connection.exit !== undefined) return;
    const recorder = this.#prepared?.recorder;
    if (recorder?.isBusy === true && !connection.isPaused) void recorder.drained().then(() => this.#flow());
    const isBehind = this.keeper.isBehind || this.log.isBehind || recorder?.isBusy === true;
    if (isBehind && (connection.isAsking || this.#life.isOver) && this.#lag > MAX_BEHIND_WHILE_ASKING_BYTES) {
      connection.giveUpRequests((subtype) => readerBehind(subtype, MAX_BEHIND_WHILE_ASKING_BYTES));
      // It was told to end and is read without a pause, so that it can: who floods then does not mean to.
      if (this.#life.isOver) connection.transport.kill("SIGKILL");
    }
    connection.isPaused = isBehind && !connection.isAsking && this.#life.phase === "open";
    this.guards.watchdog.paused(connection.isPaused);
  }

  get #lag(): number {
    return Math.max(this.keeper.lag, this.log.lag, this.#prepared?.recorder?.waitingBytes ?? 0);
  }

  #look(): void {
    this.idleWatch.look();
  }

  #setIdle(isIdle: boolean): void {
    if (this.options.unref === true && this.#connection !== undefined) this.#connection.isLetGo = isIdle;
  }

  #stopForBudget(failure: TurnFailure): void {
    for (const turn of this.keeper.running) turn.blame(failure);
    this.interrupt().catch(() => undefined);
  }

  #exited(exit: TransportExit): void {
    this.guards.watchdog.exited();
    this.#answering?.abortAll(this.#life.error(exit));
    const canRestart =
      !this.#life.isOver &&
      this.#life.error(exit).code !== "session-not-found" &&
      this.options.recover === "resume" &&
      this.#state.sessionId !== undefined &&
      this.#restarts < MAX_RESTARTS;
    if (canRestart) this.#live.restart();
    else this.#live.end();
    const failure = this.#life.failure(exit);
    if (canRestart) {
      // What was under way may have had effects: it fails, and is not asked again. What waits goes on.
      this.keeper.failWritten({ ...failure, details: { ...failure.details, isRecovered: true } }, this.#state);
      this.idleWatch.restarted();
      this.#restarts += 1;
      this.permissionMode.restarted();
      this.#reconnect();
      return;
    }
    this.#life.blame(this.#life.error(exit));
    this.keeper.failAll(failure, this.#state);
    this.#tellExit?.();
    void this.#close("SIGTERM");
  }

  /** Called by the transport, which cannot be told what is thrown: no private file can be written, or the host's own code throws. */
  #reconnect(): void {
    try {
      if (this.#prepared !== undefined) this.#connect(this.#prepared);
    } catch (error) {
      this.#live.end();
      this.fail(startFailed(error));
    }
  }

  #close(from: ShutDownStep): Promise<void> {
    this.#closing ??= this.#end(from);
    return this.#closing;
  }

  async #end(from: ShutDownStep): Promise<void> {
    const wasStarting = this.#life.phase === "starting";
    this.#life.enter("closing");
    this.#life.blame(this.#life.error());
    const connection = this.#connection;
    if (connection !== undefined) connection.isPaused = false;
    this.keeper.failQueued(this.#life.failure());
    // What is prepared may wait for the host's own code.
    if (wasStarting) await this.#settlesInTime(this.#started);
    if (connection !== undefined && connection.exit === undefined) {
      const exited = new Promise<void>((resolve) => {
        this.#tellExit = resolve;
      });
      this.guards.watchdog.inputEnded();
      if (from === "end-of-input") this.#prepared?.recorder?.inputEnd();
      await shutDown({
        ...this.options.shutdown,
        transport: connection.transport,
        exited,
        clock: this.clock,
        from,
      });
    }
    if (this.keeper.isChecking) await this.#settlesInTime(this.#checked());
    this.#life.enter("closed");
    this.keeper.failChecks(this.#life.failure());
    this.keeper.failAll(this.#life.failure(), this.#state);
    this.guards.close();
    this.idleWatch.end(this.#life.error());
    this.log.end();
    await this.#prepared?.cleanUp();
    this.#life.tellClosed();
  }

  /** Waits as long as the program itself has to end by itself. */
  async #settlesInTime(promise: Promise<unknown>): Promise<void> {
    await settlesWithin(this.options.shutdown?.graceMs ?? 5000, promise, this.clock);
  }

  /** Settles when no answer is being checked. */
  #checked(): Promise<void> {
    return new Promise((resolve) => {
      this.#tellChecked = resolve;
    });
  }
}
