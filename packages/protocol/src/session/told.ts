// What an event tells, without the fields every event has.

import type { Event, EventCommon } from "../translate/events.ts";

/** The fields of an event that are its own. */
export type Told<E extends EventCommon> = Omit<E, "type" | keyof EventCommon>;

export function told<E extends Event>(event: E): Told<E> {
  const { type: _type, agent: _agent, line: _line, sessionId: _session, uuid: _uuid, at: _at, ...own } = event;
  return own;
}
