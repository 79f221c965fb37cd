// One agent: who it is, what it said, what it used.

import type { TaskStatus } from "../translate/events.ts";
import { NO_USAGE, type TokenUsage } from "../translate/usage.ts";
import { List } from "./containers/list.ts";
import type { TranscriptMessage } from "./transcript.ts";

/** An agent as far as it has come. */
export interface AgentState {
  /** `null` for the main agent, else the id of the tool use that started it. */
  readonly id: string | null;
  /** The agent whose tool call started it; `null` for the main agent, which is also assumed where nobody tells. */
  readonly parent: string | null;
  readonly description: string | undefined;
  /** Its kind, such as `general-purpose`. */
  readonly agentType: string | undefined;
  readonly prompt: string | undefined;
  /** Its task, which has its own figures. */
  readonly taskId: string | undefined;
  /** For the main agent that of its turn: `completed`, `failed` or `stopped` after it. */
  readonly status: TaskStatus;
  /** Its call was answered while it goes on. */
  readonly isBackgrounded: boolean;
  /** Sum over its messages, each counted once. Without partial messages the CLI reports output tokens too low. */
  readonly usage: TokenUsage;
  readonly messages: List<TranscriptMessage>;
  /** The latest messages of the model by id, oldest first: where later events of them go. */
  readonly recent: readonly RecentMessage[];
}

/** Where a message stands in `messages`. */
export interface RecentMessage {
  readonly id: string;
  readonly position: number;
}

/** The main agent before its first turn; also what a new agent starts from. */
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

/** A copy with other messages. Written out, for it is made at every delta: Node 20 takes 20 times longer to spread. */
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
