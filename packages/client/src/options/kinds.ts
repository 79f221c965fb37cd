// What each option may be, as data.

import type { Writable } from "node:stream";
import type { BudgetOptions, Patience, Spending } from "../guard/types.ts";
import type { RecordTarget } from "../record/types.ts";
import { agents, mcpServers } from "./agent-kinds.ts";
import { hooks, permissions } from "./hook-kinds.ts";
import {
  amount,
  boolean,
  callback,
  count,
  duration,
  either,
  fields,
  is,
  isRecord,
  isWord,
  listOf,
  name,
  oneOf,
  record,
  size,
  text,
  words,
  type Kind,
} from "./kind.ts";
import type { AskOptions, RetryOptions, SessionOptions, ShutdownOptions, TurnOptions } from "./types.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const uuid = is("a UUID", (value) => typeof value === "string" && UUID.test(value));

const PATIENCE: Readonly<Record<keyof Patience, Kind>> = {
  firstLineMs: duration,
  silentMs: duration,
  afterToolResultMs: duration,
  afterEndOfTurnMs: duration,
  exitMs: duration,
};

const SHUTDOWN: Readonly<Record<keyof ShutdownOptions, Kind>> = { graceMs: duration, killMs: duration };

/** As for `createBudget`: 0 is a limit, too. No calls of tools, say. */
const limit = is("a number from 0 on", (value) => typeof value === "number" && value >= 0);

const SPENT: Readonly<Record<keyof Spending, Kind>> = {
  usd: limit,
  tokens: limit,
  turns: limit,
  toolCalls: limit,
  wallTimeMs: limit,
  estimate: record,
};

const BUDGET: Readonly<Record<keyof BudgetOptions, Kind>> = {
  usd: limit,
  tokens: limit,
  turns: limit,
  toolCalls: limit,
  wallTimeMs: limit,
  onExceeded: either('"stop", "ask" or a function', oneOf("stop", "ask"), callback),
  decisionTimeoutMs: duration,
  spent: fields(SPENT),
};

/** One that is shared was checked when it was made. */
const budget: Kind = (value) => (isRecord(value) && "track" in value ? undefined : fields(BUDGET)(value));

const RECORD: Readonly<Record<keyof Exclude<RecordTarget, string | Writable>, Kind>> = {
  file: name,
  writable: is("a writable", isWritable),
  redact: boolean,
  overwrite: boolean,
};

const recordTarget = either("a path, a writable, or { file }", name, is("a writable", isWritable), fields(RECORD));

const tools = listOf(
  is("what `tool()` makes (names of built-in tools go into `builtinTools`)", (value) => {
    return isRecord(value) && ["inputSchema", "call"].every((member) => typeof value[member] === "function");
  }),
);

const environment = is(
  "an object of texts",
  (value) =>
    isRecord(value) &&
    Object.entries(value).every(([key, one]) => /^[^=\0]+$/.test(key) && (one === undefined || isWord(one))),
);

export const SESSION_KINDS: Readonly<Record<keyof SessionOptions, Kind>> = {
  executable: name,
  cwd: name,
  env: environment,
  auth: oneOf("inherit", "subscription", "api-key"),
  extraArgs: is("a list of texts", (value) => Array.isArray(value) && value.every(isWord)),
  spawn: callback,
  transport: callback,
  unref: boolean,
  shutdown: fields(SHUTDOWN),
  settings: either("a path, or an object", name, record),
  settingSources: is(
    'a list of "user", "project" and "local"',
    (value) => Array.isArray(value) && value.every((one) => ["user", "project", "local"].includes(one as string)),
  ),
  plugins: words,
  model: name,
  fallbackModel: name,
  effort: name,
  maxThinkingTokens: size,
  systemPrompt: text,
  appendSystemPrompt: text,
  agents,
  agent: name,
  betas: words,
  maxTurns: count,
  maxBudgetUsd: amount,
  schema: either("a Standard Schema or a JSON schema", record, callback),
  schemaTimeoutMs: duration,
  tools,
  builtinTools: words,
  allowedTools: words,
  disallowedTools: words,
  permissionMode: name,
  permissions,
  permissionTimeoutMs: duration,
  onQuestion: callback,
  questionTimeoutMs: duration,
  onElicitation: callback,
  elicitationTimeoutMs: duration,
  hooks,
  mcpServers,
  strictMcpConfig: boolean,
  additionalDirectories: words,
  resume: name,
  continue: boolean,
  fork: boolean,
  sessionId: uuid,
  resumeAt: name,
  persist: boolean,
  partialMessages: boolean,
  forwardAgentText: boolean,
  includeHookEvents: boolean,
  budget,
  onBudget: callback,
  patience: either(
    "false, or an object",
    is("false", (value) => value === false),
    fields(PATIENCE),
  ),
  requestTimeoutMs: amount,
  waitForRateLimit: either("true, false, or { maxWaitMs }", boolean, fields({ maxWaitMs: duration })),
  onStderr: callback,
  record: recordTarget,
  recover: oneOf("fail", "resume"),
  wrapTransport: callback,
  initialize: record,
  onRequest: callback,
  clock: is("a clock: { now, after }", (value) => {
    return isRecord(value) && ["now", "after"].every((member) => typeof value[member] === "function");
  }),
};

export const TURN_KINDS: Readonly<Record<keyof TurnOptions, Kind>> = {
  signal: is("an AbortSignal", (value) => isRecord(value) && typeof value["addEventListener"] === "function"),
  reject: boolean,
  when: oneOf("queue", "steer"),
};

const RETRY: Readonly<Record<keyof RetryOptions, Kind>> = {
  maxAttempts: count,
  delayMs: duration,
  maxDelayMs: duration,
};

/** A session for one turn, without what is the turn's own. */
export const ONE_SHOT_KINDS: Readonly<Record<Exclude<keyof AskOptions, keyof TurnOptions>, Kind>> = {
  ...SESSION_KINDS,
  retry: either("true, false, or { maxAttempts, delayMs, maxDelayMs }", boolean, fields(RETRY)),
};

export const ASK_KINDS: Readonly<Record<keyof AskOptions, Kind>> = { ...ONE_SHOT_KINDS, ...TURN_KINDS };

function isWritable(value: unknown): boolean {
  return isRecord(value) && typeof value["write"] === "function";
}
