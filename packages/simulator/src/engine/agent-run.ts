// An agent at work: what is known of it, and how its lines are let out.

import type { TurnScript } from "../scenario/script.ts";
import { noUsage } from "./accounting.ts";
import { createGate, type Caller } from "./caller.ts";
import { textField } from "./fields.ts";
import type { AgentOfLine, AgentReport, TaskOfLine, UsageOfLine } from "./lines/lines.ts";
import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";
import type { ToolCall } from "./tool-call.ts";

/** An agent at work. */
export interface AgentRun {
  readonly session: Session;
  readonly task: TaskOfLine;
  readonly agent: AgentOfLine;
  readonly caller: Caller;
  readonly self: Caller;
  readonly script: TurnScript | undefined;
  readonly startedAt: number;
  readonly forwardsText: boolean;
  readonly isShown: boolean;
  readonly toolNames: string[];
  lastUsage: UsageOfLine;
  /** It came without a stream, and is passed on as the API wrote it. */
  isUsagePlain: boolean;
  /** The last words are the CLI's own, which cost nothing. */
  isUnspoken: boolean;
  report: string;
  /** Why it ended before its time. */
  failure: string | undefined;
  /** What the CLI says before the report. */
  note: string | undefined;
  /** A hook deferred a call of it: that ends an agent, and nobody is asked again. */
  isDeferred: boolean;
}

export function prepareAgent(caller: Caller, call: ToolCall, signal: AbortSignal, isBackground: boolean): AgentRun {
  const { session } = caller;
  const { identity, order } = session;
  const type = typeOf(call);
  const description = textField(call.input, "description");
  const digits = mannersOf(session.options.version).choose({ "2.0.76": 6, "2.1.74": 16 });
  const agentId = `a${identity.hex(digits)}`;
  const task: TaskOfLine = {
    taskId: agentId,
    runId: `0${identity.hex(8)}-${identity.hex(8)}`,
    toolUseId: call.id,
    type: "local_agent",
    description,
    prompt: textField(call.input, "prompt"),
    agentType: type,
    isBackground,
    depth: caller.depth + 1,
    ...(caller.taskId === undefined ? {} : { parentTaskId: caller.taskId }),
  };
  const agent: AgentOfLine = { toolUseId: call.id, agentId, type, description };
  const hidden = (isBackground && !order.showsBackgroundAgents) || (caller.depth > 0 && !order.showsNestedAgents);
  const isFree = !isBackground && !caller.isBackground;
  let hasBegun = caller.isBackground;
  // In the background the first answer comes while the main agent goes on, as seen; the rest when it is idle.
  const act = (action: () => void): Promise<void> => {
    if (!isFree && hasBegun) return session.tasks.act(signal, action);
    hasBegun = true;
    return atOnce(action);
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
    act,
    later: (action) => (isFree ? Promise.resolve().then(action) : act(action)),
    messageEnded: Promise.resolve(),
    run: caller.run,
    defer: () => {
      run.isDeferred = true;
    },
    nestedTools: [],
    gate: createGate(),
  };
  const run: AgentRun = {
    session,
    task,
    agent,
    caller,
    self,
    script: session.script.agentOf(call.block) ?? session.script.agentFor(textField(call.input, "prompt")),
    startedAt: identity.now(),
    forwardsText: isBackground || (session.forwardsAgentText && order.forwardsAgentText),
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

export function figuresOf(run: AgentRun): { tokens: number; toolUses: number; durationMs: number } {
  const { lastUsage, session } = run;
  return {
    tokens: lastUsage.inputTokens + lastUsage.outputTokens,
    toolUses: run.toolNames.length,
    durationMs: session.identity.now() - run.startedAt,
  };
}

export function reportOf(run: AgentRun, isAsync: boolean): AgentReport {
  const { tokens, durationMs } = figuresOf(run);
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

export function typeOf(call: ToolCall): string {
  return textField(call.input, "subagent_type") || "general-purpose";
}

function atOnce(action: () => void): Promise<void> {
  action();
  return Promise.resolve();
}
