// The shape of a session as a whole, and the one that has seen nothing. Every part that grows is a `List` or a `Table`;
// every part that does not change keeps its identity from one state to the next.

import type {
  ControlRequestEvent,
  PermissionRequestEvent,
  RateLimitEvent,
  RetryEvent,
  SessionInitEvent,
  SessionStateEvent,
} from "../translate/events.ts";
import { NEW_AGENT, type AgentState } from "./agent.ts";
import { EMPTY_LEDGER, type Ledger } from "./ledger.ts";
import { Table } from "./containers/table.ts";
import type { TaskState } from "./task.ts";
import type { EventPayload } from "./event-payload.ts";
import type { ToolCall } from "./tool-call.ts";

/**
 * What the session is doing, in one word. `starting` until the CLI answers a request (`initialize`) or begins a turn;
 * `background`: the turn is over, but tasks of it are alive.
 */
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
  /** All calls of all agents, by tool-use id, in order of appearance. An id used again leads to the later call. */
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

/** What the last init message said there is to work with. `permissionMode` follows status messages too. */
export interface Setup extends EventPayload<SessionInitEvent> {}

/** A question of the CLI, as it was asked. */
export type PendingRequest = PermissionRequestEvent | ControlRequestEvent;

/** How full the main agent's context is. */
export interface Context {
  /** Input and cache tokens of its last message; after a compaction what that left. */
  readonly tokens: number;
  readonly compactions: number;
  /** Size of the window, once a turn's end has told it. */
  readonly window?: number;
  /** Model of its last message. */
  readonly model?: string;
  /** Before and after the last compaction. */
  readonly preTokens?: number;
  readonly postTokens?: number;
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
  /** The CLI's own verdict, where it gives one; `idle` when it has answered a request and no turn has begun. */
  readonly reported: SessionStateEvent["state"] | undefined;
}

/** The copy of the state that one event may change. Only its own fields: what they hold is shared with older states. */
export type Draft = { -readonly [Key in keyof SessionState]: SessionState[Key] };

/** The state before the first event. */
export function initialState(): SessionState {
  return INITIAL;
}

const INITIAL: SessionState = {
  status: "starting",
  sessionId: undefined,
  setup: {
    tools: [],
    mcpServers: [],
    slashCommands: [],
    agents: [],
    skills: [],
    plugins: [],
    capabilities: [],
  },
  main: NEW_AGENT,
  agents: Table.empty,
  toolCalls: Table.empty,
  openToolIds: [],
  tasks: Table.empty,
  backgroundTaskIds: [],
  requests: [],
  rateLimits: Table.empty,
  retry: undefined,
  context: { tokens: 0, compactions: 0 },
  ledger: EMPTY_LEDGER,
  counts: { events: 0, unknown: 0, malformed: 0 },
  activity: { phase: "starting", isCompacting: false, reported: undefined },
};

/** A copy to change. Written out, for it is made at every event: Node 20 takes 20 times longer to spread. */
export function draftOf(state: SessionState): Draft {
  return {
    status: state.status,
    sessionId: state.sessionId,
    setup: state.setup,
    main: state.main,
    agents: state.agents,
    toolCalls: state.toolCalls,
    openToolIds: state.openToolIds,
    tasks: state.tasks,
    backgroundTaskIds: state.backgroundTaskIds,
    requests: state.requests,
    rateLimits: state.rateLimits,
    retry: state.retry,
    context: state.context,
    ledger: state.ledger,
    counts: state.counts,
    activity: state.activity,
  };
}
