// The payload of an event: its fields without those that all events have.

import type { Event, EventCommon } from "../translate/events.ts";

/** The payload of an event: its fields without the common ones. */
export type EventPayload<E extends EventCommon> = Omit<E, "type" | keyof EventCommon>;

/** Returns the fields of an event without the common ones. */
export function getPayload<E extends Event>(event: E): EventPayload<E> {
  const { type: _type, agent: _agent, line: _line, sessionId: _session, uuid: _uuid, at: _at, ...own } = event;
  return own;
}
