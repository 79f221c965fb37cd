// Selectors: common views of a state. Each returns the same object while the parts of the state that it reads are the
// same.

import type { McpServerHealth, PermissionRequestEvent, TaskUsage } from "../translate/events.ts";
import type { TokenUsage } from "../translate/usage.ts";
import type { AgentState } from "./agent.ts";
import type { ModelUsed } from "./ledger.ts";
import { List } from "./containers/list.ts";
import { memoise } from "./containers/memoise.ts";
import type { SessionState, Setup } from "./state.ts";
import type { Table } from "./containers/table.ts";
import type { ToolCall } from "./tool-call.ts";
import type { TranscriptMessage } from "./transcript.ts";

/** Returns the answer of the current turn so far; between turns, the answer of the last one. */
export function finalText(state: SessionState): string {
  const { messages } = state.main;
  const { turns } = state.ledger;
  const last = turns.at(-1);
  const start = last?.endPosition ?? 0;
  if (last === undefined || state.activity.phase === "turn" || messages.length > start) {
    return lastText(messages, start, messages.length);
  }
  // The text of an error is not an answer, but the text before it may be one.
  if (last.outcome === "success" && last.text !== "") return last.text;
  return lastText(messages, turns.at(-2)?.endPosition ?? 0, start, last.outcome === "error");
}

/** Calls that have no result yet, oldest first. */
export const openTools: (state: SessionState) => readonly ToolCall[] = /* @__PURE__ */ memoise(
  ({ openToolIds, toolCalls }) => [openToolIds, toolCalls],
  (openToolIds, toolCalls) => openToolIds.flatMap((id) => toolCalls.get(id) ?? []),
);

/** Calls that failed or were denied. */
export const failedTools: (state: SessionState) => readonly ToolCall[] = /* @__PURE__ */ memoise(
  ({ toolCalls }) => [toolCalls],
  (toolCalls) => toolCalls.toArray().filter(({ status }) => status === "failed" || status === "denied"),
);

/** Permission requests that wait for an answer, oldest first. */
export const pendingPermissions: (state: SessionState) => readonly PermissionRequestEvent[] = /* @__PURE__ */ memoise(
  ({ requests }) => [requests],
  (requests) => requests.filter((request) => request.type === "permission-request"),
);

/** Returns the messages of one agent (`null` for the main one); empty if the agent is unknown. */
export function transcriptOf(state: SessionState, agent: string | null): List<TranscriptMessage> {
  return agent === null ? state.main.messages : (state.agents.get(agent)?.messages ?? List.empty);
}

/** Cost of each model, computed as differences of the reports at the end of turns. */
export const costByModel: (state: SessionState) => readonly { readonly model: string; readonly costUsd: number }[] =
  /* @__PURE__ */ memoise(
    ({ ledger }) => [ledger.models],
    (models) => models.toArray().map(({ model, costUsd }) => ({ model, costUsd })),
  );

/**
 * Usage of each model, computed as differences of the reports at the end of turns, which include sub-agents and side
 * requests. For models that no such report has named: the sum over their messages.
 */
