// A turn and what comes of it.

import type { DeferredCall, Event, PermissionDenial, TokenUsage, ToolCall } from "@unspool/protocol";
import type { NodeResponse, TurnResponseOptions } from "./response-types.ts";
import type { TurnError } from "./turn-error.ts";

/** What a finished turn has to tell; a failed one too (`TurnError`). */
export interface TurnFields<Data = unknown> {
  /** How the turn ended. */
  readonly outcome: "success" | "error" | "interrupted";
  /** The answer: the main agent's last words. */
  readonly text: string;
  /** The structured answer, checked against the schema. Undefined without one. */
  readonly data: Data;
  /** What the main agent thought, in order. */
  readonly thinking: readonly string[];
  /** Calls of all agents with input, result and duration, in order. */
  readonly toolCalls: readonly ToolCall[];
  /** This turn alone. */
  readonly costUsd: number;
  /** The session so far. */
  readonly totalCostUsd: number;
  /** This turn, all agents, each message counted once. */
  readonly usage: TokenUsage;
  /** This turn, for each model. */
  readonly usageByModel: readonly { readonly model: string; readonly usage: TokenUsage; readonly costUsd: number }[];
  /** This turn, for each agent; `null` is the main one. */
  readonly usageByAgent: readonly { readonly agent: string | null; readonly usage: TokenUsage }[];
  /** Why the model stopped: `end_turn`, `max_tokens` … Null if the CLI did not say. */
  readonly stopReason: string | null;
  /** How the CLI names the end: `success`, `error_max_turns` … Undefined if there was no result. */
  readonly subtype: string | undefined;
  /** Calls that were not permitted. */
  readonly denials: readonly PermissionDenial[];
  /**
   * The call that waits for approval: it was deferred and has not run, so `text` may be empty and `data` is undefined.
   * `session({ resume: sessionId })` goes on with it.
   */
  readonly deferred: DeferredCall | undefined;
  /** The session, for `resume`. Undefined if the CLI had not told it. */
  readonly sessionId: string | undefined;
  /** From the prompt to the end, by the host's clock. */
  readonly durationMs: number;
  /** What was not as it was asked for, though the turn went on. */
  readonly warnings: readonly Warning[];
}

export interface TurnResult<Data = unknown> extends TurnFields<Data> {
  /** A turn that failed or was interrupted rejects with a `TurnError`. */
  readonly outcome: "success";
}

/** Something that is not as it was asked for, though the turn went on. */
export interface Warning {
  /** Which kind of warning it is. */
  readonly code: Open;
  /** A sentence for people. */
  readonly message: string;
}

type Open =
  | "auth-mismatch"
  | "callback-failed"
  | "deferral-lost"
  | "session-mismatch"
  | "lines-malformed"
  | "option-unsupported"
  | "recording-failed"
  | "retried"
  | "text-trimmed"
  | (string & {});

/**
 * Who began it: the host with a prompt, the CLI by itself when a background task had ended (`background`), or the CLI by
 * itself when a session with a deferred call was resumed (`resume`).
 */
export type TurnCause = "prompt" | "background" | "resume";

/** A promise of its result and an async iterable of its events at once. Stands wherever a `Promise` is wanted. */
export interface Turn<Data = unknown, Result = TurnResult<Data>> extends PromiseLike<Result>, AsyncIterable<Event> {
  readonly [Symbol.toStringTag]: string;
  /** The uuid its prompt was sent with. */
  readonly id: string;
  /** Who began it. */
  readonly cause: TurnCause;
  /** Whether it waits, runs or has ended. */
  readonly status: "queued" | "running" | "ended";
  /** How many turns are before it. 0 when it is its turn. */
  readonly place: number;
  /** As the turn itself: each reader gets all events, and may leave when it likes. */
  readonly events: AsyncIterable<Event>;
  /** The main agent's words, piece by piece. */
  readonly text: AsyncIterable<string>;
  /** Stops it; what had come is in the error it rejects with. In the queue: takes it out. */
  interrupt(): Promise<void>;
  /** The same as a web stream. Cancelling it leaves the turn alone. */
  toReadableStream(): ReadableStream<Event>;
  /**
   * Server-sent events: one per event, its type as the name, deltas joined, and the result or error last. Without
   * `control-response`: what the CLI answers to the host names the account.
   */
  toResponse(options?: TurnResponseOptions): Response;
  /**
   * The same into a response of `node:http`. Waits while the socket is full, and leaves when the client does.
   * @returns whether everything was sent; false: the client has gone, and the turn goes on
   */
  pipeToResponse(response: NodeResponse, options?: TurnResponseOptions): Promise<boolean>;
  then<Value = Result, Other = never>(
    onFulfilled?: ((result: Result) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: TurnError<Data>) => Other | PromiseLike<Other>) | null,
  ): Promise<Value | Other>;
  catch<Other = never>(
    onRejected?: ((reason: TurnError<Data>) => Other | PromiseLike<Other>) | null,
  ): Promise<Result | Other>;
  finally(onFinally?: (() => void) | null): Promise<Result>;
}

/** What a turn resolves with that was asked for with `reject: false`; its `outcome` tells which of the two it is. */
export type Settled<Data = unknown> = TurnResult<Data> | TurnError<Data>;

/** What a turn resolves with, by its option `reject`: where that is only known as a boolean, it may be either. */
export type ResultOf<Data, Rejects extends boolean> = [Rejects] extends [true] ? TurnResult<Data> : Settled<Data>;
