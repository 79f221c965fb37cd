// Values that change from run to run, replaced by such that do not: ids by their number in order of appearance, times and
// durations by 0, paths by placeholders. The same id gets the same name everywhere, also inside texts.

import type { Event } from "@unspool/protocol";

export interface NormalizeOptions {
  /** Placeholder → path, as in `{ "<cwd>": folder }`. */
  readonly paths?: Readonly<Record<string, string>>;
}

/** What is replaced, as data. Field names are meant in both spellings: `sessionId` is also `session_id`. */
export interface NormalizeRules {
  /** Field → kind of id. The name of an id is its kind and its number. */
  readonly ids: Readonly<Record<string, string>>;
  /** What is an id by its looks, in whatever field or text. */
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
  // With a digit behind the prefix, as the API makes them: 2.1.325 has a capability `msg_lifecycle_v1`.
  idPatterns: [
    { kind: "uuid", pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i },
    { kind: "msg", pattern: /^msg_\d\w*$/ },
    { kind: "tool", pattern: /^(?:srv)?toolu_\d\w*$/ },
    { kind: "request", pattern: /^req_\d\w*$/ },
  ],
  zeros: /^(?:at|timestamp|elapsedSeconds|elapsedTimeSeconds|.*Ms|.*Millis)$/,
  times: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g,
};

/** What may be an id inside a text. Only such with a digit count: a host may call its request "interrupt". */
const TOKEN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=\w*\d)\w{6,}/gi;

export function normalizeEvents(events: readonly Event[], options: NormalizeOptions = {}): Event[] {
  return normalize(events, options);
}

/** The same for any JSON: wire messages, what was written to stdin. */
export function normalize<Value>(values: readonly Value[], options: NormalizeOptions = {}): Value[] {
  const names = createNames(NORMALIZE_RULES);
  // First the names, then the replacing: a text may quote an id before its own field has shown it.
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
      for (const [key, item] of Object.entries(value)) learn(item, camelCase(key));
    }
  };
  return { learn, exactly: (text) => names.get(text) };
}

function replaceIn(value: unknown, replaceText: (text: string) => string, field = ""): unknown {
  if (typeof value === "string") return replaceText(value);
  if (typeof value === "number") return NORMALIZE_RULES.zeros.test(field) ? 0 : value;
  if (Array.isArray(value)) return value.map((item: unknown) => replaceIn(item, replaceText, field));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, replaceIn(item, replaceText, camelCase(key))]);
  return Object.fromEntries(entries);
}

function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
