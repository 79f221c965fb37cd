// An event out of a server-sent message. What is none becomes `malformed` or `unknown`, as a line would.

import { EVENT_TYPES, type Event } from "../translate/events.ts";
import type { MalformedReason } from "../translate/events/turn.ts";
import type { SseMessage } from "./sse-parser.ts";

const KNOWN: ReadonlySet<string> = /* @__PURE__ */ new Set<string>(EVENT_TYPES);

/** So much of what was not understood is shown. */
const MAX_SHOWN = 200;

/** @param line of the event before it, for one that is not understood */
export function eventOf({ name, data, isTooLong }: SseMessage, line: number): Event {
  if (isTooLong) return malformed("line-too-long", "the message is longer than is read", data, line);
  const value = parseJson(data);
  if (value === undefined) return malformed("not-json", "the data is not JSON", data, line);
  if (typeof value !== "object" || value === null) return malformed("not-object", "the data is no object", data, line);
  const { type, agent } = value as Readonly<Record<string, unknown>>;
  if (type !== name || (agent !== null && typeof agent !== "string")) {
    return malformed("bad-shape", `the data is no event of type ${name}`, data, line);
  }
  return KNOWN.has(name) ? (value as Event) : { type: "unknown", agent, line, wireType: name };
}

export function malformed(reason: MalformedReason, detail: string, text: string, line: number): Event {
  return { type: "malformed", agent: null, line, reason, detail, text: text.slice(0, MAX_SHOWN) };
}

/** Returns nothing for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
