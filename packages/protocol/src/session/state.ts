// The shape of a session as a whole, and the one that has seen nothing. Every part that grows is a `List` or a `Table`;
// every part that does not change keeps its identity from one state to the next.

import type {
  ControlRequestEvent,
  McpServerHealth,
  PermissionRequestEvent,
  RateLimitEvent,
  RetryEvent,
  SessionStateEvent,
} from "../translate/events.ts";
import type { Json } from "../wire/json.ts";
import type { PermissionMode } from "../wire/shared/permission.ts";
import { NO_AGENT_YET, type AgentState } from "./agent-state.ts";
import { EMPTY_LEDGER, type Ledger } from "./ledger.ts";
import { Table } from "./table.ts";
import type { TaskState } from "./task-state.ts";
import type { ToolCall } from "./tool-call.ts";

/** What the session is doing, in one word. `background`: the turn is over, but tasks of it are alive. */
export type SessionStatus =
  | "starting"
  | "idle"
  | "running"
  | "waiting-for-permission"
  | "compacting"
  | "retrying"
  | "background"
  | "ended";

/** A session as far as it has come. */
export interface SessionState {
  readonly status: SessionStatus;
  readonly sessionId: string | undefined;
  readonly setup: Setup;
  /** The main agent. */
  readonly main: AgentState;
  /** The others, by the id of the tool use that started them, in order of appearance. */
  readonly agents: Table<AgentState>;
  /** All calls of all agents, by tool-use id, in order of appearance. */
  readonly toolCalls: Table<ToolCall>;
  /** Ids of the calls that have no result yet, oldest first. */
  readonly openToolIds: readonly string[];
  /** All tasks, by task id: sub-agents, background commands, workflows. */
  readonly tasks: Table<TaskState>;
  /** Ids of the tasks alive in the background. */
  readonly backgroundTaskIds: readonly string[];
  /** Requests of the CLI that wait for an answer, oldest first. */
  readonly requests: readonly PendingRequest[];
  /** The last word on each window, under `window` or "". */
  readonly rateLimits: Table<RateLimitEvent>;
  /** The attempt under way after a failed API request. */
  readonly retry: RetryEvent | undefined;
  readonly context: Context;
  readonly ledger: Ledger;
  readonly counts: Counts;
  readonly activity: Activity;
}

/** What the last init message said there is to work with. */
export interface Setup {
  readonly model: string | undefined;
  /** Follows status messages too. */
  readonly permissionMode: PermissionMode | undefined;
  readonly cwd: string | undefined;
  /** Version of the CLI. */
  readonly version: string | undefined;
  readonly apiKeySource: string | undefined;
  readonly outputStyle: string | undefined;
  readonly tools: readonly string[];
  readonly mcpServers: readonly McpServerHealth[];
  readonly slashCommands: readonly string[];
  /** Kinds of agents that can be started. */
  readonly agents: readonly string[];
  readonly skills: readonly string[];
  readonly plugins: readonly Json[];
  readonly capabilities: readonly string[];
}

/** A question of the CLI, as it was asked. */
export type PendingRequest = PermissionRequestEvent | ControlRequestEvent;

/** How full the main agent's context is. */
export interface Context {
  /** Input and cache tokens of its last message; after a compaction what that left. */
  readonly tokens: number;
  /** Size of the window, once a turn's end has told it. */
  readonly window: number | undefined;
  /** Model of its last message. */
  readonly model: string | undefined;
  readonly compactions: number;
  readonly lastPreTokens: number | undefined;
  readonly lastPostTokens: number | undefined;
}

/** How many events came, and how many of them tell of lines that were not understood. */
export interface Counts {
  readonly events: number;
  readonly unknown: number;
  readonly malformed: number;
}

/** The facts `status` is derived from, beside requests, retry and tasks. */
export interface Activity {
  readonly phase: "starting" | "turn" | "between-turns" | "ended";
  readonly isCompacting: boolean;
  /** The CLI's own verdict, where it gives one. */
  readonly reported: SessionStateEvent["state"] | undefined;
}

/** The state before the first event. */
export function initialState(): SessionState {
  return INITIAL;
}

const INITIAL: SessionState = {
  status: "starting",
  sessionId: undefined,
  setup: {
    model: undefined,
    permissionMode: undefined,
    cwd: undefined,
    version: undefined,
    apiKeySource: undefined,
    outputStyle: undefined,
    tools: [],
    mcpServers: [],
    slashCommands: [],
    agents: [],
    skills: [],
    plugins: [],
    capabilities: [],
  },
  main: NO_AGENT_YET,
  agents: Table.empty,
  toolCalls: Table.empty,
  openToolIds: [],
  tasks: Table.empty,
  backgroundTaskIds: [],
  requests: [],
  rateLimits: Table.empty,
  retry: undefined,
  context: {
    tokens: 0,
    window: undefined,
    model: undefined,
    compactions: 0,
    lastPreTokens: undefined,
    lastPostTokens: undefined,
  },
  ledger: EMPTY_LEDGER,
  counts: { events: 0, unknown: 0, malformed: 0 },
  activity: { phase: "starting", isCompacting: false, reported: undefined },
};
