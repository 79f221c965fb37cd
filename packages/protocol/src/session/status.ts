// What the session is doing, derived from facts and never stored by itself: phase of the turn, requests, retries, tasks,
// and the CLI's own verdict where it gives one.

import type { SessionStateEvent, SessionStatusEvent } from "../translate/events.ts";
import { abortOpenCalls } from "./open-calls.ts";
import type { Activity, SessionState, SessionStatus } from "./state.ts";

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
export function openTurn(state: SessionState, agent: string | null): SessionState {
  const { phase, reported } = state.activity;
  if (phase === "turn" || (agent !== null && phase !== "starting")) return state;
  const next = setActivity(abortOpenCalls(state), { phase: "turn", reported: reported === "idle" ? undefined : reported });
  return { ...next, main: { ...next.main, status: "running" } };
}

export function setActivity(state: SessionState, change: Partial<Activity>): SessionState {
  return { ...state, activity: { ...state.activity, ...change } };
}

export function reduceStatus(state: SessionState, event: SessionStatusEvent): SessionState {
  const { permissionMode = state.setup.permissionMode } = event;
  const isCompacting = event.status === "compacting";
  const next = isCompacting === state.activity.isCompacting ? state : setActivity(state, { isCompacting });
  if (permissionMode === state.setup.permissionMode) return next;
  return { ...next, setup: { ...next.setup, permissionMode } };
}

export function reduceState(state: SessionState, event: SessionStateEvent): SessionState {
  if (event.state !== "idle") return setActivity(state, { reported: event.state });
  const next = setActivity(state, { phase: "between-turns", isCompacting: false, reported: "idle" });
  return {
    ...next,
    retry: undefined,
    requests: next.requests.filter(({ agent }) => agent !== null),
    main: next.main.status === "running" ? { ...next.main, status: "completed" } : next.main,
  };
}
