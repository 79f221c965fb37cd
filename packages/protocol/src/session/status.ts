// Derives the session status from facts: phase of the turn, requests, retries, tasks, and the state that the CLI itself
// reports.

import { change } from "./containers/keep.ts";
import type { Activity, Draft, SessionState, SessionStatus } from "./state.ts";

export function deriveStatus(state: SessionState): SessionStatus {
  const { phase, reported, isCompacting } = state.activity;
  if (phase === "ended") return "ended";
  if (reported === "requires-action" || state.requests.some(({ type }) => type === "permission-request")) {
    return "waiting-for-permission";
  }
  if (state.retry !== undefined) return "retrying";
  if (isCompacting) return "compacting";
  if (phase === "turn") return "running";
  if (state.backgroundTaskIds.length > 0) return "background";
  // If the CLI reports its state, `idle` ends the run, not the result.
  if (reported === "running") return "running";
  return phase === "starting" && reported === undefined ? "starting" : "idle";
}

/** Opens a turn when the model's loop starts to do something. Other agents also work between turns. */
export function openTurn(draft: Draft, agent: string | null): void {
  const { phase, reported } = draft.activity;
  if (phase === "turn" || (agent !== null && phase !== "starting")) return;
  setActivity(draft, { phase: "turn", reported: reported === "idle" ? undefined : reported });
  draft.main = change(draft.main, { status: "running" });
}

export function setActivity(draft: Draft, fields: Partial<Activity>): void {
  draft.activity = change(draft.activity, fields);
}
