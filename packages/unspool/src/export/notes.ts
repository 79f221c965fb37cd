// What happened between the messages: compactions, retries, limits. The state keeps only the last of each, so they are
// gathered while the events pass, with the place where they came.

import type { Event, SessionState } from "@unspool/protocol";
import { count, duration } from "../view/figures.ts";

export interface Note {
  readonly agent: string | null;
  /** Number of messages of that agent before it. */
  readonly position: number;
  readonly text: string;
  readonly isBad: boolean;
}

/** @param state after the event */
export function noteOf(event: Event, state: SessionState): Note | undefined {
  const told = textOf(event);
  if (told === undefined) return undefined;
  const { agent } = event;
  const messages = agent === null ? state.main.messages : state.agents.get(agent)?.messages;
  return { agent, position: messages?.length ?? 0, ...told };
}

function textOf(event: Event): Pick<Note, "text" | "isBad"> | undefined {
  switch (event.type) {
    case "compaction": {
      const { preTokens, postTokens } = event;
      const from = preTokens === undefined ? "" : ` from ${count(preTokens)}`;
      const to = postTokens === undefined ? "" : ` to ${count(postTokens)}`;
      return { text: `Context compacted${from}${to}${from + to === "" ? "" : " tokens"}`, isBad: false };
    }
    case "retry": {
      const { attempt, maxRetries, status, error, delayMs } = event;
      const why = status === null ? (error ?? "no answer") : `${status}${error === undefined ? "" : ` ${error}`}`;
      const of = maxRetries === undefined ? "" : ` of ${maxRetries}`;
      const wait = delayMs === undefined ? "" : ` after ${duration(delayMs)}`;
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
