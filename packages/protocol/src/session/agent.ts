// The state of one agent: its identity, messages and usage.

import type { TaskStatus } from "../translate/events.ts";
import { NO_USAGE, type TokenUsage } from "../translate/usage.ts";
import { List } from "./containers/list.ts";
import type { TranscriptMessage } from "./transcript.ts";

/** The current state of an agent. */
export interface AgentState {
  /** `null` for the main agent, otherwise the id of the tool use that started it. */
  readonly id: string | null;
  /** The agent whose tool call started it. `null` is the main agent, which is also assumed if the parent is unknown. */
  readonly parent: string | null;
  readonly description: string | undefined;
  /** Its type, such as `general-purpose`. */
  readonly agentType: string | undefined;
  readonly prompt: string | undefined;
  /** Its task, which has separate usage figures. */
  readonly taskId: string | undefined;
  /** For the main agent, the status of its turn: `completed`, `failed` or `stopped` after the turn. */
  readonly status: TaskStatus;
  /** Whether its call was answered while it keeps running. */
  readonly isBackgrounded: boolean;
  /** Sum over its messages, each counted once. Without partial messages the CLI reports output tokens too low. */
  readonly usage: TokenUsage;
  readonly messages: List<TranscriptMessage>;
  /** The model's latest messages by id, oldest first. Later events can still change these. */
  readonly recent: readonly RecentMessage[];
}

/** The position of a message in `messages`. */
export interface RecentMessage {
  readonly id: string;
  readonly position: number;
}

/** The main agent before its first turn. New agents are copies of it. */
export const NEW_AGENT: AgentState = {
  id: null,
  parent: null,
  description: undefined,
  agentType: undefined,
  prompt: undefined,
  taskId: undefined,
  status: "pending",
  isBackgrounded: false,
  usage: NO_USAGE,
  messages: List.empty,
  recent: [],
};

/**
 * Returns a copy with other messages. Fields are listed because this runs for every delta: a spread is 20 times slower
 * on Node 20.
 */
export function withMessages(agent: AgentState, messages: List<TranscriptMessage>): AgentState {
  return {
    id: agent.id,
    parent: agent.parent,
    description: agent.description,
    agentType: agent.agentType,
    prompt: agent.prompt,
    taskId: agent.taskId,
    status: agent.status,
    isBackgrounded: agent.isBackgrounded,
    usage: agent.usage,
    messages,
    recent: agent.recent,
  };
}
