// Many inputs, a turn for each: what is asked for, and what comes of it.

import type { ClaudeError } from "../errors.ts";
import type { AnswerSchema, AskOptions, RetryOptions, SessionOptions } from "../options/types.ts";
import type { Prompt } from "../session/types.ts";
import type { Settled, Turn, TurnResult } from "../turn/types.ts";

/** For all inputs. `budget` is one for all of them together. */
export interface MapOptions<Input = unknown, Schema extends AnswerSchema = AnswerSchema> extends Omit<
  SessionOptions<Schema>,
  "record"
> {
  /** So many turns at once, each on a process of its own. @default 4 */
  readonly concurrency?: number;
  /** Stops the turns under way, and begins no more. */
  readonly signal?: AbortSignal;
  /** Called when a turn has begun and when an input is settled. */
  readonly onProgress?: (progress: MapProgress<Input>) => void;
  /** As for `ask`, for each input on its own. An input may have its own. @default false */
  readonly retry?: boolean | RetryOptions;
  /** After a failure nothing new begins; what is under way goes on to its end. @default false */
  readonly stopOnError?: boolean;
}

/** Makes the prompt of one input. What it throws fails that input alone. */
export type MapPrompt<Input> = (input: Input, index: number) => PromptOf | Promise<PromptOf>;

type PromptOf = Prompt | { readonly prompt: Prompt; readonly options?: InputOptions };

/** What one input can have of its own. */
export type InputOptions = Omit<AskOptions, "signal" | "reject" | "when" | "budget">;

/** What came of one input. */
export type MapItem<Input, Data = unknown> =
  | {
      readonly status: "fulfilled";
      readonly index: number;
      readonly input: Input;
      readonly result: TurnResult<Data>;
    }
  | {
      readonly status: "rejected";
      readonly index: number;
      readonly input: Input;
      /** A `TurnError` with what had come, if it had begun. */
      readonly error: ClaudeError;
    };

export interface MapCounts {
  /** Undefined for inputs that are made one by one. */
  readonly total: number | undefined;
  readonly running: number;
  readonly fulfilled: number;
  readonly rejected: number;
  readonly costUsd: number;
}

export type MapProgress<Input> = MapCounts & { readonly index: number; readonly input: Input } &
  /** The turn never rejects: one that fails resolves with its `TurnError`, as with `reject: false`. */
  (
    | { readonly type: "start"; readonly turn: Turn<unknown, Settled> }
    | { readonly type: "end"; readonly item: MapItem<Input> }
  );

/**
 * A promise of all items in the order of the inputs, and an async iterable of each as it is settled. It rejects only
 * when the inputs themselves cannot be read, or an option is wrong; `items` has what was settled until then. Who iterates
 * slowly slows it down.
 */
export interface MapRun<Input, Data = unknown>
  extends PromiseLike<readonly MapItem<Input, Data>[]>, AsyncIterable<MapItem<Input, Data>> {
  /** Those that are settled, in the order of the inputs. */
  readonly items: readonly MapItem<Input, Data>[];
  readonly counts: MapCounts;
  /** Why nothing new begins: aborted, out of budget, or an error with `stopOnError`. */
  readonly stoppedBy: ClaudeError | undefined;
  catch<Other = never>(
    onRejected?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<readonly MapItem<Input, Data>[] | Other>;
  finally(onFinally?: (() => void) | null): Promise<readonly MapItem<Input, Data>[]>;
}