export const usageByModel: (state: SessionState) => readonly ModelUsed[] = /* @__PURE__ */ memoise(
  ({ ledger }) => [ledger.models, ledger.said],
  (models, said) => {
    const reported = models.toArray().map(({ model, usage }) => ({ model, usage }));
    // Results also name the size of the context window (`claude-opus-4-8[1m]` in 2.1.200); messages do not.
    const names = new Set(reported.flatMap(({ model }) => [model, model.replace(/\[[^[]*$/, "")]));
    const others = said.toArray().filter(({ model }) => !names.has(model));
    return [...reported, ...others];
  },
);

/** Usage of one agent: according to its messages, and according to its task. */
export interface AgentUsage {
  readonly agent: string | null;
  readonly usage: TokenUsage;
  readonly taskUsage: TaskUsage | undefined;
}

/** Usage of each agent, the main one first. */
export const usageByAgent: (state: SessionState) => readonly AgentUsage[] = /* @__PURE__ */ memoise(
  ({ main, agents, tasks }) => [main, agents, tasks],
  (main, agents, tasks) =>
    [main, ...agents].map(({ id, usage, taskId }) => ({
      agent: id,
      usage,
      taskUsage: tasks.get(taskId ?? "")?.usage,
    })),
);

/** MCP servers of the last init message that are not connected. */
export const mcpHealth: (state: SessionState) => readonly McpServerHealth[] = /* @__PURE__ */ memoise(
  ({ setup }) => [setup.mcpServers],
  (mcpServers) => mcpServers.filter(({ status }) => status !== "connected"),
);

/** Differences between the tools of the last init message and the wanted ones. */
export interface ToolHealth {
  /** Wanted, but not available. */
  readonly missingTools: readonly string[];
  /** Available, but not wanted. `allowedTools` of the CLI removes no tool, so this is how to audit an allowlist. */
  readonly surplusTools: readonly string[];
  readonly unavailableServers: readonly McpServerHealth[];
}

/** Compares the tools of the last init message with the wanted ones. Without a list, none is missing or surplus. */
export function toolHealth(state: SessionState, wanted?: readonly string[]): ToolHealth {
  const { setup } = state;
  const known = toolHealths.get(setup) ?? new Map<string, ToolHealth>();
  toolHealths.set(setup, known);
  // Cached by content: views often create the list at each call, and several views may want different tools.
  const key = JSON.stringify(wanted ?? null);
  const health = known.get(key) ?? {
    missingTools: wanted?.filter((name) => !setup.tools.includes(name)) ?? [],
    surplusTools: wanted === undefined ? [] : setup.tools.filter((name) => !wanted.includes(name)),
    unavailableServers: mcpHealth(state),
  };
  known.set(key, health);
  return health;
}

/** Cached results for each init message, by the wanted list. */
const toolHealths: WeakMap<Setup, Map<string, ToolHealth>> = /* @__PURE__ */ new WeakMap();

/** An agent and the agents it started. */
export interface AgentNode {
  readonly agent: AgentState;
  readonly children: readonly AgentNode[];
}

interface GrowingNode extends AgentNode {
  readonly children: GrowingNode[];
}

/** The tree of all agents, each below the agent that started it. The main agent is the root. */
export const agentTree: (state: SessionState) => AgentNode = /* @__PURE__ */ memoise(
  ({ main, agents }) => [main, agents],
  growTree,
);

function growTree(main: AgentState, agents: Table<AgentState>): AgentNode {
  const children = new Map<string | null, AgentState[]>();
  for (const agent of agents) {
    const siblings = children.get(agent.parent);
    if (siblings === undefined) children.set(agent.parent, [agent]);
    else siblings.push(agent);
  }
  const growNode = (agent: AgentState): AgentNode => {
    const root: GrowingNode = { agent, children: [] };
    // A stack instead of recursion: agents may be nested deeper than the call stack allows.
    const pending = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const { id } = node.agent;
      for (const child of children.get(id) ?? []) node.children.push({ agent: child, children: [] });
      // Each list of children is used once, so that agents that start each other still form a tree.
      children.delete(id);
      for (const child of node.children) pending.push(child);
    }
    return root;
  };
  const root = growNode(main);
  const strays: AgentNode[] = [];
  // Agents whose parent is unknown, and cycles.
  for (const [parent, family] of children) {
    children.delete(parent);
    for (const agent of family) strays.push(growNode(agent));
  }
  return strays.length === 0 ? root : { ...root, children: [...root.children, ...strays] };
}

/** The model name of messages in which the CLI reports an API error. */
const SYNTHETIC_MODEL = "<synthetic>";

/** Returns the text of the last message with text in a range. */
function lastText(messages: List<TranscriptMessage>, start: number, end: number, isError: boolean = false): string {
  for (let position = end - 1; position >= start; position -= 1) {
    const message = messages.at(position);
    if (message?.type !== "assistant" || message.status === "retracted") continue;
    if (isError && message.model === SYNTHETIC_MODEL) continue;
    const text = [...message.blocks].map((block) =>
      block.type === "text" && block.status !== "retracted" ? block.text : "",
    );
    if (text.some(Boolean)) return text.join("");
  }
  return "";
}
