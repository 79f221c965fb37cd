// Begins and ends turns and the session. Calls and requests that are still open at the end will not be answered.

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
import { createDraft, type Draft, type SessionState } from "./state.ts";
import { openTurn, setActivity, deriveStatus } from "./status.ts";
import { isAlive } from "./task.ts";
import { putTask } from "./tasks.ts";
import { getPayload } from "./event-payload.ts";

/** Begins a turn at its init message. Most init messages equal the previous one, and then `setup` stays the same. */
export function startTurn(draft: Draft, event: SessionInitEvent): void {
  const setup = getPayload(event);
  if (!isEqualJson(setup as unknown as Json, draft.setup as unknown as Json)) draft.setup = setup;
  openTurn(draft, null);
}

export function changeStatus(draft: Draft, { status, permissionMode }: SessionStatusEvent): void {
  setActivity(draft, { isCompacting: status === "compacting" });
  if (permissionMode !== undefined) draft.setup = change(draft.setup, { permissionMode });
}

/** Records the state that the CLI itself reports. `idle` ends a run, with or without a result. */
export function reportState(draft: Draft, { state }: SessionStateEvent): void {
  if (state === "idle") closeTurn(draft, statusAfter(draft, "completed"));
  // The CLI no longer waits, so its requests have been answered, although our answers are not on the stream.
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
  // The result's list of denials is authoritative: it also contains those by the user.
  for (const { toolUseId } of event.denials) {
    const call = draft.toolCalls.get(toolUseId);
    if (call !== undefined && call.status !== "succeeded") putCall(draft, { ...call, status: "denied" });
  }
  if (event.deferred !== undefined) deferCall(draft, event.deferred);
  closeTurn(draft, STATUS_AFTER[event.outcome]);
  draft.ledger = recordTurn(draft.ledger, event, draft.main.messages.length);
  const window = getContextWindow(draft, event);
  if (window !== undefined) draft.context = change(draft.context, { window });
}

/** Used for the main agent and for unknown agents. */
const OVER = { status: "stopped" };

/**
 * Ends the work of the main agent and of the agents it waits for. Agents in the background continue, and so do their
 * requests.
 */
function closeTurn(draft: Draft, status: string): void {
  abortOpenCalls(draft);
  const main = cutMessages(draft.main);
  // In some streams ids are unique only within a turn, so the messages of the next turn are new ones.
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

/** Returns the status of the main agent. If its turn already has a result, that status is kept. */
function statusAfter({ main }: Draft, status: string): string {
  return main.status === "running" ? status : main.status;
}

/** Returns the size of the main agent's context window. */
function getContextWindow({ context, setup }: Draft, { modelUsage }: TurnEndEvent): number | undefined {
  const models = Object.entries(modelUsage);
  const name = context.model ?? setup.model;
  const used = models.find(([model]) => model === name) ?? (models.length === 1 ? models[0] : undefined);
  return asNumber(asObject(used?.[1])?.["contextWindow"]);
}

/**
 * Returns the state after the end of the stream: nothing that is open will be finished. Call the decoder's `end()`
 * first; this function then ends what only the session state knows.
 */
export function endSession(state: SessionState): SessionState {
  const draft = createDraft(state);
  for (const task of state.tasks) {
    if (isAlive(task)) putTask(draft, { ...task, status: "stopped" });
  }
  for (const agent of draft.agents) {
    putAgent(draft, change(cutMessages(agent), { status: isAlive(agent) ? "stopped" : agent.status }));
  }
  closeTurn(draft, statusAfter(draft, "stopped"));
  draft.requests = [];
  setActivity(draft, { phase: "ended", reported: undefined });
  draft.status = deriveStatus(draft);
  return draft;
}
