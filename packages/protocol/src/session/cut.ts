// Messages that are cut off, and messages that are taken back.

import type { MessageRetractedEvent } from "../translate/events.ts";
import type { AgentState } from "./agent-state.ts";
import { agentOf, putAgent } from "./agents.ts";
import type { List } from "./list.ts";
import type { SessionState } from "./state.ts";
import type { AssistantMessage, TranscriptBlock, TranscriptMessage, TranscriptStatus, UserMessage } from "./transcript.ts";

/** How far back a retraction is looked for: it concerns the answer just given. */
const MAX_BACK = 64;

/** Ends every message of an agent that still streams. */
export function cutMessages(agent: AgentState): AgentState {
  let { messages } = agent;
  for (const { position } of agent.recent) {
    const message = messages.at(position);
    if (message?.type === "assistant" && message.status === "streaming")
      messages = messages.with(position, cut(message));
  }
  return messages === agent.messages ? agent : { ...agent, messages };
}

function cut(message: AssistantMessage): AssistantMessage {
  const blocks = mark(message.blocks, "aborted", ({ status }) => status === "streaming");
  return { ...message, status: "aborted", blocks };
}

/** Marks what came with these lines. A message is retracted as a whole when none of its blocks is left. */
export function retract(state: SessionState, event: MessageRetractedEvent): SessionState {
  const agent = agentOf(state, event.agent);
  const uuids = new Set(event.uuids);
  let { messages } = agent;
  for (let back = 1; back <= MAX_BACK && back <= messages.length; back += 1) {
    const message = messages.at(-back) as TranscriptMessage;
    const retracted = message.type === "user" ? retractUser(message, uuids) : retractAssistant(message, uuids);
    if (retracted !== message) messages = messages.with(-back, retracted);
  }
  return messages === agent.messages ? state : putAgent(state, { ...agent, messages });
}

function retractUser(message: UserMessage, uuids: ReadonlySet<string>): UserMessage {
  return uuids.has(message.uuid ?? "") ? { ...message, status: "retracted" } : message;
}

function retractAssistant(message: AssistantMessage, uuids: ReadonlySet<string>): AssistantMessage {
  const blocks = mark(message.blocks, "retracted", ({ uuid }) => uuids.has(uuid ?? ""));
  if (blocks === message.blocks) return message;
  const isWhole = blocks.toArray().every(({ status }) => status === "retracted");
  return { ...message, blocks, status: isWhole ? "retracted" : message.status };
}

function mark(
  blocks: List<TranscriptBlock>,
  status: TranscriptStatus,
  isMeant: (block: TranscriptBlock) => boolean,
): List<TranscriptBlock> {
  let marked = blocks;
  let place = 0;
  for (const block of blocks) {
    if (isMeant(block)) marked = marked.with(place, { ...block, status });
    place += 1;
  }
  return marked;
}
