// The lifecycle of messages. Each event finds its message by id among the agent's latest messages and changes only that
// one.

import type { InBlock, InMessage, MessageEndEvent, MessageStartEvent, UserMessageEvent } from "../translate/events.ts";
import { addUsage, highestUsage, NO_USAGE, subtractUsage } from "../translate/usage.ts";
import { withMessages } from "./agent.ts";
import { getAgent, putAgent } from "./agents.ts";
import { blockAt, putBlock } from "./containers/block-list.ts";
import { change, keep } from "./containers/keep.ts";
import { recordMessage } from "./ledger.ts";
import { List } from "./containers/list.ts";
import type { Draft } from "./state.ts";
import { openTurn } from "./status.ts";
import { getPayload } from "./event-payload.ts";
import type { AssistantMessage, TranscriptBlock, TranscriptStatus } from "./transcript.ts";

/** The translator lets lines continue only the last 16 messages of an agent, so earlier ones cannot change. */
const MAX_RECENT = 16;

export function startMessage(draft: Draft, event: MessageStartEvent): void {
  draft.retry = undefined;
  openTurn(draft, event.agent);
  editMessage(draft, event, (message) => ({ ...message, model: event.model ?? message.model, status: "streaming" }));
}

export function endMessage(draft: Draft, event: MessageEndEvent): void {
  let added = NO_USAGE;
  editMessage(draft, event, (message) => {
    const usage = highestUsage(message.usage, event.usage);
    if (usage !== undefined) added = subtractUsage(usage, message.usage ?? NO_USAGE);
    return {
      ...message,
      model: event.model ?? message.model,
      status: settle(message.status, message.blocks.at(-1)?.status === "aborted"),
      stopReason: event.stopReason ?? message.stopReason,
      usage,
    };
  });
  const agent = getAgent(draft, event.agent);
  if (added !== NO_USAGE) {
    putAgent(draft, { ...agent, usage: addUsage(agent.usage, added) });
    if (event.model !== undefined) draft.ledger = recordMessage(draft.ledger, event.model, added);
  }
  if (event.agent !== null || event.usage === undefined) return;
  const { inputTokens, cacheReadTokens, cacheCreationTokens } = event.usage;
  const tokens = inputTokens + cacheReadTokens + cacheCreationTokens;
  draft.context = change(draft.context, event.model === undefined ? { tokens } : { tokens, model: event.model });
}

export function addUserMessage(draft: Draft, event: UserMessageEvent): void {
  const { origin, text, uuid, at } = event;
  // The output of a slash command may follow a turn without starting another.
  if (origin !== "command-output") openTurn(draft, event.agent);
  const agent = getAgent(draft, event.agent);
  const messages = agent.messages.append({ type: "user", status: "complete", ...getPayload(event), uuid, at });
  const prompt = agent.prompt ?? (origin === "subagent-prompt" ? text : undefined);
  putAgent(draft, { ...agent, messages, prompt });
}

/** Changes one block of a message. `edit` receives the existing block, if there is one. */
export function editBlock(
  draft: Draft,
  event: InBlock,
  edit: (block: TranscriptBlock | undefined) => TranscriptBlock,
): void {
  editMessage(draft, event, (message) =>
    withBlocks(message, putBlock(message.blocks, edit(blockAt(message.blocks, event.block)))),
  );
}

/** Returns the status at the end. A retracted block stays retracted: its end may be sent after the retraction. */
export function settle(status: TranscriptStatus, isAborted: boolean | undefined): TranscriptStatus {
  if (status === "retracted") return status;
  return isAborted === true ? "aborted" : "complete";
}

/** Changes the message of an event. If it is not among the latest ones, any event starts it. */
function editMessage(draft: Draft, event: InMessage, edit: (message: AssistantMessage) => AssistantMessage): void {
  const agent = getAgent(draft, event.agent);
  const position = agent.recent.findLast(({ id }) => id === event.messageId)?.position;
  if (position === undefined) return beginMessage(draft, event, edit(newMessage(event)));
  const message = agent.messages.at(position) as AssistantMessage;
  putAgent(draft, withMessages(agent, agent.messages.with(position, edit(message))));
}

function beginMessage(draft: Draft, event: InMessage, message: AssistantMessage): void {
  openTurn(draft, event.agent);
  // An agent that begins its next message no longer waits for hooks, servers or dialogs, even if their answers are not
  // on the stream. Permission requests end with their tool. Without wire ids, it is not certain that the message is
  // new.
  if (draft.requests.length > 0 && event.messageId !== `line-${event.line}`) {
    draft.requests = keep(draft.requests, ({ type, agent }) => type === "permission-request" || agent !== event.agent);
  }
  const agent = getAgent(draft, event.agent);
  const recent = [...agent.recent.slice(1 - MAX_RECENT), { id: message.id, position: agent.messages.length }];
  putAgent(draft, { ...agent, messages: agent.messages.append(message), recent });
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

/** Returns a copy with other blocks. Fields are listed instead of spread, because this runs for every delta. */
function withBlocks(message: AssistantMessage, blocks: List<TranscriptBlock>): AssistantMessage {
  return {
    type: message.type,
    id: message.id,
    model: message.model,
    status: message.status,
    blocks,
    stopReason: message.stopReason,
    usage: message.usage,
    at: message.at,
  };
}
