// All that one process of the CLI knows between two lines of input. The parts of the engine are functions over it.

import { createScript, type Script } from "../scenario/script.ts";
import type { JsonObject } from "../json.ts";
import { createAccounting, type Accounting, type ModelUsage } from "./accounting.ts";
import { createAgentStats, type AgentCount } from "./agent-stats.ts";
import { createHooks, type Hooks } from "./hooks.ts";
import { createIdentity, type Identity } from "./identity.ts";
import { createLines } from "./lines/create-lines.ts";
import type { Lines, MaybeLine, SessionOfLine } from "./lines/lines.ts";
import { apiModel, defaultModel, resolveModel } from "./lines/models.ts";
import { agentToolName, mannersOf } from "./manners.ts";
import { orderMannersOf, type OrderManners } from "./manners-order.ts";
import { marksOf, type Mark } from "./marks.ts";
import { createMcp, type Mcp } from "./mcp.ts";
import { createOutput, type Output } from "./output.ts";
import { createQuestions, type Questions } from "./questions.ts";
import { createQueue, type Queue } from "./queue.ts";
import { usableSchema } from "./schema.ts";
import type { SessionState } from "./session-state.ts";
import { createTasks, type Tasks } from "./tasks.ts";
import type { ToolCall } from "./tool-call.ts";
import type { Turn } from "./turn-state.ts";
import type { EngineHost, EngineOptions } from "./types.ts";

export interface Session {
  readonly options: EngineOptions;
  readonly host: EngineHost;
  readonly identity: Identity;
  readonly order: OrderManners;
  readonly output: Output;
  readonly questions: Questions;
  readonly queue: Queue;
  readonly script: Script;
  readonly accounting: Accounting;
  readonly hooks: Hooks;
  readonly mcp: Mcp;
  readonly tasks: Tasks;
  readonly agentStats: AgentCount;
  readonly agentTool: string;
  /** Fires when the process ends, for whatever reason. */
  readonly over: AbortController;
  readonly usedUuids: Set<string>;
  /** Prompts whose start was told. */
  readonly startedUuids: Set<string>;
  /** Ends of tasks that wait for the next prompt to be told. */
  readonly untold: MaybeLine[];
  lines: Lines;
  id: string;
  /** What `--model`, the scenario or the version names. */
  readonly firstModel: string;
  model: string;
  /** The model of the session while its fallback speaks. */
  fallenFrom: string | undefined;
  permissionMode: string;
  /** Whether `initialize` was answered, and what it asked for. */
  initialized: JsonObject | undefined;
  forwardsAgentText: boolean;
  jsonSchema: unknown;
  /** Structured output was taken in some turn. */
  hasStructured: boolean;
  turn: Turn | undefined;
  /** The call that the last turn deferred. */
  deferred: DeferredCall | undefined;
  /** As last told. */
  state: SessionState;
  /** Lines that the session can be resumed at. */
  readonly marks: Mark[];
  /** Messages of the main agent and to it, of the whole session. */
  messages: number;
  /** Those that began a turn of this process. */
  prompts: number;
  /** Lines of the main agent since 1.0.128 last reminded it of its list of things to do. */
  linesSinceReminder: number;
  results: number;
  turnsDone: number;
  /** Whether the last result was an error. */
  hasFailed: boolean;
  isInputOver: boolean;
  isInterruptedBySignal: boolean;
  /** The next turn is interrupted before it begins. */
  isInterruptedEarly: boolean;
  rateLimitTold: string | undefined;
  /** Wakes the loop that waits for something to do. */
  wake: () => void;
}

