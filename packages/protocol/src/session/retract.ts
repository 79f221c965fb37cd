// Messages that are cut off, and messages that are taken back.

import type { MessageRetractedEvent } from "../translate/events.ts";
import { withMessages, type AgentState } from "./agent.ts";
import { agentOf, putAgent } from "./agents.ts";
import { putCall } from "./open-calls.ts";
import type { Draft } from "./state.ts";
import { isOpen } from "./tool-call.ts";
import type { AssistantMessage, TranscriptBlock, TranscriptMessage, TranscriptStatus } from "./transcript.ts";

/** How far back a retraction is looked for: it concerns the answer just given. */
const MAX_BACK = 64;

/** Ends every message of an agent that still streams. */
export function cutMessages(agent: AgentState): AgentState {
  let { messages } = agent;
  for (const { position } of agent.recent) {
    const message = messages.at(position) as AssistantMessage;
    if (message.status !== "streaming") continue;
    const cut = mark(message, "aborted", ({ status }) => status === "streaming");
    messages = messages.with(position, { ...cut, status: "aborted" });
  }
  return messages === agent.messages ? agent : withMessages(agent, messages);
}

/** Marks a message that is named, and whatever came with the lines that are. */
export function retract(draft: Draft, event: MessageRetractedEvent): void {
  const agent = agentOf(draft, event.agent);
  const named = agent.recent.findLast(({ id }) => id === event.messageId)?.position;
  const uuids = new Set<string | undefined>(event.uuids);
  let { messages } = agent;
  for (let position = Math.max(0, messages.length - MAX_BACK); position < messages.length; position += 1) {
    const message = messages.at(position) as TranscriptMessage;
    const retracted = retractMessage(message, ({ uuid }) => position === named || uuids.has(uuid));
    if (retracted === message) continue;
    messages = messages.with(position, retracted);
    abortRetracted(draft, retracted);
  }
  if (messages !== agent.messages) putAgent(draft, withMessages(agent, messages));
}

/** A message of the model is retracted as a whole when none of its blocks is left. */
function retractMessage(
  message: TranscriptMessage,
  isMeant: (part: { readonly uuid: string | undefined }) => boolean,
): TranscriptMessage {
  if (message.type === "user") return isMeant(message) ? { ...message, status: "retracted" } : message;
  const marked = mark(message, "retracted", isMeant);
  const isWhole = marked !== message && marked.blocks.toArray().every(({ status }) => status === "retracted");
  return isWhole ? { ...marked, status: "retracted" } : marked;
}

/** Nobody runs a call that was taken back. */
function abortRetracted(draft: Draft, message: TranscriptMessage): void {
  for (const block of message.type === "user" ? [] : message.blocks) {
    if (block.type !== "tool-call" || block.status !== "retracted") continue;
    const call = draft.toolCalls.get(block.toolUseId);
    if (call !== undefined && isOpen(call)) putCall(draft, { ...call, status: "aborted" });
  }
}

/** The message with some of its blocks in another status. */
function mark(
  message: AssistantMessage,
  status: TranscriptStatus,
  isMeant: (block: TranscriptBlock) => boolean,
): AssistantMessage {
  let { blocks } = message;
  for (const [place, block] of blocks.toArray().entries()) {
    if (isMeant(block)) blocks = blocks.with(place, { ...block, status });
  }
  return blocks === message.blocks ? message : { ...message, blocks };
}
