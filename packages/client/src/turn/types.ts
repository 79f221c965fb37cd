// The public types of a turn and its result.

import type { DeferredCall, Event, PermissionDenial, TokenUsage, ToolCall } from "@unspool/protocol";
import type { NodeResponse, TurnResponseOptions } from "./web/response-types.ts";
import type { TurnError } from "./turn-error.ts";
import type { Warning } from "../warning.ts";

/** The fields of a result. A `TurnError` has them too. */
export interface TurnFields<Data = unknown> {
  /** How the turn ended. */
  readonly outcome: "success" | "error" | "interrupted";
  /** The answer: the main agent's last text. */
  readonly text: string;
  /** The structured answer, validated by the schema. Undefined without one. */
  readonly data: Data;
  /** The main agent's thinking, in order. */
  readonly thinking: readonly string[];
  /** Calls of all agents with input, result and duration, in order. */
  readonly toolCalls: readonly ToolCall[];
  /** The cost of this turn alone. */
  readonly costUsd: number;
  /** The cost of the session so far. */
  readonly totalCostUsd: number;
  /** Tokens of this turn, all agents, each message counted once. */
  readonly usage: TokenUsage;
  /** Tokens and cost of this turn, by model. */
  readonly usageByModel: readonly { readonly model: string; readonly usage: TokenUsage; readonly costUsd: number }[];
  /** Tokens of this turn, by agent. `null` is the main agent. */
  readonly usageByAgent: readonly { readonly agent: string | null; readonly usage: TokenUsage }[];
  /** Why the model stopped: `end_turn`, `max_tokens` … Null if the CLI did not report it. */
  readonly stopReason: string | null;
  /** How the CLI names the end: `success`, `error_max_turns` … Undefined if there was no result. */
  readonly subtype: string | undefined;
  /** Tool calls that were denied. */
  readonly denials: readonly PermissionDenial[];
  /**
   * The tool call that waits for approval. It was deferred and has not run, so `text` may be empty and `data` is undefined.
   * `session({ resume: sessionId })` continues it.
   */
  readonly deferred: DeferredCall | undefined;
  /** The id of the session, for `resume`. Undefined if the CLI has not reported it. */
  readonly sessionId: string | undefined;
  /** Milliseconds from the prompt to the end, by the host's clock. */
  readonly durationMs: number;
  /** Problems that did not stop the turn. */
  readonly warnings: readonly Warning[];
}

/** The result of a turn that succeeded. */
export interface TurnResult<Data = unknown> extends TurnFields<Data> {
  /** A turn that failed or was interrupted rejects with a `TurnError`. */
  readonly outcome: "success";
}

/**
 * Who began the turn: the host with a prompt, the CLI after the end of a background task (`background`), or the CLI when it
 * resumed a session with a deferred call (`resume`).
 */
export type TurnCause = "prompt" | "background" | "resume";

/** Whether the turn waits for its prompt to be written, runs, or has ended. */
export type TurnStatus = "queued" | "running" | "ended";

/** A promise of the result and an async iterable of the events. Usable wherever a `Promise` is expected. */
export interface Turn<Data = unknown, Result = TurnResult<Data>> extends PromiseLike<Result>, AsyncIterable<Event> {
  readonly [Symbol.toStringTag]: string;
  /** The uuid that the prompt was sent with. */
  readonly id: string;
  /** Who began the turn. */
  readonly cause: TurnCause;
  /** Whether the turn waits, runs or has ended. */
  readonly status: TurnStatus;
  /** Number of turns before this one. 0 once it runs. */
  readonly queuePosition: number;
  /** The events. Each reader gets all of them and can stop at any time. */
  readonly events: AsyncIterable<Event>;
  /** The main agent's text in pieces, as it arrives. */
  readonly textStream: AsyncIterable<string>;
  /** Stops the turn, or takes it out of the queue. The turn rejects with a `TurnError` that has what came before. */
  interrupt(): Promise<void>;
  /** Returns the events as a web stream. Cancelling it does not stop the turn. */
  toReadableStream(): ReadableStream<Event>;
  /**
   * Returns a response of server-sent events: one per event, its type as the name, deltas joined, and the result or error
   * last. `control-response` is left out, because the CLI's answers to the host name the account.
   */
  toResponse(options?: TurnResponseOptions): Response;
  /**
   * Sends the same to a response of `node:http`. Waits while the socket is full, and stops when the client disconnects.
   * @returns whether everything was sent. If the client has disconnected, the turn goes on
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

/** What a turn with `reject: false` resolves with. Its `outcome` says which of the two it is. */
export type Settled<Data = unknown> = TurnResult<Data> | TurnError<Data>;

/** What a turn resolves with, by its option `reject`. Either of the two if the option is only known as a boolean. */
export type ResultOf<Data, Rejects extends boolean> = [Rejects] extends [true] ? TurnResult<Data> : Settled<Data>;
