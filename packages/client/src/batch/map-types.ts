// The options, events and items of a map.

import type { ClaudeError } from "../errors.ts";
import type { AnswerSchema } from "../options/model-options.ts";
import type { AskOptions, RetryOptions, SessionOptions } from "../options/options.ts";
import type { Prompt } from "../session/types.ts";
import type { Settled, Turn, TurnResult } from "../turn/types.ts";

/** The options of a map. All inputs share one `budget`. */
export interface MapOptions<Input = unknown, Schema extends AnswerSchema = AnswerSchema> extends Omit<
  SessionOptions<Schema>,
  "record"
> {
  /** Number of turns at once, each in a process of its own. @default 4 */
  readonly concurrency?: number;
  /** Aborts the turns under way, and begins no more. */
  readonly signal?: AbortSignal;
  /** Called when a turn has begun and when an input is settled. */
  readonly onProgress?: (progress: MapProgress<Input>) => void;
  /** The `retry` option of `ask`, for each input. An input can override it. @default false */
  readonly retry?: boolean | RetryOptions;
  /** Begins nothing new after a failure. Turns under way go on to their end. @default false */
  readonly stopOnError?: boolean;
}

/** Makes the prompt of one input. If it throws, only that input fails. */
export type MapPrompt<Input> = (input: Input, index: number) => PromptOf | Promise<PromptOf>;

type PromptOf = Prompt | { readonly prompt: Prompt; readonly options?: InputOptions };

/** The options of one input. */
export type InputOptions = Omit<AskOptions, "signal" | "reject" | "when" | "budget">;

/** The outcome of one input. */
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
      /** Why the input failed. A `TurnError` if its turn had begun. */
      readonly error: ClaudeError;
    };

export interface MapCounts {
  /** The number of inputs. Undefined for a generator or a stream. */
  readonly total: number | undefined;
  readonly running: number;
  readonly fulfilled: number;
  readonly rejected: number;
  readonly costUsd: number;
}

export type MapProgress<Input> = MapCounts & { readonly index: number; readonly input: Input } &
  /** The turn, which never rejects: if it fails it resolves with its `TurnError`, as with `reject: false`. */
  (
    | { readonly type: "start"; readonly turn: Turn<unknown, Settled> }
    | { readonly type: "end"; readonly item: MapItem<Input> }
  );

/**
 * A promise of all items in the order of the inputs, and an async iterable of each item as it settles. It rejects only if
 * the inputs cannot be read or an option is invalid; `items` has what was settled until then. A slow reader slows the map.
 */
export interface MapRun<Input, Data = unknown>
  extends PromiseLike<readonly MapItem<Input, Data>[]>, AsyncIterable<MapItem<Input, Data>> {
  /** The settled items, in the order of the inputs. */
  readonly items: readonly MapItem<Input, Data>[];
  readonly counts: MapCounts;
  /** Why nothing new begins: aborted, out of budget, or an error with `stopOnError`. */
  readonly stoppedBy: ClaudeError | undefined;
  catch<Other = never>(
    onRejected?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<readonly MapItem<Input, Data>[] | Other>;
  finally(onFinally?: (() => void) | null): Promise<readonly MapItem<Input, Data>[]>;
}
