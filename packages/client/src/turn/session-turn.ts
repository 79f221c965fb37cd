// One turn of a session: the scheduler writes events into it and ends it, and its `handle` is what the caller holds. It
// settles exactly once, and readers see the outcome only after every event that came before it.

import { randomUUID } from "node:crypto";
import { initialState, type Event, type SessionState, type TurnEndEvent } from "@unspool/protocol";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { readApiError } from "./api-error.ts";
import { captureCallSite } from "./call-site.ts";
import { EventLog } from "./event-log.ts";
import { INTERRUPTED, type TurnFailure } from "./failure.ts";
import { toTurnFields } from "./result.ts";
import { TurnError } from "./turn-error.ts";
import { TurnHandle, type TurnSource } from "./turn-handle.ts";
import type { Turn, TurnCause, TurnFields, TurnResult, TurnStatus } from "./types.ts";
import type { Warning } from "../warning.ts";
import type { SseSource } from "./web/sse-stream.ts";

/** Bytes of the raw stream that a reader may be behind: about 3,000 deltas. */
const MAX_BEHIND_BYTES = 1024 * 1024;
/** Bytes of the raw stream that are kept for readers that start late. */
const MAX_KEPT_BYTES = 1024 * 1024;
/** Bounds the memory of a CLI that causes a new warning with every line. */
const MAX_WARNINGS = 100;

export interface SessionTurnOptions {
  readonly id: string;
  readonly cause: TurnCause;
  /** Whether a failed turn rejects. Otherwise it resolves with its `TurnError`. */
  readonly rejects: boolean;
  readonly clock: Clock;
  /** A reader has caught up. */
  readonly onProgress: () => void;
  readonly queuePosition: () => number;
  readonly interrupt: () => Promise<void>;
  /** Delays the outcome until this promise settles. */
  readonly settleAfter?: Promise<void> | undefined;
  /** Validates the structured answer. A rejection fails the turn. */
  readonly readData: ((end: TurnEndEvent) => Promise<unknown>) | undefined;
  /** The validation has finished, or was given up. */
  readonly onChecked?: () => void;
}

export class SessionTurn<Data> implements TurnSource<Data> {
  readonly handle: TurnHandle<Data>;
  readonly id: string;
  readonly cause: TurnCause;
  readonly clock: Clock;
  readonly settled: Promise<TurnResult<Data>>;
  readonly #options: SessionTurnOptions;
  readonly #log: EventLog<Event>;
  #resolve!: (result: TurnResult<Data>) => void;
  #reject!: (error: unknown) => void;
  #status: TurnStatus = "queued";
  #before: SessionState | undefined;
  #startedAt: number;
  /** Why the host stops the turn. It wins over what the CLI reports at the end. */
  #failure: TurnFailure | undefined;
  readonly #warnings: Warning[] = [];
  #sseSource: SseSource | undefined;
  readonly #callSite = captureCallSite();
  /** Gives up the validation of the answer, while it runs. */
  #giveUpCheck: ((failure: TurnFailure) => void) | undefined;

