// The lines of every turn: init, the lifecycle of its prompts, and the result.

import { noUsage } from "../sessions/accounting.ts";
import type { Ending } from "./turn-endings.ts";
import type { Prompt } from "../sessions/queue.ts";
import { describeSession, type Session } from "../sessions/session.ts";
import type { Turn } from "../sessions/turn-state.ts";

export function writeInit(turn: Turn): void {
  const { session } = turn;
  session.output.write(session.lines.init(describeSession(session, turn.uuids)));
}

/** Writes the result, unless it is held back, and the end of each prompt. */
export function endTurn(turn: Turn, ending: Ending, turns?: number, localCommand?: string): void {
  const { session } = turn;
  if (!isHeldBack(session)) writeResult(turn, ending, turns, localCommand);
  const state = turn.cut === undefined ? "completed" : "cancelled";
  for (const prompt of turn.prompts) writeLifecycle(session, prompt, state);
}

/** 2.1.74 writes no result while agents run in the background, or while their reports wait for the model. */
function isHeldBack({ ordering, tasks, queue }: Session): boolean {
  if (ordering.backgroundResults !== "last") return false;
  return queue.hasNotice || tasks.running.some(({ task }) => task.type === "local_agent");
}

function writeResult(turn: Turn, { outcome, terminalReason }: Ending, turns?: number, localCommand?: string): void {
  const { session } = turn;
  const { accounting, identity, lines } = session;
  const isLocal = terminalReason === null;
  const line = lines.result({
    outcome,
    ...(terminalReason === undefined ? {} : { terminalReason }),
    stopReason: isLocal ? null : turn.stopReason,
    turns: turns ?? countTurns(turn, outcome.kind),
    durationMs: identity.now() - turn.startedAt,
    apiDurationMs: turn.apiDurationMs,
    totalCostUsd: accounting.totalCostUsd,
    usage: isUncounted(turn, outcome.kind) ? noUsage : turn.usage,
    modelUsage: accounting.modelUsage,
    denials: turn.denials,
    resultIndex: session.results,
    userMessageUuids: turn.uuids,
    ...(turn.origin === undefined ? {} : { origin: turn.origin }),
    ...(localCommand === undefined ? {} : { localCommand }),
    ...(session.agentStats.stats === undefined ? {} : { agents: session.agentStats.stats }),
  });
  session.results += 1;
  const isForgiven = outcome.kind === "max-structured-retries" && !session.ordering.failsExhausted;
  session.hasFailed = line["is_error"] === true && !isForgiven;
  session.output.write(line);
}

/** Whether the usage is zero, because no message was complete when the turn was cut. */
function isUncounted({ session, cutDuring, requests }: Turn, kind: string): boolean {
  return session.ordering.turnUsage === "whole" && kind === "interrupted" && cutDuring === "streaming" && requests < 2;
}

function countTurns({ session, userLines, requests }: Turn, kind: string): number {
  if (session.ordering.countsTurns === "own") return 1 + userLines;
  if (kind === "interrupted") return 0;
  return kind === "max-turns" ? requests : countMessages(session);
}

/** Counts messages as versions do that count the whole session. */
export function countMessages({ ordering, messages, prompts }: Session): number {
  return messages - (ordering.countsTurns === "lines" ? prompts : 1);
}

/** Reports the start of a prompt once: at once in an idle session, otherwise when its turn comes. */
export function writeStarted(session: Session, prompt: Prompt): void {
  if (prompt.uuid === undefined || session.startedUuids.has(prompt.uuid)) return;
  session.startedUuids.add(prompt.uuid);
  writeLifecycle(session, prompt, "started");
}

export function writeLifecycle(
  session: Session,
  { uuid }: Pick<Prompt, "uuid">,
  state: "queued" | "started" | "completed" | "cancelled",
): void {
  if (uuid !== undefined) session.output.write(session.lines.commandLifecycle(uuid, state));
}
