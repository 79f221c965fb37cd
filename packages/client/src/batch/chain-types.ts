// The options, events and results of a chain.

import type { Event } from "@unspool/protocol";
import { ClaudeError, type ClaudeErrorCode } from "../errors.ts";
import type { AskOptions, SessionOptions } from "../options/options.ts";
import type { Prompt } from "../session/types.ts";
import type { Settled, Turn, TurnResult } from "../turn/types.ts";

/**
 * The prompt of a step. A plain prompt gets the answer of the step before it as quoted context. A function makes the prompt
 * from that answer. The first step must be a plain prompt.
 */
export type ChainPrompt = Prompt | ((previous: StepResult, all: readonly StepResult[]) => Prompt | Promise<Prompt>);

export type ChainStep =
  | ChainPrompt
  | { readonly prompt: ChainPrompt; readonly name?: string; readonly options?: StepOptions };

/** The options of one step. */
export type StepOptions = Omit<AskOptions, "signal" | "reject" | "when" | "budget">;

/** The options of all steps, which share one `budget`. */
export interface ChainOptions extends Omit<SessionOptions, "record"> {
  /** Aborts the step under way, and begins no more. */
  readonly signal?: AbortSignal;
}

export type StepResult = TurnResult;

/** An event and its step, counted from 0. */
export interface ChainEvent {
  readonly step: number;
  readonly name: string | undefined;
  readonly event: Event;
}

export interface ChainResult {
  /** The answer of the last step. */
  readonly text: string;
  readonly data: unknown;
  readonly results: readonly StepResult[];
  /** The cost of all steps. */
  readonly costUsd: number;
}

/** A promise of the result and an async iterable of all events, like a turn. */
export interface Chain extends PromiseLike<ChainResult>, AsyncIterable<ChainEvent> {
  /** The turns of the steps that have begun. They never reject: one that fails resolves with its `TurnError`. */
  readonly turns: readonly Turn<unknown, Settled>[];
  /** The results of the steps that have succeeded. */
  readonly results: readonly StepResult[];
  /** The cost of the steps that have ended, including a failed one. */
  readonly costUsd: number;
  /** Interrupts the step under way, and begins no more. */
  interrupt(): Promise<void>;
  catch<Other = never>(
    onRejected?: ((reason: ChainError) => Other | PromiseLike<Other>) | null,
  ): Promise<ChainResult | Other>;
  finally(onFinally?: (() => void) | null): Promise<ChainResult>;
}

/** The error of a failed chain: which step failed, why (`cause`, a `TurnError`), and the results before it. */
export class ChainError extends ClaudeError {
  override readonly name = "ChainError";
  /** The failed step, counted from 0. */
  readonly step: number;
  readonly stepName: string | undefined;
  /** The results of the steps before it. */
  readonly results: readonly StepResult[];
  /** The cost so far, including the failed step. */
  readonly costUsd: number;

  constructor(code: ClaudeErrorCode, message: string, fields: ChainErrorFields, options: ErrorOptions) {
    super(code, message, { step: fields.step, stepName: fields.stepName }, options);
    this.step = fields.step;
    this.stepName = fields.stepName;
    this.results = fields.results;
    this.costUsd = fields.costUsd;
  }
}

export type ChainErrorFields = Pick<ChainError, "step" | "stepName" | "results" | "costUsd">;
