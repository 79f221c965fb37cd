// The life of messages: each event finds its message by id among the latest of its agent, and changes that one alone.

import type { InBlock, InMessage, MessageEndEvent, MessageStartEvent, UserMessageEvent } from "../translate/events.ts";
import { addUsage, highestUsage, NO_USAGE, subtractUsage } from "../translate/usage.ts";
import type { AgentState } from "./agent-state.ts";
import { agentOf, putAgent } from "./agents.ts";
import { blockAt, putBlock } from "./block-list.ts";
import { List } from "./list.ts";
import type { SessionState } from "./state.ts";
import { openTurn } from "./status.ts";
import type { AssistantMessage, TranscriptBlock, TranscriptStatus } from "./transcript.ts";

/** The translator lets lines continue the last 16 messages of an agent; further back nothing can change. */
const MAX_RECENT = 16;

export function startMessage(state: SessionState, event: MessageStartEvent): SessionState {
  return editMessage(openTurn(answered(state), event.agent), event, (message) => ({
    ...message,
    model: event.model ?? message.model,
    status: "streaming",
  }));
}

export function endMessage(state: SessionState, event: MessageEndEvent): SessionState {
  let added = NO_USAGE;
  const next = editMessage(state, event, (message) => {
    const usage = highestUsage(message.usage, event.usage);
    if (usage !== undefined) added = subtractUsage(usage, message.usage ?? NO_USAGE);
    const isCut = message.blocks.at(-1)?.status === "aborted";
    return {
      ...message,
      model: event.model ?? message.model,
      status: settle(message.status, isCut),
      stopReason: event.stopReason ?? message.stopReason,
      usage,
    };
  });
  const agent = agentOf(next, event.agent);
  const counted = putAgent(next, { ...agent, usage: addUsage(agent.usage, added) });
  if (event.agent !== null || event.usage === undefined) return counted;
  const { inputTokens, cacheReadTokens, cacheCreationTokens } = event.usage;
  const context = { tokens: inputTokens + cacheReadTokens + cacheCreationTokens, model: event.model ?? counted.context.model };
  return { ...counted, context: { ...counted.context, ...context } };
}

export function addUserMessage(state: SessionState, event: UserMessageEvent): SessionState {
  const { origin, content, text, uuid, at } = event;
  // What a slash command printed may follow a turn, and no turn follows it.
  const opened = origin === "command-output" ? state : openTurn(state, event.agent);
  const agent = agentOf(opened, event.agent);
  const messages = agent.messages.append({ type: "user", origin, status: "complete", content, text, uuid, at });
  const prompt = agent.prompt ?? (origin === "subagent-prompt" ? text : undefined);
  return putAgent(opened, { ...agent, messages, prompt });
}

/** Changes one block of a message; `edit` gets what stands in its place, if anything does. */
export function editBlock(
  state: SessionState,
  event: InBlock,
  edit: (block: TranscriptBlock | undefined) => TranscriptBlock,
): SessionState {
  return editMessage(state, event, (message) => ({
    ...message,
    blocks: putBlock(message.blocks, edit(blockAt(message.blocks, event.block))),
  }));
}

/** The status at the end. What was retracted stays so: its end may be sent after the retraction. */
export function settle(status: TranscriptStatus, isAborted: boolean | undefined): TranscriptStatus {
  if (status === "retracted") return status;
  return isAborted === true ? "aborted" : "complete";
}

/** The API answers, so nothing is being tried again. */
export function answered(state: SessionState): SessionState {
  return state.retry === undefined ? state : { ...state, retry: undefined };
}

/** Changes the message an event belongs to. One that is not among the latest begins here, whatever the event. */
function editMessage(
  state: SessionState,
  event: InMessage,
  edit: (message: AssistantMessage) => AssistantMessage,
): SessionState {
  const agent = agentOf(state, event.agent);
  const position = positionOf(agent, event.messageId);
  if (position < 0) return beginMessage(state, event, edit(newMessage(event)));
  const message = agent.messages.at(position) as AssistantMessage;
  return putAgent(state, { ...agent, messages: agent.messages.with(position, edit(message)) });
}

function positionOf({ recent }: AgentState, id: string): number {
  for (let index = recent.length - 1; index >= 0; index -= 1) {
    const candidate = recent[index];
    if (candidate?.id === id) return candidate.position;
  }
  return -1;
}

function beginMessage(state: SessionState, event: InMessage, message: AssistantMessage): SessionState {
  const opened = dropAnswered(openTurn(state, event.agent), event);
  const agent = agentOf(opened, event.agent);
  const recent = [...agent.recent.slice(1 - MAX_RECENT), { id: message.id, position: agent.messages.length }];
  return putAgent(opened, { ...agent, messages: agent.messages.append(message), recent });
}

/**
 * An agent that begins its next message no longer waits for hooks, servers or dialogs, even if their answers are not on
 * the stream. Permissions end with their tool. Without wire ids a new message is only a guess.
 */
function dropAnswered(state: SessionState, event: InMessage): SessionState {
  if (state.requests.length === 0 || event.messageId === `line-${event.line}`) return state;
  const requests = state.requests.filter(({ type, agent }) => type === "permission-request" || agent !== event.agent);
  return { ...state, requests };
}

function newMessage({ messageId, at }: InMessage): AssistantMessage {
  return {
    type: "assistant",
    id: messageId,
    model: undefined,
    status: "streaming",
    blocks: List.empty,
    stopReason: null,
    usage: undefined,
    at,
  };
}
