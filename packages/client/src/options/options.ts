// All options, flat: those of a session, of a turn, and of a session for one turn. Options that the CLI has, too, are named
// like its flags, in camelCase.

import { isRecord } from "@unspool/protocol/kit";
import type { OutputOf, StandardSchema } from "../schema/standard-schema.ts";
import { boolean, duration, either, fields, matches, oneOf, positiveInteger } from "../validation/validator.ts";
import type { Validator } from "../validation/validator.ts";
import { continuesSession, HISTORY_OPTIONS, type HistoryOptions } from "./history-options.ts";
import { HOST_OPTIONS, PROTOCOL_OPTIONS, type HostOptions, type ProtocolOptions } from "./host-options.ts";
import { MODEL_OPTIONS, type AnswerSchema, type ModelOptions } from "./model-options.ts";
import type { OptionTable } from "./option-spec.ts";
import { PROGRAM_OPTIONS, type ProgramOptions } from "./program-options.ts";
import { TOOL_OPTIONS, type ToolOptions } from "./tool-options.ts";

/**
 * The options of a session.
 * @typeParam Schema the type of the option `schema`, which determines the type of `data`. It is a parameter, and not an
 *   intersection with `{ schema?: Schema }`: in an intersection TypeScript 5.4 to 7.0 compare a schema of arktype with the
 *   recursive type of JSON, and give up (TS2589).
 */
export interface SessionOptions<Schema extends AnswerSchema = AnswerSchema>
  extends ProgramOptions, ModelOptions<Schema>, ToolOptions, HistoryOptions, HostOptions, ProtocolOptions {}

/** In the order of their flags on the command line. */
export const SESSION_OPTIONS: OptionTable<SessionOptions> = {
  ...HOST_OPTIONS,
  ...MODEL_OPTIONS,
  ...TOOL_OPTIONS,
  ...HISTORY_OPTIONS,
  ...PROGRAM_OPTIONS,
  ...PROTOCOL_OPTIONS,
};

/** The options of one turn. */
export interface TurnOptions {
  /** Interrupts the turn, or takes it out of the queue. @default none */
  readonly signal?: AbortSignal;
  /** Whether a failed turn rejects. If not, it resolves to its error. @default true */
  readonly reject?: boolean;
  /** `queue` waits for the earlier turns. `steer` adds the prompt to the turn under way. @default "queue" */
  readonly when?: "queue" | "steer";
}

export const TURN_OPTIONS: OptionTable<TurnOptions> = {
  signal: {
    validate: matches("an AbortSignal", (value) => isRecord(value) && typeof value["addEventListener"] === "function"),
  },
  reject: { validate: boolean },
  when: { validate: oneOf("queue", "steer") },
};

/** How often to retry a prompt that the API could not answer, and after how long. */
export interface RetryOptions {
  /** The most attempts, with the first. @default 3 */
  readonly maxAttempts?: number;
  /** The longest wait before the second attempt. It doubles for each further one. Each wait is half of it or more. @default 1000 */
  readonly delayMs?: number;
  /** The longest wait before any attempt. @default 60000 */
  readonly maxDelayMs?: number;
}

const RETRY: Readonly<Record<keyof RetryOptions, Validator>> = {
  maxAttempts: positiveInteger,
  delayMs: duration,
  maxDelayMs: duration,
};

/** The options of a session for one turn. */
export interface AskOptions<Schema extends AnswerSchema = AnswerSchema> extends SessionOptions<Schema>, TurnOptions {
  /**
   * Retries in a new session if the turn failed with a transient error (`isTransient`): the API was overloaded, failed, or
   * could not be reached. It never retries a prompt that may have had effects: not once a tool call or anything but text
   * has arrived, and not a slash command. The result has the cost and usage of all attempts, which count for the budget.
   * The events of all attempts arrive one after the other. @default false
   */
  readonly retry?: boolean | RetryOptions;
}

/** The options of a session for one turn, without those of the turn. */
export const ONE_SHOT_OPTIONS: OptionTable<Omit<AskOptions, keyof TurnOptions>> = {
  ...SESSION_OPTIONS,
  retry: {
    validate: either("true, false, or { maxAttempts, delayMs, maxDelayMs }", boolean, fields(RETRY)),
    findConflict: (options) =>
      (options.retry ?? false) !== false &&
      (options.sessionId !== undefined || (continuesSession(options) && options.fork !== true))
        ? "`retry` asks again in a new session, and `resume`, `continue` and `sessionId` name one that has the prompt already: give `fork: true` without `sessionId`, or leave `retry` out."
        : undefined,
  },
};

export const ASK_OPTIONS: OptionTable<AskOptions> = { ...ONE_SHOT_OPTIONS, ...TURN_OPTIONS };

/** The type of `data` for a schema. Without one, `Otherwise`. */
export type DataOf<Schema, Otherwise = undefined> = Schema extends undefined
  ? Otherwise
  : Schema extends StandardSchema
    ? OutputOf<Schema>
    : unknown;
