// The state of a running sub-agent, and when its lines are written.

import type { Usage } from "../../scenario/types.ts";
import type { TurnScript } from "../../scenario/play/script.ts";
import { noUsage } from "../sessions/accounting.ts";
import { createGate } from "../sessions/gate.ts";
import type { Caller } from "../tools/caller.ts";
import { getText } from "../lines/fields.ts";
import type { AgentInfo, AgentReport, TaskInfo, TaskUsage } from "../lines/lines.ts";
import type { Session } from "../sessions/session.ts";
import type { ToolCall } from "../sessions/tool-call.ts";

/** An agent at work. */
export interface AgentState {
  readonly session: Session;
  readonly task: TaskInfo;
  readonly agent: AgentInfo;
  readonly caller: Caller;
  readonly self: Caller;
  readonly script: TurnScript | undefined;
  readonly startedAt: number;
  readonly forwardsText: boolean;
  readonly isShown: boolean;
  readonly toolNames: string[];
  lastUsage: Usage;
  /** Whether the usage came without a stream and is passed on unchanged. */
  isUsagePlain: boolean;
  /** Whether the last text is the CLI's own, which costs nothing. */
  isUnspoken: boolean;
  report: string;
  /** Why the agent ended early. */
  failure: string | undefined;
  /** The CLI's note before the report. */
  note: string | undefined;
  /** Whether a hook deferred one of its calls. That ends the agent, and the hook is not called again. */
  isDeferred: boolean;
}

export function createAgentState(
  caller: Caller,
  call: ToolCall,
  signal: AbortSignal,
  isBackground: boolean,
): AgentState {
  const { session } = caller;
  const { identity, ordering } = session;
  const type = getAgentType(call);
  const description = getText(call.input, "description");
  const digits = session.quirks.has("hasLongAgentIds") ? 16 : 6;
  const agentId = `a${identity.hex(digits)}`;
  const task: TaskInfo = {
    taskId: agentId,
    runId: `0${identity.hex(8)}-${identity.hex(8)}`,
    toolUseId: call.id,
    type: "local_agent",
    description,
    prompt: getText(call.input, "prompt"),
    agentType: type,
    isBackground,
    depth: caller.depth + 1,
    ...(caller.taskId === undefined ? {} : { parentTaskId: caller.taskId }),
  };
  const agent: AgentInfo = { toolUseId: call.id, agentId, type, description };
  const hidden = (isBackground && !ordering.showsBackgroundAgents) || (caller.depth > 0 && !ordering.showsNestedAgents);
  const isFree = !isBackground && !caller.isBackground;
  let hasBegun = caller.isBackground;
  // In the background, as measured, the first answer comes while the main agent continues, the rest while it is idle.
  const schedule = (action: () => void): Promise<void> => {
    if (!isFree && hasBegun) return session.tasks.schedule(signal, action);
    hasBegun = true;
    return runNow(action);
  };
  const self: Caller = {
    session,
    turn: isBackground ? undefined : caller.turn,
    signal,
    agent,
    taskId: agentId,
    depth: caller.depth + 1,
    isBackground: isBackground || caller.isBackground,
    write: (line) => {
      if (!hidden) session.output.write(line);
    },
    schedule,
    scheduleLater: (action) => (isFree ? Promise.resolve().then(action) : schedule(action)),
    messageEnded: Promise.resolve(),
    runAgent: caller.runAgent,
    defer: () => {
      run.isDeferred = true;
    },
    nestedTools: [],
    gate: createGate(),
  };
  const run: AgentState = {
    session,
    task,
    agent,
    caller,
    self,
    script: session.script.agentOf(call.block) ?? session.script.agentFor(getText(call.input, "prompt")),
    startedAt: identity.now(),
    forwardsText: isBackground || (session.forwardsAgentText && ordering.forwardsAgentText),
    isShown: !hidden,
    toolNames: [],
    lastUsage: noUsage,
    isUsagePlain: false,
    isUnspoken: false,
    report: "",
    failure: undefined,
    note: undefined,
    isDeferred: false,
  };
  return run;
}

export function getTaskUsage(run: AgentState): TaskUsage {
  const { lastUsage, session } = run;
  return {
    tokens: lastUsage.inputTokens + lastUsage.outputTokens,
    toolUses: run.toolNames.length,
    durationMs: session.identity.now() - run.startedAt,
  };
}

export function createReport(run: AgentState, isAsync: boolean): AgentReport {
  const { tokens, durationMs } = getTaskUsage(run);
  const { agentId, type } = run.agent;
  return {
    agentId,
    type,
    model: run.session.model,
    isAsync,
    durationMs,
    totalTokens: tokens,
    toolNames: run.toolNames,
    nestedToolNames: run.self.nestedTools,
    ...(run.isUnspoken ? {} : { usage: run.lastUsage, isUsagePlain: run.isUsagePlain }),
  };
}

export function getAgentType(call: ToolCall): string {
  return getText(call.input, "subagent_type") || "general-purpose";
}

function runNow(action: () => void): Promise<void> {
  action();
  return Promise.resolve();
}
