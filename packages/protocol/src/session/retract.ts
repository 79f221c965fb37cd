// Aborts messages that were cut off, and marks messages that the CLI retracts.

import type { MessageRetractedEvent } from "../translate/events.ts";
import { withMessages, type AgentState } from "./agent.ts";
import { getAgent, putAgent } from "./agents.ts";
import { putCall } from "./open-calls.ts";
import type { Draft } from "./state.ts";
import { isOpen } from "./tool-call.ts";
import type { AssistantMessage, TranscriptBlock, TranscriptMessage, TranscriptStatus } from "./transcript.ts";

/** Number of latest messages to search for a retraction. It always concerns the latest answer. */
const MAX_BACK = 64;

/** Number of latest blocks of a message to search for retracted lines. Bounds the cost of each retraction. */
const MAX_BLOCKS = 1024;

/** Aborts all messages of an agent that are still streaming. */
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

/** Marks the named message, and the blocks and user messages from the named lines, as retracted. */
export function retract(draft: Draft, event: MessageRetractedEvent): void {
  const agent = getAgent(draft, event.agent);
  const named = agent.recent.findLast(({ id }) => id === event.messageId)?.position;
  const uuids = new Set<string | undefined>(event.uuids);
  let { messages } = agent;
  for (let position = Math.max(0, messages.length - MAX_BACK); position < messages.length; position += 1) {
    const message = messages.at(position) as TranscriptMessage;
    const isNamed = position === named;
    const retracted = retractMessage(message, isNamed, ({ uuid }) => isNamed || uuids.has(uuid));
    if (retracted === message) continue;
    messages = messages.with(position, retracted);
    abortRetracted(draft, retracted, isNamed);
  }
  if (messages !== agent.messages) putAgent(draft, withMessages(agent, messages));
}

/**
 * Retracts a message or parts of it. A message of the model is retracted as a whole if no block is left. With more than
 * `MAX_BLOCKS` blocks, only its id can retract it as a whole.
 */
function retractMessage(
  message: TranscriptMessage,
  isNamed: boolean,
  isMeant: (part: { readonly uuid: string | undefined }) => boolean,
): TranscriptMessage {
  if (message.type === "user") return isMeant(message) ? { ...message, status: "retracted" } : message;
  const start = getSearchStart(message, isNamed);
  const marked = mark(message, "retracted", isMeant, start);
  const isWhole =
    marked !== message && start === 0 && marked.blocks.toArray().every(({ status }) => status === "retracted");
  return isWhole ? { ...marked, status: "retracted" } : marked;
}

function getSearchStart({ blocks }: AssistantMessage, isNamed: boolean): number {
  return isNamed ? 0 : Math.max(0, blocks.length - MAX_BLOCKS);
}

/** Aborts the open calls of retracted blocks, because they will not run. */
function abortRetracted(draft: Draft, message: TranscriptMessage, isNamed: boolean): void {
  if (message.type === "user") return;
  for (let place = getSearchStart(message, isNamed); place < message.blocks.length; place += 1) {
    const block = message.blocks.at(place) as TranscriptBlock;
    if (block.type !== "tool-call" || block.status !== "retracted") continue;
    const call = draft.toolCalls.get(block.toolUseId);
    if (call !== undefined && isOpen(call)) putCall(draft, { ...call, status: "aborted" });
  }
}

/** Returns the message with another status for some of its blocks. */
function mark(
  message: AssistantMessage,
  status: TranscriptStatus,
  isMeant: (block: TranscriptBlock) => boolean,
  start: number = 0,
): AssistantMessage {
  let { blocks } = message;
  for (let place = start; place < message.blocks.length; place += 1) {
    const block = message.blocks.at(place) as TranscriptBlock;
    if (isMeant(block)) blocks = blocks.with(place, { ...block, status });
  }
  return blocks === message.blocks ? message : { ...message, blocks };
}
