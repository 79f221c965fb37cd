// What each option may be, as data. A kind gives the words for what it wants, or undefined when it is content.

import type { AskOptions, SessionOptions, TurnOptions } from "./types.ts";

/** @returns what the value should be */
export type Kind = (value: unknown) => string | undefined;

const is =
  (wanted: string, holds: (value: unknown) => boolean): Kind =>
  (value) =>
    holds(value) ? undefined : wanted;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A NUL ends a word of the command line: Node refuses to start a program with one. */
const isWord = (value: unknown): boolean => typeof value === "string" && !value.includes("\0");
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const text = is("a text without NUL", isWord);
const name = is("a text that is not empty", (value) => isWord(value) && value !== "");
const uuid = is("a UUID", (value) => typeof value === "string" && UUID.test(value));
const boolean = is("true or false", (value) => typeof value === "boolean");
const callback = is("a function", (value) => typeof value === "function");
const count = is("a whole number from 1 on", (value) => Number.isSafeInteger(value) && (value as number) >= 1);
const size = is("a whole number from 0 on", (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const amount = is("a number above 0", (value) => Number.isFinite(value) && (value as number) > 0);
/** Infinity is an answer too: never. */
const duration = is("milliseconds, from 0 on", (value) => typeof value === "number" && value >= 0);
const words = is("a list of texts", (value) => Array.isArray(value) && value.every((one) => isWord(one) && one !== ""));
const record = is("an object", isRecord);
const list = is("a list", (value) => Array.isArray(value));
const oneOf = (...choices: readonly string[]): Kind =>
  is(`one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`, (value) =>
    choices.includes(value as string),
  );

/** All of one of them. */
const either = (wanted: string, ...kinds: readonly Kind[]): Kind =>
  is(wanted, (value) => kinds.some((kind) => kind(value) === undefined));

/** An object whose own options are of these kinds, and has no others. */
const fields = (kinds: Readonly<Record<string, Kind>>): Kind => {
  return (value) => {
    if (!isRecord(value)) return "an object";
    for (const [key, one] of Object.entries(value)) {
      const wanted = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
      if (wanted === undefined)
        return `an object with ${Object.keys(kinds).join(", ")}, and not ${JSON.stringify(key)}`;
      const complaint = one === undefined ? undefined : wanted(one);
      if (complaint !== undefined) return `an object whose ${key} is ${complaint}`;
    }
    return undefined;
  };
};

const patience = fields({
  firstLineMs: duration,
  silentMs: duration,
  afterToolResultMs: duration,
  afterEndOfTurnMs: duration,
  exitMs: duration,
});

const limits = {
  usd: amount,
  tokens: amount,
  turns: amount,
  toolCalls: amount,
  wallTimeMs: amount,
};

/** Options of a plain object are checked; a `Budget` that is shared has a class of its own, and was checked when made. */
const budget: Kind = (value) => {
  if (!isRecord(value)) return "an object";
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
  if (!isPlain || Object.values(value).some((one) => typeof one === "function" && value["onExceeded"] !== one)) {
    return undefined;
  }
  return fields({ ...limits, onExceeded: either('"stop", "ask" or a function', oneOf("stop", "ask"), callback) })(
    value,
  );
};

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
  shutdown: fields({ graceMs: duration, killMs: duration }),
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
  agents: record,
  agent: name,
  betas: words,
  maxTurns: count,
  maxBudgetUsd: amount,
  schema: either("a Standard Schema or a JSON schema", record, callback),
  tools: list,
  builtinTools: words,
  allowedTools: words,
  disallowedTools: words,
  permissionMode: name,
  permissions: either("a function, or rules", callback, record),
  onQuestion: callback,
  onElicitation: callback,
  hooks: record,
  mcpServers: is("an object of objects", (value) => isRecord(value) && Object.values(value).every(isRecord)),
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
    patience,
  ),
  requestTimeoutMs: amount,
  waitForRateLimit: either("true, false, or { maxWaitMs }", boolean, fields({ maxWaitMs: duration })),
  record: either("a path, a writable, or { file }", name, record),
  recover: oneOf("fail", "resume"),
  wrapTransport: callback,
  initialize: record,
  onRequest: callback,
  clock: record,
};

export const TURN_KINDS: Readonly<Record<keyof TurnOptions, Kind>> = {
  signal: is("an AbortSignal", (value) => isRecord(value) && typeof value["addEventListener"] === "function"),
  reject: boolean,
  when: oneOf("queue", "steer"),
};

export const ASK_KINDS: Readonly<Record<keyof AskOptions, Kind>> = { ...SESSION_KINDS, ...TURN_KINDS };
