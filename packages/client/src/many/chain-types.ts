// Steps one after the other, each on a session of its own: what is asked for, and what comes of it.

import type { Event } from "@unspool/protocol";
import { ClaudeError, type ClaudeErrorCode } from "../errors.ts";
import type { AskOptions, SessionOptions } from "../options/types.ts";
import type { Prompt } from "../session/types.ts";
import type { Settled, Turn, TurnResult } from "../turn/types.ts";

/**
 * A prompt that stands alone gets the answer of the step before it as material. A function makes its own of it; the first
 * step has nothing before it, and is a prompt.
 */
export type ChainPrompt = Prompt | ((previous: StepResult, all: readonly StepResult[]) => Prompt | Promise<Prompt>);

export type ChainStep =
  | ChainPrompt
  | { readonly prompt: ChainPrompt; readonly name?: string; readonly options?: StepOptions };

/** What one step can have of its own. */
export type StepOptions = Omit<AskOptions, "signal" | "reject" | "when" | "budget">;

/** For all steps. `budget` is one for all of them together. */
export interface ChainOptions extends Omit<SessionOptions, "record"> {
  /** Stops the step under way, and begins no more. */
  readonly signal?: AbortSignal;
}

export type StepResult = TurnResult;

/** An event and the step it is of, from 0. */
export interface ChainEvent {
  readonly step: number;
  readonly name: string | undefined;
  readonly event: Event;
}

export interface ChainResult {
  /** Of the last step. */
  readonly text: string;
  readonly data: unknown;
  readonly results: readonly StepResult[];
  /** Of all steps together. */
  readonly costUsd: number;
}

/** A promise of the result and an async iterable of all events at once, as a turn is. */
export interface Chain extends PromiseLike<ChainResult>, AsyncIterable<ChainEvent> {
  /** Of the steps that have begun. They never reject: one that fails resolves with its `TurnError`. */
  readonly turns: readonly Turn<unknown, Settled>[];
  /** Of the steps that have ended well. */
  readonly results: readonly StepResult[];
  /** Of the steps that have ended, well or not. */
  readonly costUsd: number;
  /** Stops the step under way, and begins no more. */
  interrupt(): Promise<void>;
  catch<Other = never>(
    onRejected?: ((reason: ChainError) => Other | PromiseLike<Other>) | null,
  ): Promise<ChainResult | Other>;
  finally(onFinally?: (() => void) | null): Promise<ChainResult>;
}

/** A step failed: which, why (`cause`, a `TurnError` with what had come of it), and all that came before it. */
export class ChainError extends ClaudeError {
  override readonly name = "ChainError";
  /** From 0. */
  readonly step: number;
  readonly stepName: string | undefined;
  /** Of the steps before it. */
  readonly results: readonly StepResult[];
  /** With that of the step that failed. */
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
