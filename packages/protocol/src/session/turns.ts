// The end of a turn, and of the session: what is still open will not be answered.

import type { SessionInitEvent, TurnEndEvent } from "../translate/events.ts";
import { asNumber, asObject } from "../wire/read.ts";
import { isEqualJson } from "../wire/equal.ts";
import type { Json } from "../wire/json.ts";
import type { AgentState } from "./agent-state.ts";
import { putAgent, setAgentStatus } from "./agents.ts";
import { recordTurn } from "./ledger.ts";
import { abortOpenCalls, putCall } from "./open-calls.ts";
import type { Context, SessionState, Setup } from "./state.ts";
import { openTurn, setActivity, statusOf } from "./status.ts";
import { isAlive } from "./task-state.ts";
import { putTask } from "./tasks.ts";
import { cutMessages } from "./cut.ts";

/** Every turn begins with an init message. Most say what the one before said, and then nothing changes. */
export function startTurn(state: SessionState, event: SessionInitEvent): SessionState {
  const setup: Setup = {
    model: event.model,
    permissionMode: event.permissionMode,
    cwd: event.cwd,
    version: event.version,
    apiKeySource: event.apiKeySource,
    outputStyle: event.outputStyle,
    tools: event.tools,
    mcpServers: event.mcpServers,
    slashCommands: event.slashCommands,
    agents: event.agents,
    skills: event.skills,
    plugins: event.plugins,
    capabilities: event.capabilities,
  };
  const isSame = isEqualJson(setup as unknown as Json, state.setup as unknown as Json);
  return openTurn(isSame ? state : { ...state, setup }, null);
}

const STATUS_AFTER = { success: "completed", error: "failed", interrupted: "stopped" } as const;

export function endTurn(state: SessionState, event: TurnEndEvent): SessionState {
  const settled = abortOpenCalls(denyCalls(state, event));
  const main = cutMessages(settled.main);
  const { reported } = settled.activity;
  return setActivity(
    {
      ...settled,
      // Ids are unique within a turn only in some streams: the next turn's messages are new ones.
      main: { ...main, status: STATUS_AFTER[event.outcome], recent: [] },
      // Agents in the background go on waiting.
      requests: settled.requests.filter(({ agent }) => agent !== null),
      retry: undefined,
      ledger: recordTurn(settled.ledger, event, main.messages.length),
      context: measure(settled, event),
    },
    { phase: "between-turns", isCompacting: false, reported: reported === "requires-action" ? undefined : reported },
  );
}

/**
 * The stream has ended: nothing that is open will ever be finished. The decoder's `end()` comes first; this settles what
 * only the session knows of.
 */
export function endSession(state: SessionState): SessionState {
  let next = state;
  for (const task of state.tasks) {
    if (isAlive(task.status)) next = putTask(next, { ...task, status: "stopped" });
  }
  for (const agent of next.agents) {
    next = setAgentStatus(putAgent(next, cutMessages(agent)), agent.id ?? undefined, endOf(agent));
  }
  next = abortOpenCalls(next);
  const main = { ...cutMessages(next.main), status: endOf(next.main) };
  const activity = { phase: "ended", isCompacting: false, reported: undefined } as const;
  next = { ...next, main, requests: [], retry: undefined, backgroundTaskIds: [], activity };
  return { ...next, status: statusOf(next) };
}

function endOf({ status }: AgentState): AgentState["status"] {
  return isAlive(status) && status !== "pending" ? "stopped" : status;
}

/** The result's list of denials is the authoritative one: it has those the person refused as well. */
function denyCalls(state: SessionState, event: TurnEndEvent): SessionState {
  let next = state;
  for (const { toolUseId } of event.denials) {
    const call = next.toolCalls.get(toolUseId);
    if (call !== undefined && call.status !== "succeeded" && call.status !== "denied") next = putCall(next, { ...call, status: "denied" });
  }
  return next;
}

function measure(state: SessionState, event: TurnEndEvent): Context {
  const { context } = state;
  const models = Object.entries(event.modelUsage);
  const name = context.model ?? state.setup.model;
  const used = models.find(([model]) => model === name) ?? (models.length === 1 ? models[0] : undefined);
  const window = asNumber(asObject(used?.[1])?.["contextWindow"]);
  return window === undefined || window === context.window ? context : { ...context, window };
}
