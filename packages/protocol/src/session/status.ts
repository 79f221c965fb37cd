// What the session is doing, derived from facts: phase of the turn, requests, retries, tasks, and the CLI's own verdict
// where it gives one.

import { change } from "./containers/keep.ts";
import type { Activity, Draft, SessionState, SessionStatus } from "./state.ts";

export function statusOf(state: SessionState): SessionStatus {
  const { phase, reported, isCompacting } = state.activity;
  if (phase === "ended") return "ended";
  if (reported === "requires-action" || state.requests.some(({ type }) => type === "permission-request")) {
    return "waiting-for-permission";
  }
  if (state.retry !== undefined) return "retrying";
  if (isCompacting) return "compacting";
  if (phase === "turn") return "running";
  if (state.backgroundTaskIds.length > 0) return "background";
  // A result is not the end where the CLI speaks for itself: `idle` is.
  if (reported === "running") return "running";
  return phase === "starting" && reported === undefined ? "starting" : "idle";
}

/** Something of the model's loop happened: a turn is under way. Other agents work between turns too. */
export function openTurn(draft: Draft, agent: string | null): void {
  const { phase, reported } = draft.activity;
  if (phase === "turn" || (agent !== null && phase !== "starting")) return;
  setActivity(draft, { phase: "turn", reported: reported === "idle" ? undefined : reported });
  draft.main = change(draft.main, { status: "running" });
}

export function setActivity(draft: Draft, fields: Partial<Activity>): void {
  draft.activity = change(draft.activity, fields);
}
