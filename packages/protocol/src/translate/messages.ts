// The lifecycle of a message: opened by its first line; ended by message_stop, by the next message of its agent, or by
// the end of the agent's turn. Its end closes all open blocks.

import type { Lane, Message } from "./lane.ts";
import { laneKey, takeSurplus } from "./lane.ts";
import { endBlock } from "./blocks.ts";
import { emit, openEvent, sendEvent, type Translation } from "./translation.ts";

/** The API opens one block at a time. More open blocks were abandoned, and checking them costs time for every line. */
const MAX_OPEN_BLOCKS = 64;

/** Opens a message in its lane. Without an id it gets one from the line number, which no API id resembles. */
export function openMessage(t: Translation, lane: Lane, id: string | undefined, model?: string): Message {
  const message: Message = {
    id: id ?? `line-${t.line}`,
    wireId: id,
    blocks: [],
    confirmed: [],
    firstPending: undefined,
    lastPending: undefined,
    open: new Set(),
    tools: undefined,
    isStreaming: false,
    isEnded: false,
    isSettled: false,
    isClosed: false,
    isRetracted: false,
    model,
    stopReason: null,
    usage: undefined,
    uuids: new Set(),
  };
  lane.messages.push(message);
  for (const surplus of takeSurplus(lane)) endMessage(t, lane, surplus);
  emit(t, "message-start", { messageId: message.id, model });
  return message;
}

/** Ends a message and its open blocks. Unless `isWhole` is set, unfinished blocks count as cut off. */
export function endMessage(t: Translation, lane: Lane, message: Message, isWhole: boolean = false): void {
  if (message.isSettled) return;
  message.isSettled = true;
  for (const block of message.open) {
    if (!isWhole && !block.isConfirmed) block.isAborted = true;
    endBlock(t, lane, message, block);
  }
  message.isStreaming = false;
  if (message.isEnded) return;
  message.isEnded = true;
  const event = openEvent(t, "message-end", lane);
  event.messageId = message.id;
  if (message.model !== undefined) event.model = message.model;
  event.stopReason = message.stopReason;
  if (message.usage !== undefined) event.usage = message.usage;
  sendEvent(t, event);
}

/** Ends the blocks that were delivered or stopped: new content in the message shows that they are complete. */
export function endDelivered(t: Translation, lane: Lane, message: Message): void {
  if (message.isSettled) return;
  let surplus = message.open.size - MAX_OPEN_BLOCKS;
  for (const block of message.open) {
    const isDelivered = block.isConfirmed || block.isStopped;
    if (!isDelivered && surplus <= 0) continue;
    surplus -= 1;
    if (!isDelivered) block.isAborted = true;
    endBlock(t, lane, message, block);
  }
}

/** Retracts a message that the CLI has abandoned; another one replaces it. */
export function retractMessage(t: Translation, lane: Lane, message: Message): void {
  if (message.isRetracted || message.blocks.length === 0) return;
  message.isRetracted = true;
  const isOwn = lane.agent === t.agent && lane.sessionId === t.sessionId;
  const event = openEvent(t, "message-retracted", isOwn ? undefined : lane);
  event.uuids = [...message.uuids];
  event.messageId = message.id;
  sendEvent(t, event);
}

/**
 * Retracts lines that the CLI takes back. The CLI may name them twice: before the new answer and with it. If all lines
 * of a message are named, the whole message is retracted, including content that arrived only in pieces.
 */
export function retractLines(t: Translation, uuids: readonly string[]): void {
  if (uuids.length === 0) return;
  const named = new Set(uuids);
  for (const lane of t.lanes.values()) {
    for (const message of lane.messages) {
      const { size } = message.uuids;
      // The size is compared first, to avoid iterating over messages of many lines.
      if (size === 0 || size > named.size || ![...message.uuids].every((uuid) => named.has(uuid))) continue;
      retractMessage(t, lane, message);
      for (const uuid of message.uuids) named.delete(uuid);
    }
  }
  if (named.size > 0) emit(t, "message-retracted", { uuids: [...named] });
}

/** Ends all messages of the lane except one: within an agent, a message ends where another begins. */
export function endOtherMessages(t: Translation, lane: Lane, message: Message | undefined): void {
  for (const other of lane.messages) {
    if (other !== message) endMessage(t, lane, other);
  }
}

/** Closes all messages of a lane. A later line without an id is then a new message, even if it looks the same. */
export function closeLane(t: Translation, lane: Lane): void {
  for (const message of lane.messages) closeMessage(t, lane, message);
}

/** Closes the main agents of earlier sessions when another session begins in the stream. They send nothing more. */
export function closeOtherSessions(t: Translation): void {
  for (const lane of t.lanes.values()) {
    if (lane.agent !== null || lane.sessionId === undefined || lane.sessionId === t.sessionId) continue;
    closeLane(t, lane);
    lane.messages.length = 0;
  }
}

/** Ends the messages of an agent that has finished, and forgets the agent. */
export function endAgent(t: Translation, agent: string | undefined): void {
  const key = laneKey(t.sessionId, agent ?? null);
  const lane = t.lanes.get(key);
  if (agent === undefined || lane === undefined) return;
  closeLane(t, lane);
  t.lanes.delete(key);
  t.lastLane = undefined;
}

export function closeMessage(t: Translation, lane: Lane, message: Message): void {
  endMessage(t, lane, message);
  message.isClosed = true;
}
