// The state of one process of the CLI. The parts of the engine are functions over it.

import { createScript, type Script } from "../../scenario/play/script.ts";
import type { JsonObject } from "../../json.ts";
import { createAccounting, type Accounting, type ModelUsage } from "./accounting.ts";
import { createAgentStats, type AgentCounter } from "./agent-stats.ts";
import { createHooks, type Hooks } from "./hook-registry.ts";
import { createIdentity, type Identity } from "../identity.ts";
import { createLineBuilder } from "../lines/create-lines.ts";
import type { LineBuilder, MaybeLine, SessionInfo } from "../lines/lines.ts";
import { toApiModel, getDefaultModel, resolveModel } from "../versions/models.ts";
import { getTexts, type CliTexts } from "../versions/texts.ts";
import { getAgentToolName, getQuirks, type VersionQuirks } from "../versions/version-quirks.ts";
import { getOrdering, type VersionOrdering } from "../versions/version-ordering.ts";
import { readResumePoints, type ResumePoint } from "./resume-points.ts";
import { createMcpServers, type McpServers } from "./mcp-servers.ts";
import { createOutput, type Output } from "./output.ts";
import { createHostRequests, type HostRequests } from "./host-requests.ts";
import { createPromptQueue, type PromptQueue } from "./queue.ts";
import { toUsableSchema } from "../versions/output-schema.ts";
import type { SessionState } from "./session-state.ts";
import { createBackgroundTasks, type BackgroundTasks } from "./background-tasks.ts";
import type { ToolCall } from "./tool-call.ts";
import type { Turn } from "./turn-state.ts";
import type { EngineHost, EngineOptions } from "./options.ts";

export interface Session {
  readonly options: EngineOptions;
  readonly host: EngineHost;
  readonly identity: Identity;
  readonly quirks: VersionQuirks;
  readonly ordering: VersionOrdering;
  /** The CLI's own texts, by version. */
  readonly texts: CliTexts;
  readonly output: Output;
  readonly hostRequests: HostRequests;
  readonly queue: PromptQueue;
  readonly script: Script;
  readonly accounting: Accounting;
  readonly hooks: Hooks;
  readonly mcp: McpServers;
  readonly tasks: BackgroundTasks;
  readonly agentStats: AgentCounter;
  readonly agentTool: string;
  /** Fires when the process ends, for whatever reason. */
  readonly shutdown: AbortController;
  readonly usedUuids: Set<string>;
  /** Prompts whose start was reported. */
  readonly startedUuids: Set<string>;
  /** Notifications of ended tasks that are written with the next prompt. */
  readonly unreportedTasks: MaybeLine[];
  lines: LineBuilder;
  id: string;
  /** The model that `--model`, the scenario or the version names. */
  readonly initialModel: string;
  model: string;
  /** The model of the session while its fallback replies. */
  modelBeforeFallback: string | undefined;
  permissionMode: string;
  /** The `initialize` request, once it was answered. */
  initialized: JsonObject | undefined;
  forwardsAgentText: boolean;
  jsonSchema: unknown;
  /** Whether a turn has had valid structured output. */
  hasStructuredOutput: boolean;
  turn: Turn | undefined;
  /** The call that the last turn deferred. */
  deferred: DeferredCall | undefined;
  /** The state as last reported. */
  state: SessionState;
  /** Lines that the session can be resumed at. */
  readonly resumePoints: ResumePoint[];
  /** Messages of the main agent and to it, of the whole session. */
  messages: number;
  /** Prompts that began a turn of this process. */
  prompts: number;
  /** Lines of the main agent since its last reminder of the todo list. */
  linesSinceReminder: number;
  results: number;
  turnsDone: number;
  /** Whether the last result was an error. */
  hasFailed: boolean;
  isInputOver: boolean;
  isInterruptedBySignal: boolean;
  /** The next turn is interrupted before it begins. */
  isInterruptedEarly: boolean;
  lastRateLimit: string | undefined;
  /** Wakes the loop that waits for something to do. */
  wake: () => void;
}

export function createSession(options: EngineOptions, host: EngineHost): Session {
  const identity = createIdentity(options.seed);
  const quirks = getQuirks(options.version);
  const ordering = getOrdering(options.version);
  const output = createOutput(host, identity, options.dialects);
  const model = chooseModel(options);
  const stored = readStored(options);
  const spent = ordering.totalSurvivesResume ? stored : { totalCostUsd: 0, modelUsage: {} };
  const lines = createSessionLines(options, identity, options.sessionId, spent.modelUsage);
  return {
    options,
    host,
    identity,
    quirks,
    ordering,
    texts: getTexts(quirks),
    output,
    hostRequests: createHostRequests(output, identity, (requestId) => lines.cancelRequest(requestId)),
    queue: createPromptQueue(),
    script: createScript(options.scenario, { played: stored.played, onReply: options.onReply }),
    accounting: createAccounting(options.version, spent),
    hooks: createHooks(options.commandHooks ?? []),
    mcp: createMcpServers(options.mcpServers),
    tasks: createBackgroundTasks(),
    agentStats: createAgentStats(),
    agentTool: getAgentToolName(options.version),
    shutdown: new AbortController(),
    usedUuids: new Set(),
    startedUuids: new Set(),
    unreportedTasks: [],
    lines,
    id: options.sessionId,
    initialModel: model,
    model,
    modelBeforeFallback: undefined,
    permissionMode: options.permissionMode,
    initialized: undefined,
    forwardsAgentText: options.forwardsAgentText === true,
    jsonSchema: toUsableSchema(options.jsonSchema, options.version),
    hasStructuredOutput: false,
    turn: undefined,
    deferred: stored.deferred,
    state: "idle",
    resumePoints: readResumePoints(options.resumed),
    messages: stored.messages,
    prompts: 0,
    linesSinceReminder: 0,
    results: 0,
    turnsDone: 0,
    hasFailed: false,
    isInputOver: false,
    isInterruptedBySignal: false,
    isInterruptedEarly: false,
    lastRateLimit: undefined,
    wake: () => undefined,
  };
}

function chooseModel({ model, scenario, version, apiKeySource, resumed }: EngineOptions): string {
  if (model !== undefined) return resolveModel(model, version);
  const ordinary = scenario.model ?? getDefaultModel(version, apiKeySource);
  if (resumed === undefined) return ordinary;
  return getQuirks(version).has("keepsWindowOnResume") ? ordinary : toApiModel(ordinary);
}

export function createSessionLines(
  options: EngineOptions,
  identity: Identity,
  sessionId: string,
  restoredUsage: ModelUsage = {},
): LineBuilder {
  const { version, hasPartials, cwd, folders } = options;
  return createLineBuilder({ version, sessionId, identity, hasPartials, cwd, folders, restoredUsage });
}

/** Describes the session for `system/init` and `initialize`. */
export function describeSession(session: Session, userMessageUuids: readonly string[]): SessionInfo {
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

/**
 * Sleeps by the host's clock and moves the session's clock to the same moment. Returns early when the signal is
 * aborted.
 */
export async function pause({ identity, host }: Session, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const due = identity.now() + ms;
  await host.sleep(ms, signal);
  // A longer wait in parallel may have moved the clock already, so it moves only by the rest.
  if (!signal.aborted) identity.advance(Math.max(0, due - identity.now()));
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
      marks: session.resumePoints,
      ...(session.deferred === undefined ? {} : { deferred: session.deferred }),
    },
  });
}

/** A deferred call, and where the scenario continues after it. */
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