export function createSession(options: EngineOptions, host: EngineHost): Session {
  const identity = createIdentity(options.seed);
  const order = orderMannersOf(options.version);
  const output = createOutput(host, identity, options.dialects);
  const model = modelOf(options);
  const stored = readStored(options);
  const spent = order.totalSurvivesResume ? stored : { totalCostUsd: 0, modelUsage: {} };
  const lines = linesOf(options, identity, options.sessionId, spent.modelUsage);
  return {
    options,
    host,
    identity,
    order,
    output,
    questions: createQuestions(output, identity, (requestId) => lines.cancelRequest(requestId)),
    queue: createQueue(),
    script: createScript(options.scenario, { played: stored.played, onReply: options.onReply }),
    accounting: createAccounting(options.version, spent),
    hooks: createHooks(options.commandHooks ?? []),
    mcp: createMcp(options.mcpServers),
    tasks: createTasks(),
    agentStats: createAgentStats(),
    agentTool: agentToolName(options.version),
    over: new AbortController(),
    usedUuids: new Set(),
    startedUuids: new Set(),
    untold: [],
    lines,
    id: options.sessionId,
    firstModel: model,
    model,
    fallenFrom: undefined,
    permissionMode: options.permissionMode,
    initialized: undefined,
    forwardsAgentText: options.forwardsAgentText === true,
    jsonSchema: usableSchema(options.jsonSchema, options.version),
    hasStructured: false,
    turn: undefined,
    deferred: stored.deferred,
    state: "idle",
    marks: marksOf(options.resumed),
    messages: stored.messages,
    prompts: 0,
    linesSinceReminder: 0,
    results: 0,
    turnsDone: 0,
    hasFailed: false,
    isInputOver: false,
    isInterruptedBySignal: false,
    isInterruptedEarly: false,
    rateLimitTold: undefined,
    wake: () => undefined,
  };
}

/** Before 2.1.273 a resumed session takes its model from the answers it kept, and those do not name the window. */
function modelOf({ model, scenario, version, apiKeySource, resumed }: EngineOptions): string {
  if (model !== undefined) return resolveModel(model, version);
  const ordinary = scenario.model ?? defaultModel(version, apiKeySource);
  if (resumed === undefined) return ordinary;
  return mannersOf(version).choose({ "1.0.128": apiModel(ordinary), "2.1.273": ordinary });
}

export function linesOf(
  options: EngineOptions,
  identity: Identity,
  sessionId: string,
  restoredUsage: ModelUsage = {},
): Lines {
  const { version, hasPartials, cwd, folders } = options;
  return createLines({ version, sessionId, identity, hasPartials, cwd, folders, restoredUsage });
}

/** What init and `initialize` tell of the session. */
export function describeSession(session: Session, userMessageUuids: readonly string[]): SessionOfLine {
  const { options, mcp } = session;
  return {
    cwd: options.cwd,
    model: session.model,
    permissionMode: session.permissionMode,
    apiKeySource: options.apiKeySource,
    tools: [...mcp.toolNames, ...(session.jsonSchema === undefined ? [] : ["StructuredOutput"])],
    ...(options.outputStyle === undefined ? {} : { outputStyle: options.outputStyle }),
    asksHost: options.asksHost,
    ...(options.tools === undefined ? {} : { offeredTools: options.tools }),
    disallowedTools: options.disallowedTools.filter((rule) => !rule.includes("(")),
    mcpServers: mcp.status,
    agents: Object.keys(options.agents),
    additionalDirectories: options.additionalDirectories,
    userMessageUuids,
  };
}

/** Waits by the host's clock, and moves the session's to the same moment. Early when the signal says so. */
export async function pause({ identity, host }: Session, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const due = identity.now() + ms;
  await host.sleep(ms, signal);
  // Others may have waited beside this one, and longer: time passes once for all.
  if (!signal.aborted) identity.pass(Math.max(0, due - identity.now()));
}

export function saveSession(session: Session): void {
  const { options, script, accounting } = session;
  options.save?.({
    id: session.id,
    totalCostUsd: accounting.totalCostUsd,
    state: {
      played: script.played,
      modelUsage: accounting.modelUsage,
      messages: session.messages,
      marks: session.marks,
      ...(session.deferred === undefined ? {} : { deferred: session.deferred }),
    },
  });
}

/** A deferred call, and where the scenario goes on after it. */
export interface DeferredCall {
  readonly call: ToolCall;
  readonly turn: number | undefined;
  readonly left: number;
}

interface Stored {
  readonly deferred: DeferredCall | undefined;
  readonly played: readonly number[];
  readonly totalCostUsd: number;
  readonly modelUsage: ModelUsage;
  readonly messages: number;
}

function readStored({ resumed }: EngineOptions): Stored {
  const state = resumed?.state ?? {};
  return {
    played: (state["played"] as readonly number[] | undefined) ?? [],
    totalCostUsd: resumed?.totalCostUsd ?? 0,
    modelUsage: (state["modelUsage"] as ModelUsage | undefined) ?? {},
    messages: (state["messages"] as number | undefined) ?? 0,
    deferred: state["deferred"] as DeferredCall | undefined,
  };
}
