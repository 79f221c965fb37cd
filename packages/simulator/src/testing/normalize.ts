// Replaces values that change from run to run: ids by their number in order of appearance, times and durations by 0, paths by
// placeholders. The same id gets the same name everywhere, even inside texts.

import { createDecoder, type Event } from "@unspool/protocol";

export interface NormalizeOptions {
  /** Paths by placeholder, as in `{ "<cwd>": folder }`. */
  readonly paths?: Readonly<Record<string, string>>;
}

/** The replacements, as data. A field name stands for both spellings: `sessionId` and `session_id`. */
export interface NormalizeRules {
  /** Kind of id by field. An id is replaced by its kind and number. */
  readonly ids: Readonly<Record<string, string>>;
  /** Ids that are recognized in any field or text. */
  readonly idPatterns: readonly { readonly kind: string; readonly pattern: RegExp }[];
  /** Fields whose number becomes 0. */
  readonly zeros: RegExp;
  /** Texts that become `<time>`. */
  readonly times: RegExp;
}

const NORMALIZE_RULES: NormalizeRules = {
  ids: {
    sessionId: "session",
    uuid: "uuid",
    uuids: "uuid",
    messageId: "msg",
    toolUseId: "tool",
    parentToolUseId: "tool",
    agent: "tool",
    requestId: "request",
    taskId: "task",
    parentTaskId: "task",
    agentId: "task",
    runId: "run",
    hookId: "hook",
  },
  // A digit follows the prefix, as in ids of the API: 2.1.325 has a capability `msg_lifecycle_v1`.
  idPatterns: [
    { kind: "uuid", pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i },
    { kind: "msg", pattern: /^msg_\d\w*$/ },
    { kind: "tool", pattern: /^(?:srv)?toolu_\d\w*$/ },
    { kind: "request", pattern: /^req_\d\w*$/ },
  ],
  zeros: /^(?:at|timestamp|elapsedSeconds|elapsedTimeSeconds|.*Ms|.*Millis)$/,
  times: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g,
};

/** Possible ids inside a text. An id has a digit: a host may call its request "interrupt". */
const TOKEN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=\w*\d)\w{6,}/gi;

/** Returns the normalized events of an output: text, bytes, or lines without LF. */
export function eventsOf(output: string | Uint8Array | readonly string[], options: NormalizeOptions = {}): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  decoder.push(typeof output === "string" || output instanceof Uint8Array ? output : output.join("\n"));
  decoder.end();
  return normalizeEvents(events, options);
}

export function normalizeEvents(events: readonly Event[], options: NormalizeOptions = {}): Event[] {
  return normalize(events, options);
}

/** Normalizes any JSON values: wire messages, input messages. */
export function normalize<Value>(values: readonly Value[], options: NormalizeOptions = {}): Value[] {
  const names = createNames(NORMALIZE_RULES);
  // All ids are collected first, since a text may quote an id before the field that shows it.
  for (const value of values) names.learn(value);
  const paths = Object.entries(options.paths ?? {})
    .filter(([, path]) => path !== "")
    .sort(([, one], [, other]) => other.length - one.length);
  const replaceText = (text: string): string => {
    const known = names.exactly(text);
    if (known !== undefined) return known;
    const withPaths = paths.reduce((result, [placeholder, path]) => result.replaceAll(path, () => placeholder), text);
    return withPaths.replace(NORMALIZE_RULES.times, "<time>").replace(TOKEN, (token) => names.exactly(token) ?? token);
  };
  return values.map((value) => replaceIn(value, replaceText) as Value);
}

interface Names {
  learn(value: unknown, field?: string): void;
  exactly(text: string): string | undefined;
}

function createNames({ ids, idPatterns }: NormalizeRules): Names {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const add = (id: string, kind: string): void => {
    if (names.has(id) || id === "") return;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    names.set(id, `${kind}-${count}`);
  };
  const learnText = (text: string, field: string | undefined): void => {
    const kind = field === undefined || !Object.hasOwn(ids, field) ? undefined : ids[field];
    if (kind !== undefined) return add(text, kind);
    for (const [token] of text.matchAll(TOKEN)) {
      const fitting = idPatterns.find(({ pattern }) => pattern.test(token));
      if (fitting !== undefined) add(token, fitting.kind);
    }
  };
  const learn = (value: unknown, field?: string): void => {
    if (typeof value === "string") learnText(value, field);
    else if (Array.isArray(value)) for (const item of value as readonly unknown[]) learn(item, field);
    else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) learn(item, toCamelCase(key));
    }
  };
  return { learn, exactly: (text) => names.get(text) };
}

function replaceIn(value: unknown, replaceText: (text: string) => string, field = ""): unknown {
  if (typeof value === "string") return replaceText(value);
  if (typeof value === "number") return NORMALIZE_RULES.zeros.test(field) ? 0 : value;
  if (Array.isArray(value)) return value.map((item: unknown) => replaceIn(item, replaceText, field));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, replaceIn(item, replaceText, toCamelCase(key))]);
  return Object.fromEntries(entries);
}

function toCamelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
