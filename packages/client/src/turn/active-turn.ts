// A turn from the inside: what the session feeds, and what its user holds. It settles exactly once, and its readers see
// that outcome only after everything that came before it.

import { randomUUID } from "node:crypto";
import type { Event, SessionState, TurnEndEvent } from "@unspool/protocol";
import type { Clock } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import { apiErrorOf } from "./api-error.ts";
import { askedHere } from "./asked-here.ts";
import { EventLog } from "./event-log.ts";
import type { TurnFailure } from "./failure.ts";
import { turnFieldsOf } from "./result.ts";
import type { NodeResponse, TurnResponseOptions } from "./response-types.ts";
import type { SseSource } from "./sse-stream.ts";
import { textOf } from "./text.ts";
import { TurnError } from "./turn-error.ts";
import type { Turn, TurnCause, TurnFields, TurnResult, Warning } from "./types.ts";
import { pipeToNodeResponse, toReadableStream, toSseResponse } from "./web.ts";

/** Of raw stream: about 3,000 deltas. */
const MAX_BEHIND_BYTES = 1024 * 1024;
const MAX_KEPT_BYTES = 1024 * 1024;
/** A program that does the same wrong thing in other words each time must not cost more with each of them. */
const MAX_WARNINGS = 100;

export interface ActiveTurnOptions {
  readonly id: string;
  readonly cause: TurnCause;
  /** A failed turn is thrown. */
  readonly rejects: boolean;
  readonly clock: Clock;
  readonly onProgress: () => void;
  /** How many turns are before it. */
  readonly place: () => number;
  readonly interrupt: () => Promise<void>;
  /** Waited for before anybody is told how it ended. */
  readonly beforeSettle?: (() => Promise<void>) | undefined;
  /** Checks the structured answer. Rejections fail the turn. */
  readonly readData: ((end: TurnEndEvent) => Promise<unknown>) | undefined;
  /** The check is over, or was given up. */
  readonly onChecked?: () => void;
}

export class ActiveTurn<Data> implements Turn<Data> {
  readonly [Symbol.toStringTag]: string = "Turn";
  readonly id: string;
  readonly cause: TurnCause;
  readonly #options: ActiveTurnOptions;
  readonly #log: EventLog<Event>;
  readonly #settled: Promise<TurnResult<Data>>;
  #resolve!: (result: TurnResult<Data>) => void;
  #reject!: (error: unknown) => void;
  #status: "queued" | "running" | "ended" = "queued";
  #before: SessionState | undefined;
  #startedAt: number;
  /** The host's own reason to stop it, which is the one that is told. */
  #failure: TurnFailure | undefined;
  readonly #warnings: Warning[] = [];
  #sseSource: SseSource | undefined;
  readonly #asked = askedHere();
  /** Gives the check of the answer up, while there is one. */
  #giveUpCheck: ((failure: TurnFailure) => void) | undefined;

