// Converts a server-sent message to an event. Anything else becomes `malformed` or `unknown`, as a line would.

import { EVENT_TYPES, type Event } from "../translate/events.ts";
import type { MalformedReason } from "../translate/events/turn.ts";
import type { SseMessage } from "./sse-parser.ts";

const KNOWN: ReadonlySet<string> = /* @__PURE__ */ new Set<string>(EVENT_TYPES);

/** Maximum number of characters to quote from data that was not understood. */
const MAX_SHOWN = 200;

/**
 * Returns the event of a message.
 * @param line the line of the previous event, used if the message is not understood
 */
export function toEvent({ name, data, isTooLong }: SseMessage, line: number): Event {
  if (isTooLong) return malformed("line-too-long", "the message is longer than the limit", data, line);
  const value = parseJson(data);
  if (value === undefined) return malformed("not-json", "the data is not JSON", data, line);
  if (typeof value !== "object" || value === null)
    return malformed("not-object", "the data is not an object", data, line);
  const { type, agent } = value as Readonly<Record<string, unknown>>;
  if (type !== name || (agent !== null && typeof agent !== "string")) {
    return malformed("bad-shape", `the data is not an event of type ${name}`, data, line);
  }
  return KNOWN.has(name) ? (value as Event) : { type: "unknown", agent, line, wireType: name };
}

export function malformed(reason: MalformedReason, detail: string, text: string, line: number): Event {
  return { type: "malformed", agent: null, line, reason, detail, text: text.slice(0, MAX_SHOWN) };
}

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
