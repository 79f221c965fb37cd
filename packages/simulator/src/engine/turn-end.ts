// What every turn tells: its beginning, the lives of its prompts, and its result.

import { noUsage } from "./accounting.ts";
import type { Ending } from "./endings.ts";
import type { Prompt } from "./queue.ts";
import { describeSession, type Session } from "./session.ts";
import type { Turn } from "./turn-state.ts";

export function tellInit(turn: Turn): void {
  const { session } = turn;
  session.output.write(session.lines.init(describeSession(session, turn.uuids)));
}

/** Writes the result, unless it is held back, and closes the accounts of the prompts. */
export function endTurn(turn: Turn, ending: Ending, turns?: number, localCommand?: string): void {
  const { session } = turn;
  if (!isHeldBack(session)) writeResult(turn, ending, turns, localCommand);
  const state = turn.cut === undefined ? "completed" : "cancelled";
  for (const prompt of turn.prompts) tellLifecycle(session, prompt, state);
}

/** 2.1.74 tells nothing while agents work in the background, or while their reports wait to be read. */
function isHeldBack({ order, tasks, queue }: Session): boolean {
  if (order.backgroundResults !== "last") return false;
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
    turns: turns ?? turnsOf(turn, outcome.kind),
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
  const isForgiven = outcome.kind === "max-structured-retries" && !session.order.failsExhausted;
  session.hasFailed = line["is_error"] === true && !isForgiven;
  session.output.write(line);
}

/** Nothing was whole when the turn was cut. */
function isUncounted({ session, cutDuring, requests }: Turn, kind: string): boolean {
  return session.order.turnUsage === "whole" && kind === "interrupted" && cutDuring === "streaming" && requests < 2;
}

function turnsOf({ session, userLines, requests }: Turn, kind: string): number {
  if (session.order.countsTurns === "own") return 1 + userLines;
  if (kind === "interrupted") return 0;
  return kind === "max-turns" ? requests : countedMessages(session);
}

/** What versions that count the whole session count. */
export function countedMessages({ order, messages, prompts }: Session): number {
  return messages - (order.countsTurns === "lines" ? prompts : 1);
}

/** Once for each prompt: the first of an idle session is told at once, the others when their turn comes. */
export function tellStarted(session: Session, prompt: Prompt): void {
  if (prompt.uuid === undefined || session.startedUuids.has(prompt.uuid)) return;
  session.startedUuids.add(prompt.uuid);
  tellLifecycle(session, prompt, "started");
}

export function tellLifecycle(
  session: Session,
  { uuid }: Pick<Prompt, "uuid">,
  state: "queued" | "started" | "completed" | "cancelled",
): void {
  if (uuid !== undefined) session.output.write(session.lines.commandLifecycle(uuid, state));
}