  constructor(options: SessionTurnOptions) {
    this.id = options.id;
    this.cause = options.cause;
    this.clock = options.clock;
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#log = new EventLog({
      maxBehind: MAX_BEHIND_BYTES,
      maxKept: MAX_KEPT_BYTES,
      onProgress: options.onProgress,
    });
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.handle = new TurnHandle<Data>(this);
  }

  get status(): TurnStatus {
    return this.#status;
  }

  get queuePosition(): number {
    return this.#status === "queued" ? this.#options.queuePosition() : 0;
  }

  get sseSource(): SseSource {
    // The tag is short because each message carries it, and random because another process numbers its events anew.
    this.#sseSource ??= { tag: randomUUID().slice(0, 8), log: this.#log, settled: this.settled };
    return this.#sseSource;
  }

  readEvents(): AsyncIterableIterator<Event> {
    return this.#log.read();
  }

  interrupt(): Promise<void> {
    return this.#options.interrupt();
  }

  /** Whether a reader is so far behind that reading from the CLI should pause. */
  get isBehind(): boolean {
    return this.#log.isBehind;
  }

  /** Bytes of the stream that the slowest reader has not read yet. */
  get lag(): number {
    return this.#log.lag;
  }

  get failure(): TurnFailure | undefined {
    return this.#failure;
  }

  begin(state: SessionState): void {
    if (this.#status !== "queued") return;
    this.#status = "running";
    this.#before = state;
    this.#startedAt = this.clock.now();
  }

  add(event: Event): void {
    this.#log.add(event);
  }

  flush(size: number): void {
    this.#log.flush(size);
  }

  /** Adds a warning to the result. A repeated message counts once. */
  warn(warning: Warning): void {
    if (this.#warnings.length >= MAX_WARNINGS) return;
    if (!this.#warnings.some(({ message }) => message === warning.message)) this.#warnings.push(warning);
  }

  /** Sets the reason for which the turn is about to be stopped. The first reason wins. */
  blame(failure: TurnFailure): void {
    this.#failure ??= failure;
  }

  /** Settles the turn with the CLI's result. */
  end(event: TurnEndEvent, after: SessionState): void {
    if (this.#status === "ended") return;
    this.#status = "ended";
    const fields = this.#fieldsOf(event, after);
    const { readData } = this.#options;
    if (this.#failure !== undefined || event.outcome !== "success") {
      this.#fail(this.#failure ?? toEndFailure(event, after), fields);
    } else if (readData === undefined || event.deferred !== undefined) {
      // With a deferred call, the answer comes when the session is resumed.
      this.#succeed(undefined, fields);
    } else {
      this.#check(readData(event), fields);
    }
  }

  /** Settles the turn without a result of the CLI. */
  fail(failure: TurnFailure, after: SessionState): void {
    if (this.#status === "ended") return;
    this.#status = "ended";
    this.#fail(this.#failure ?? failure, this.#fieldsOf(undefined, after));
  }

  /** Whether the CLI has ended the turn and the host's schema still validates the answer. */
  get isChecking(): boolean {
    return this.#giveUpCheck !== undefined;
  }

  /** Fails the turn if its answer is still being validated. */
  failCheck(failure: TurnFailure): void {
    this.#giveUpCheck?.(failure);
  }

  #check(data: Promise<unknown>, fields: TurnFields): void {
    const finish = (settle: () => void): void => {
      if (this.#giveUpCheck === undefined) return;
      this.#giveUpCheck = undefined;
      settle();
      this.#options.onChecked?.();
    };
    this.#giveUpCheck = (failure) => finish(() => this.#fail(failure, fields));
    data.then(
      (value) => finish(() => this.#succeed(value, fields)),
      (error: unknown) => finish(() => this.#fail(toCheckFailure(error), fields)),
    );
  }

  #fieldsOf(end: TurnEndEvent | undefined, after: SessionState): TurnFields {
    return toTurnFields({
      before: this.#before ?? after,
      after,
      end,
      startedAt: this.#startedAt,
      endedAt: this.clock.now(),
      warnings: this.#warnings,
      data: undefined,
    });
  }

  #succeed(data: unknown, fields: TurnFields): void {
    this.#settle(() => {
      this.#resolve({ ...fields, outcome: "success", data: data as Data });
      this.#log.end();
    });
  }

  #fail({ code, message, details, cause, apiError }: TurnFailure, fields: TurnFields): void {
    const outcome = code === "interrupted" || code === "aborted" ? "interrupted" : "error";
    const error = new TurnError<Data>(
      code,
      message,
      { ...fields, ...apiError, outcome, data: undefined },
      details,
      cause === undefined ? undefined : { cause },
    );
    this.#callSite.mark(error);
    this.#settle(() => {
      if (this.#options.rejects) {
        this.#reject(error);
        this.#log.end({ error });
      } else {
        this.#resolve(error as unknown as TurnResult<Data>);
        this.#log.end();
      }
    });
  }

  #settle(settle: () => void): void {
    const { settleAfter } = this.#options;
    if (settleAfter === undefined) settle();
    else settleAfter.then(settle, settle);
  }
}

/** Returns a turn that fails without having been sent. @param rejects whether it rejects or resolves with its `TurnError` */
export function refuseTurn<Data>(failure: TurnFailure, rejects: boolean = true): Turn<Data> {
  const turn = new SessionTurn<Data>({
    id: "",
    cause: "prompt",
    rejects,
    clock: SYSTEM_CLOCK,
    onProgress: () => undefined,
    queuePosition: () => 0,
    interrupt: () => Promise.resolve(),
    readData: undefined,
  });
  turn.fail(failure, initialState());
  return turn.handle;
}

function toEndFailure(event: TurnEndEvent, after: SessionState): TurnFailure {
  if (event.outcome === "interrupted") return INTERRUPTED;
  const reason = event.errors.join("; ") || event.text || event.subtype;
  // The CLI reports an API error with the subtype `success`.
  const what = event.subtype === "success" ? "an error" : event.subtype;
  return {
    code: "turn-failed",
    message: `Claude ended the turn with ${what}: ${reason}`,
    details: { subtype: event.subtype, errors: event.errors, terminalReason: event.terminalReason },
    apiError: readApiError(event, after),
  };
}

function toCheckFailure(error: unknown): TurnFailure {
  if (!(error instanceof ClaudeError)) {
    return { code: "invalid-data", message: "The answer could not be validated: its schema threw.", cause: error };
  }
  const { code, message, details } = error;
  return { code, message, details };
}
