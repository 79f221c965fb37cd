// The payload of an event: its own fields, without those that every event has.

import type { Event, EventCommon } from "../translate/events.ts";

/** The fields of an event that are its own. */
export type EventPayload<E extends EventCommon> = Omit<E, "type" | keyof EventCommon>;

/** Returns the fields of an event that are its own. */
export function getPayload<E extends Event>(event: E): EventPayload<E> {
  const { type: _type, agent: _agent, line: _line, sessionId: _session, uuid: _uuid, at: _at, ...own } = event;
  return own;
}
