// The lines that `--resume-session-at` can name, each with the number of messages up to it. 1.0.128 identifies them by
// the id of the model's message, all others by the uuid of the line.

import type { Json } from "../../json.ts";
import type { Line } from "../lines/lines.ts";
import type { Session } from "./session.ts";
import type { StoredSession } from "./options.ts";

export type ResumePoint = readonly [id: string, messages: number];

/** Only the last lines of a longer session are kept. */
const MAX_RESUME_POINTS = 200;

export function recordResumePoint({ resumePoints, messages, options, quirks }: Session, line: Line): void {
  if (options.save === undefined) return;
  const message = line["message"] as { readonly id?: Json } | undefined;
  const id = quirks.has("resumesAtUuid") ? line["uuid"] : message?.id;
  if (typeof id !== "string") return;
  resumePoints.push([id, messages]);
  if (resumePoints.length > MAX_RESUME_POINTS) resumePoints.shift();
}

export function readResumePoints(session: StoredSession | undefined): ResumePoint[] {
  return [...((session?.state["marks"] as readonly ResumePoint[] | undefined) ?? [])];
}

/** Returns the session as it was at this line, or undefined if it has no such line. */
export function rewindSession(session: StoredSession, id: string): StoredSession | undefined {
  const marks = readResumePoints(session);
  const index = marks.findLastIndex(([known]) => known === id);
  const mark = marks[index];
  if (mark === undefined) return undefined;
  return {
    ...session,
    state: { ...session.state, deferred: undefined, messages: mark[1], marks: marks.slice(0, index + 1) },
  };
}
