// Whether the session is at work, waits for its host or rests, for a host whose environment asks to be told.

import type { Session } from "./session.ts";

export type SessionState = "idle" | "running" | "requires_action";

/** Something is to be played. Said once, whatever is to be played next. */
export function tellWork(session: Session): void {
  if (session.state === "idle") say(session, "running");
}

/** Nothing is to be played; what goes on in the background may still count as work. */
export function tellRest(session: Session): void {
  const { tasks, order, state } = session;
  const isAtWork = tasks.running.some(
    ({ task }) => order.worksWhile === "tasks" || (order.worksWhile === "agents" && task.type === "local_agent"),
  );
  if (!isAtWork && state !== "idle") say(session, "idle");
}

/** Asks the host. Two agents that ask at the same time say everything twice: 2.1.325. */
export async function whileAsking<Answer>(session: Session, ask: () => Promise<Answer>): Promise<Answer> {
  const { order, over } = session;
  if (order.tellsActionFirst) say(session, "requires_action");
  const asked = ask();
  if (!order.tellsActionFirst) say(session, "requires_action");
  const answer = await asked;
  if (!over.signal.aborted) say(session, "running");
  return answer;
}

function say(session: Session, state: SessionState): void {
  session.state = state;
  const { tellsState } = session.options;
  if (tellsState !== undefined) session.output.write(session.lines.sessionState(state, tellsState));
}
