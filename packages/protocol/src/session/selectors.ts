// The views people ask for, as functions of a state. Each gives the same object again while the parts of the state that
// it reads are the same.

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

/** The answer of the turn under way, as far as it has come; between turns that of the last one. */
export function finalText(state: SessionState): string {
  const { messages } = state.main;
  const { turns } = state.ledger;
  const last = turns.at(-1);
  const start = last?.endPosition ?? 0;
  if (last === undefined || state.activity.phase === "turn" || messages.length > start) {
    return lastText(messages, start, messages.length);
  }
  // An error's text is no answer, but what was said before it may be one.
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

/** What waits for a yes or no, oldest first. */
export const pendingPermissions: (state: SessionState) => readonly PermissionRequestEvent[] = /* @__PURE__ */ memoise(
  ({ requests }) => [requests],
  (requests) => requests.filter((request) => request.type === "permission-request"),
);

/** The messages of one agent (`null` for the main one); empty if it is not known. */
export function transcriptOf(state: SessionState, agent: string | null): List<TranscriptMessage> {
  return agent === null ? state.main.messages : (state.agents.get(agent)?.messages ?? List.empty);
}

/** What each model has cost, by difference, as the ends of turns report it. */
export const costByModel: (state: SessionState) => readonly { readonly model: string; readonly costUsd: number }[] =
  /* @__PURE__ */ memoise(
    ({ ledger }) => [ledger.models],
    (models) => models.toArray().map(({ model, costUsd }) => ({ model, costUsd })),
  );

/**
 * What each model has used: by difference, as the ends of turns report it, which counts sub-agents and side requests
 * too; for models that no end of a turn has named, the sum over their messages.
 */
export const usageByModel: (state: SessionState) => readonly ModelUsed[] = /* @__PURE__ */ memoise(
  ({ ledger }) => [ledger.models, ledger.said],
  (models, said) => {
    const reported = models.toArray().map(({ model, usage }) => ({ model, usage }));
    // Results name the size of the context window too (`claude-opus-4-8[1m]` in 2.1.200), messages do not.
    const names = new Set(reported.flatMap(({ model }) => [model, model.replace(/\[[^[]*$/, "")]));
    const others = said.toArray().filter(({ model }) => !names.has(model));
    return [...reported, ...others];
  },
);

/** What one agent has used: by its messages, and by the count of its task. */
export interface AgentUsage {
  readonly agent: string | null;
  readonly usage: TokenUsage;
  readonly taskUsage: TaskUsage | undefined;
}

/** What each agent has used, the main one first. */
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

/** How the tools of the last init message differ from the ones wanted. */
export interface ToolHealth {
  /** Wanted, but not there. */
  readonly missingTools: readonly string[];
  /** There, but not wanted. `allowedTools` of the CLI removes no tool, so this is how to audit an allowlist. */
  readonly surplusTools: readonly string[];
  readonly unavailableServers: readonly McpServerHealth[];
}

/** Compares the tools of the last init message with the ones wanted. Without a list nothing is missing or surplus. */
export function toolHealth(state: SessionState, wanted?: readonly string[]): ToolHealth {
  const { setup } = state;
  const known = toolHealths.get(setup) ?? new Map<string, ToolHealth>();
  toolHealths.set(setup, known);
  // By its words: views often write the list where they call this, and several views may want different tools.
  const key = JSON.stringify(wanted ?? null);
  const health = known.get(key) ?? {
    missingTools: wanted?.filter((name) => !setup.tools.includes(name)) ?? [],
    surplusTools: wanted === undefined ? [] : setup.tools.filter((name) => !wanted.includes(name)),
    unavailableServers: mcpHealth(state),
  };
  known.set(key, health);
  return health;
}

/** The answers for each init message, by the list that was wanted. */
const toolHealths: WeakMap<Setup, Map<string, ToolHealth>> = /* @__PURE__ */ new WeakMap();

/** An agent and those it started. */
export interface AgentNode {
  readonly agent: AgentState;
  readonly children: readonly AgentNode[];
}

interface GrowingNode extends AgentNode {
  readonly children: GrowingNode[];
}

/** The main agent and all others below the ones that started them. */
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
  const nodeOf = (agent: AgentState): AgentNode => {
    const root: GrowingNode = { agent, children: [] };
    // A list instead of recursion: agents may be nested deeper than the call stack.
    const pending = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const { id } = node.agent;
      for (const child of children.get(id) ?? []) node.children.push({ agent: child, children: [] });
      // Each family hangs once, so that a stream in which agents start each other still gives a tree.
      children.delete(id);
      for (const child of node.children) pending.push(child);
    }
    return root;
  };
  const root = nodeOf(main);
  const strays: AgentNode[] = [];
  // Parents nobody has seen, and circles.
  for (const [parent, family] of children) {
    children.delete(parent);
    for (const agent of family) strays.push(nodeOf(agent));
  }
  return strays.length === 0 ? root : { ...root, children: [...root.children, ...strays] };
}

/** The text of the last message in a range that has any. */
/** The CLI puts an API error into a message of its own, with this for a model. */
const SYNTHETIC_MODEL = "<synthetic>";

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
