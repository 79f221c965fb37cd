// Reports whether the session is running, waits for its host or is idle, to a host whose environment asks for it.

import type { Session } from "./session.ts";

export type SessionState = "idle" | "running" | "requires_action";

/** Reports that there is something to play. Written once, however many turns follow. */
export function reportRunning(session: Session): void {
  if (session.state === "idle") setState(session, "running");
}

/** Reports that there is nothing to play, unless a background task still counts as work. */
export function reportIdle(session: Session): void {
  const { tasks, ordering, state } = session;
  const isAtWork = tasks.running.some(
    ({ task }) => ordering.busyWhile === "tasks" || (ordering.busyWhile === "agents" && task.type === "local_agent"),
  );
  if (!isAtWork && state !== "idle") setState(session, "idle");
}

/**
 * Sends a request to the host and reports that the host must act. Two agents that ask at once report it twice
 * (2.1.325).
 */
export async function withRequiredAction<Answer>(session: Session, ask: () => Promise<Answer>): Promise<Answer> {
  const { ordering, shutdown } = session;
  if (ordering.reportsActionFirst) setState(session, "requires_action");
  const asked = ask();
  if (!ordering.reportsActionFirst) setState(session, "requires_action");
  const answer = await asked;
  if (!shutdown.signal.aborted) setState(session, "running");
  return answer;
}

function setState(session: Session, state: SessionState): void {
  session.state = state;
  const { stateAudience } = session.options;
  if (stateAudience !== undefined) session.output.write(session.lines.sessionState(state, stateAudience));
}
