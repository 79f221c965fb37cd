// Options for the host: which events it gets, its limits and timeouts, and access to the protocol below.

import { isRecord } from "@unspool/protocol/kit";
import type { Writable } from "node:stream";
import type { InitializeFields } from "@unspool/protocol/wire";
import type { Clock } from "../clock.ts";
import type { RequestCallback } from "../control/types.ts";
import type { Budget } from "../limits/budget.ts";
import { BUDGET_KINDS, type BudgetCallback, type BudgetOptions, type Timeouts } from "../limits/types.ts";
import type { RecordTarget } from "../record/types.ts";
import type { TransportFactory } from "../transport/types.ts";
import {
  boolean,
  callback,
  duration,
  either,
  fields,
  matches,
  nonEmptyText,
  oneOf,
  positiveNumber,
  record,
  type Validator,
} from "../validation/validator.ts";
import type { OptionTable } from "./option-spec.ts";

/** The host: which events it gets, its limits, and its timeouts. */
export interface HostOptions {
  /** Whether text arrives piece by piece. If not, it arrives in whole blocks. @default true */
  readonly partialMessages?: boolean;
  /** Whether the text of sub-agents arrives, too. @default false */
  readonly forwardAgentText?: boolean;
  /** Whether events of the hooks in settings arrive, too (`hook-start`, `hook-end`). @default false */
  readonly includeHookEvents?: boolean;
  /**
   * Limits of dollars, tokens, messages, tool calls or time. A turn over a limit is interrupted and fails. `createBudget`
   * makes a budget that several sessions share. @default no limits
   */
  readonly budget?: BudgetOptions | Budget;
  /** Decides how to continue when a budget with `onExceeded: "ask"` is used up. @default none */
  readonly onBudget?: BudgetCallback;
  /** How long the stream may stay silent before the turn fails. False: no limit. @default the limits of `Timeouts` */
  readonly timeouts?: Timeouts | false;
  /** How long the CLI may take to answer a control request. @default 30000 */
  readonly requestTimeoutMs?: number;
  /** Whether a turn that a rate limit refused waits for the reset, and is then sent once more. @default false */
  readonly waitForRateLimit?: boolean | { readonly maxWaitMs: number };
  /**
   * Called with each line of the CLI's stderr, without its line break. A line of more than 16 KB arrives in several parts.
   * Nothing is redacted. An error that it throws becomes a warning (`callback-failed`). It is not awaited. @default none
   */
  readonly onStderr?: (line: string) => void;
  /** Records every line in both directions, with times. A path is appended to; `{ file, overwrite: true }` replaces it. @default none */
  readonly record?: RecordTarget;
  /** What happens when the CLI dies during a turn. `resume` starts it again with the session. @default "fail" */
  readonly recover?: "fail" | "resume";
  /** Time and timers, for tests. @default the system's */
  readonly clock?: Clock;
}

/** The protocol: for hosts that handle a part of it themselves. */
export interface ProtocolOptions {
  /** Wraps the transport of the session: it sees every byte and line, and may change them. @default none */
  readonly wrapTransport?: (transport: TransportFactory) => TransportFactory;
  /** More fields for the first request, `initialize`. The fields of this package take precedence; hooks are merged. @default {} */
  readonly initialize?: InitializeFields;
  /**
   * Answers a control request of the CLI before this package does. It resolves to the payload of the answer, rejects to
   * refuse the request, or resolves to `undefined` to leave it to this package. @default none
   */
  readonly onRequest?: RequestCallback;
}

const TIMEOUTS: Readonly<Record<keyof Timeouts, Validator>> = {
  firstLineMs: duration,
  silentMs: duration,
  afterToolResultMs: duration,
  afterEndOfTurnMs: duration,
  exitMs: duration,
};

/** 0 is a limit, too: no tool calls, for example. */
const limit = matches("a number of at least 0", (value) => typeof value === "number" && value >= 0);
const limits = Object.fromEntries(BUDGET_KINDS.map((kind) => [kind, limit]));

const validateBudget = fields({
  ...limits,
  onExceeded: either('"stop", "ask" or a function', oneOf("stop", "ask"), callback),
  decisionTimeoutMs: duration,
  spent: fields({ ...limits, estimate: record }),
});

const writable = matches("a writable", (value) => isRecord(value) && typeof value["write"] === "function");

const RECORD: Readonly<Record<keyof Exclude<RecordTarget, string | Writable>, Validator>> = {
  file: nonEmptyText,
  writable,
  redact: boolean,
  overwrite: boolean,
};

export const HOST_OPTIONS: OptionTable<HostOptions> = {
  partialMessages: {
    validate: boolean,
    flag: "--include-partial-messages",
    since: "1.0.110",
    ifUnsupported: "warn",
    toFlagValue: ({ partialMessages }) => partialMessages !== false,
  },
  forwardAgentText: {
    validate: boolean,
    flag: "--forward-subagent-text",
    since: "2.1.325",
    ifUnsupported: "warn",
  },
  includeHookEvents: { validate: boolean, flag: "--include-hook-events", since: "2.1.200", ifUnsupported: "warn" },
  // A shared budget was checked when it was made.
  budget: {
    validate: (value) => (isRecord(value) && "track" in value ? undefined : validateBudget(value)),
    command: {
      short: "b",
      value: "dollars",
      help: "stop when this much is spent",
      validate: positiveNumber,
      toOption: (usd) => ({ usd }),
    },
  },
  onBudget: {
    validate: callback,
    findConflict: ({ budget, onBudget }) =>
      budget !== undefined && "onExceeded" in budget && budget.onExceeded === "ask" && onBudget === undefined
        ? '`budget.onExceeded: "ask"` asks `onBudget`, which is not there: give it, or choose "stop".'
        : undefined,
  },
  timeouts: {
    validate: either(
      "false, or an object",
      matches("false", (value) => value === false),
      fields(TIMEOUTS),
    ),
  },
  requestTimeoutMs: { validate: positiveNumber },
  waitForRateLimit: {
    validate: either("true, false, or { maxWaitMs }", boolean, fields({ maxWaitMs: duration })),
  },
  onStderr: { validate: callback },
  record: {
    validate: either("a path, a writable, or { file }", nonEmptyText, writable, fields(RECORD)),
    command: {
      value: "file",
      help: "record every line in both directions, with secrets redacted",
      validate: nonEmptyText,
    },
  },
  recover: {
    validate: oneOf("fail", "resume"),
    findConflict: ({ recover, persist }) =>
      recover === "resume" && persist === false
        ? '`recover: "resume"` reads the session from disk, and `persist: false` keeps nothing there: drop one of them.'
        : undefined,
  },
  clock: {
    validate: matches("a clock: { now, after }", (value) => {
      return isRecord(value) && ["now", "after"].every((member) => typeof value[member] === "function");
    }),
  },
};

export const PROTOCOL_OPTIONS: OptionTable<ProtocolOptions> = {
  wrapTransport: { validate: callback },
  initialize: { validate: record },
  onRequest: { validate: callback },
};
