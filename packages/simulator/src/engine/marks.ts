// What `--resume-session-at` can name: the lines of a session, each with the number of messages up to it. 1.0.128 knows
// them by the id of the model's message, all others by the uuid of the line.

import type { Json } from "../json.ts";
import type { Line } from "./lines/lines.ts";
import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";
import type { StoredSession } from "./types.ts";

export type Mark = readonly [id: string, messages: number];

/** Of a longer session only the last lines are known. */
const MOST_MARKS = 200;

export function markLine({ marks, messages, options }: Session, line: Line): void {
  if (options.save === undefined) return;
  const message = line["message"] as { readonly id?: Json } | undefined;
  const id = mannersOf(options.version).has("resumesAtUuid") ? line["uuid"] : message?.id;
  if (typeof id !== "string") return;
  marks.push([id, messages]);
  if (marks.length > MOST_MARKS) marks.shift();
}

export function marksOf(session: StoredSession | undefined): Mark[] {
  return [...((session?.state["marks"] as readonly Mark[] | undefined) ?? [])];
}

/** The session as it was with this line; undefined if it has no such line. */
export function sessionAt(session: StoredSession, id: string): StoredSession | undefined {
  const marks = marksOf(session);
  const place = marks.findLastIndex(([known]) => known === id);
  const mark = marks[place];
  if (mark === undefined) return undefined;
  return {
    ...session,
    state: { ...session.state, deferred: undefined, messages: mark[1], marks: marks.slice(0, place + 1) },
  };
}