  constructor(options: ActiveTurnOptions) {
    this.id = options.id;
    this.cause = options.cause;
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#log = new EventLog({
      maxBehind: MAX_BEHIND_BYTES,
      maxKept: MAX_KEPT_BYTES,
      onProgress: options.onProgress,
    });
    this.#settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Who only reads the events gets the error there.
    this.#settled.catch(() => undefined);
  }

  get status(): "queued" | "running" | "ended" {
    return this.#status;
  }

  get place(): number {
    return this.#status === "queued" ? this.#options.place() : 0;
  }

  get events(): AsyncIterable<Event> {
    return { [Symbol.asyncIterator]: () => this.#log.read() };
  }

  get text(): AsyncIterable<string> {
    return textOf(this.events);
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Event> {
    return this.#log.read();
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

  interrupt(): Promise<void> {
    return this.#options.interrupt();
  }

  // From here on for the session.

  /** What its responses are made of. */
  get sseSource(): SseSource {
    // Short, since each message has it; and another one in another process, where the numbers mean something else.
    this.#sseSource ??= { tag: randomUUID().slice(0, 8), log: this.#log, settled: this.#settled };
    return this.#sseSource;
  }

  get isBehind(): boolean {
    return this.#log.isBehind;
  }

  /** How many bytes of the stream its slowest reader has not taken yet. */
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
    this.#startedAt = this.#options.clock.now();
  }

  add(event: Event): void {
    this.#log.add(event);
  }

  flush(size: number): void {
    this.#log.flush(size);
  }

  /** What is wrong again is told once, and the first hundred are told at all. */
  warn(warning: Warning): void {
    if (this.#warnings.length >= MAX_WARNINGS) return;
    if (!this.#warnings.some(({ message }) => message === warning.message)) this.#warnings.push(warning);
  }

  /** Why it is about to be stopped. The first reason counts. */
  blame(failure: TurnFailure): void {
    this.#failure ??= failure;
  }

  /** The CLI has ended it. */
  end(event: TurnEndEvent, after: SessionState): void {
    if (this.#status === "ended") return;
    this.#status = "ended";
    const fields = this.#fieldsOf(event, after);
    if (this.#failure !== undefined || event.outcome !== "success") {
      this.#fail(this.#failure ?? failureOfEnd(event, after), fields);
      return;
    }
    const { readData } = this.#options;
    // A deferred call is no end: the answer comes when the session is resumed.
    if (readData === undefined || event.deferred !== undefined) {
      this.#succeed({ ...fields, outcome: "success", data: undefined as Data });
      return;
    }
    const settle = (tell: () => void): void => {
      if (this.#giveUpCheck === undefined) return;
      this.#giveUpCheck = undefined;
      tell();
      this.#options.onChecked?.();
    };
    this.#giveUpCheck = (failure) => settle(() => this.#fail(failure, fields));
    readData(event).then(
      (data) => settle(() => this.#succeed({ ...fields, outcome: "success", data: data as Data })),
      (error: unknown) =>
        settle(() =>
          this.#fail(
            error instanceof ClaudeError
              ? { code: error.code, message: error.message, details: error.details }
              : { code: "invalid-data", message: "The answer could not be checked: its schema threw.", cause: error },
            fields,
          ),
        ),
    );
  }

  /** The CLI has ended it, and its answer is still being checked by the host's schema. */
  get isChecking(): boolean {
    return this.#giveUpCheck !== undefined;
  }

  /** Fails it if its answer is still being checked. */
  failCheck(failure: TurnFailure): void {
    this.#giveUpCheck?.(failure);
  }

  /** It will not be ended by the CLI any more. */
  fail(failure: TurnFailure, after: SessionState): void {
    if (this.#status === "ended") return;
    this.#status = "ended";
    this.#fail(this.#failure ?? failure, this.#fieldsOf(undefined, after));
  }

  #fieldsOf(end: TurnEndEvent | undefined, after: SessionState): TurnFields {
    return turnFieldsOf({
      before: this.#before ?? after,
      after,
      end,
      startedAt: this.#startedAt,
      endedAt: this.#options.clock.now(),
      warnings: this.#warnings,
      data: undefined,
    });
  }

  #succeed(result: TurnResult<Data>): void {
    this.#tell(() => {
      this.#resolve(result);
      this.#log.end();
    });
  }

  #tell(tell: () => void): void {
    const { beforeSettle } = this.#options;
    if (beforeSettle === undefined) tell();
    else beforeSettle().then(tell, tell);
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
    this.#asked.mark(error);
    this.#tell(() => {
      if (this.#options.rejects) {
        this.#reject(error);
        this.#log.end({ error });
      } else {
        this.#resolve(error as unknown as TurnResult<Data>);
        this.#log.end();
      }
    });
  }
}

function failureOfEnd(event: TurnEndEvent, after: SessionState): TurnFailure {
  if (event.outcome === "interrupted") {
    return {
      code: "interrupted",
      message: "The turn was interrupted. What had come is in this error; ask again to go on.",
    };
  }
  const reason = event.errors.join("; ") || event.text || event.subtype;
  // An error of the API is a success of the CLI.
  const what = event.subtype === "success" ? "an error" : event.subtype;
  return {
    code: "turn-failed",
    message: `Claude ended the turn with ${what}: ${reason}`,
    details: { subtype: event.subtype, errors: event.errors, terminalReason: event.terminalReason },
    apiError: apiErrorOf(event, after),
  };
}
