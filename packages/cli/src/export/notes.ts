// Collects compactions, retries and limits with their position between the messages, because the session state keeps only the
// last of each.

import type { Event, SessionState } from "@unspool/protocol";
import { formatCount, formatDuration } from "../output/format-numbers.ts";

export interface Note {
  readonly agent: string | null;
  /** Number of messages of the agent before it. */
  readonly position: number;
  readonly text: string;
  readonly isBad: boolean;
}

/** Returns the note of an event, if it has one. `state` is the state after the event. */
export function toNote(event: Event, state: SessionState): Note | undefined {
  const content = describeEvent(event);
  if (content === undefined) return undefined;
  const { agent } = event;
  const messages = agent === null ? state.main.messages : state.agents.get(agent)?.messages;
  return { agent, position: messages?.length ?? 0, ...content };
}

function describeEvent(event: Event): Pick<Note, "text" | "isBad"> | undefined {
  switch (event.type) {
    case "compaction": {
      const { preTokens, postTokens } = event;
      const from = preTokens === undefined ? "" : ` from ${formatCount(preTokens)}`;
      const to = postTokens === undefined ? "" : ` to ${formatCount(postTokens)}`;
      return { text: `Context compacted${from}${to}${from + to === "" ? "" : " tokens"}`, isBad: false };
    }
    case "retry": {
      const { attempt, maxRetries, status, error, delayMs } = event;
      const why = status === null ? (error ?? "no answer") : `${status}${error === undefined ? "" : ` ${error}`}`;
      const of = maxRetries === undefined ? "" : ` of ${maxRetries}`;
      const wait = delayMs === undefined ? "" : ` after ${formatDuration(delayMs)}`;
      return { text: `The API failed (${why}): attempt ${attempt}${of}${wait}`, isBad: true };
    }
    case "rate-limit":
      if (event.status === "allowed") return undefined;
      return {
        text: `Rate limit: ${event.status.replaceAll("_", " ")}${event.window === undefined ? "" : ` (${event.window})`}`,
        isBad: event.status === "rejected",
      };
    default:
      return undefined;
  }
}
