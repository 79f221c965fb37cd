// Beginning and end of turns, and of the session: what is still open then will not be answered.

import type {
  CompactionEvent,
  SessionInitEvent,
  SessionStateEvent,
  SessionStatusEvent,
  TurnEndEvent,
} from "../translate/events.ts";
import { isEqualJson } from "../wire/equal.ts";
import type { Json } from "../wire/json.ts";
import { asNumber, asObject } from "../wire/read.ts";
import { putAgent } from "./agents.ts";
import { change, keep } from "./containers/keep.ts";
import { recordTurn } from "./ledger.ts";
import { abortOpenCalls, deferCall, putCall } from "./open-calls.ts";
import { answerAll } from "./requests.ts";
import { cutMessages } from "./retract.ts";
import { draftOf, type Draft, type SessionState } from "./state.ts";
import { openTurn, setActivity, statusOf } from "./status.ts";
import { isAlive } from "./task.ts";
import { putTask } from "./tasks.ts";
import { getPayload } from "./event-payload.ts";

/** Every turn begins with an init message. Most say what the one before said, and then nothing changes. */
export function startTurn(draft: Draft, event: SessionInitEvent): void {
  const setup = getPayload(event);
  if (!isEqualJson(setup as unknown as Json, draft.setup as unknown as Json)) draft.setup = setup;
  openTurn(draft, null);
}

export function changeStatus(draft: Draft, { status, permissionMode }: SessionStatusEvent): void {
  setActivity(draft, { isCompacting: status === "compacting" });
  if (permissionMode !== undefined) draft.setup = change(draft.setup, { permissionMode });
}

/** The CLI's own verdict. Its `idle` ends a run for good, with or without a result. */
export function reportState(draft: Draft, { state }: SessionStateEvent): void {
  if (state === "idle") closeTurn(draft, statusAfter(draft, "completed"));
  // It no longer waits: what was asked has been answered, though our answers are not on the stream.
  if (state === "running") answerAll(draft);
  setActivity(draft, { reported: state });
}

export function recordCompaction(draft: Draft, event: CompactionEvent): void {
  const { trigger: _trigger, ...sizes } = getPayload(event);
  const { tokens, compactions } = draft.context;
  const { postTokens = tokens } = sizes;
  draft.context = { ...draft.context, ...sizes, tokens: postTokens, compactions: compactions + 1 };
  setActivity(draft, { isCompacting: false });
}

const STATUS_AFTER = { success: "completed", error: "failed", interrupted: "stopped" } as const;

export function endTurn(draft: Draft, event: TurnEndEvent): void {
  // The result's list of denials is the authoritative one: it has those the person refused as well.
  for (const { toolUseId } of event.denials) {
    const call = draft.toolCalls.get(toolUseId);
    if (call !== undefined && call.status !== "succeeded") putCall(draft, { ...call, status: "denied" });
  }
  if (event.deferred !== undefined) deferCall(draft, event.deferred);
  closeTurn(draft, STATUS_AFTER[event.outcome]);
  draft.ledger = recordTurn(draft.ledger, event, draft.main.messages.length);
  const window = windowOf(draft, event);
  if (window !== undefined) draft.context = change(draft.context, { window });
}

/** Stands for the main agent, and for agents nobody knows. */
const OVER = { status: "stopped" };

/** What the main agent was about is over, and the agents it took down with it. Agents in the background go on, and go on waiting. */
function closeTurn(draft: Draft, status: string): void {
  abortOpenCalls(draft);
  const main = cutMessages(draft.main);
  // Ids are unique within a turn only in some streams: the next turn's messages are new ones.
  draft.main = change(main, { status, recent: main.recent.length === 0 ? main.recent : [] });
  draft.requests = keep(draft.requests, ({ agent }) => isAlive(draft.agents.get(agent ?? "") ?? OVER));
  draft.retry = undefined;
  const { reported } = draft.activity;
  setActivity(draft, {
    phase: "between-turns",
    isCompacting: false,
    reported: reported === "requires-action" ? undefined : reported,
  });
}

/** A main agent whose turn has a result already keeps what that said. */
function statusAfter({ main }: Draft, status: string): string {
  return main.status === "running" ? status : main.status;
}

/** Size of the main agent's context window. */
function windowOf({ context, setup }: Draft, { modelUsage }: TurnEndEvent): number | undefined {
  const models = Object.entries(modelUsage);
  const name = context.model ?? setup.model;
  const used = models.find(([model]) => model === name) ?? (models.length === 1 ? models[0] : undefined);
  return asNumber(asObject(used?.[1])?.["contextWindow"]);
}

/**
 * The state after the end of the stream: nothing that is open will ever be finished. The decoder's `end()` comes first;
 * this settles what only the session knows of.
 */
export function endSession(state: SessionState): SessionState {
  const draft = draftOf(state);
  for (const task of state.tasks) {
    if (isAlive(task)) putTask(draft, { ...task, status: "stopped" });
  }
  for (const agent of draft.agents) {
    putAgent(draft, change(cutMessages(agent), { status: isAlive(agent) ? "stopped" : agent.status }));
  }
  closeTurn(draft, statusAfter(draft, "stopped"));
  draft.requests = [];
  setActivity(draft, { phase: "ended", reported: undefined });
  draft.status = statusOf(draft);
  return draft;
}
