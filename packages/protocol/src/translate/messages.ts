// The life of a message: opened by its first line, ended by message_stop, by the next message of its agent, or by
// whatever ends the agent's turn. Its end closes every block still open.

import type { Lane, Message } from "./lane.ts";
import { laneKey, takeSurplus } from "./lane.ts";
import { endBlock } from "./blocks.ts";
import { emit, openEvent, sendEvent, type Translation } from "./translation.ts";

/** The API opens one block at a time; what piles up was given up, and would be looked at for every line. */
const MAX_OPEN_BLOCKS = 64;

/** Opens a message in its lane. Without an id it gets one from the line number, which no API id looks like. */
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

/** Ends a message and what is open in it. Unless it is `isWhole`, a block that has not ended was cut off. */
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

/** Whatever follows in the message shows that the blocks before it are whole. */
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

/** The CLI has given up this message; another comes in its place. */
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
 * The CLI takes back lines it had sent. It may say so twice, before and with the new answer; a message all of whose
 * lines are named is void as a whole, with what came of it in pieces.
 */
export function retractLines(t: Translation, uuids: readonly string[]): void {
  if (uuids.length === 0) return;
  const named = new Set(uuids);
  for (const lane of t.lanes.values()) {
    for (const message of lane.messages) {
      const { size } = message.uuids;
      // Its size first, so that a message of many lines is not walked for every name.
      if (size === 0 || size > named.size || ![...message.uuids].every((uuid) => named.has(uuid))) continue;
      retractMessage(t, lane, message);
      for (const uuid of message.uuids) named.delete(uuid);
    }
  }
  if (named.size > 0) emit(t, "message-retracted", { uuids: [...named] });
}

/** Within an agent one message ends where another begins. */
export function endOtherMessages(t: Translation, lane: Lane, message: Message | undefined): void {
  for (const other of lane.messages) {
    if (other !== message) endMessage(t, lane, other);
  }
}

/** Ends all messages of a lane for good: a later line without an id is a new message, even if it looks the same. */
export function closeLane(t: Translation, lane: Lane): void {
  for (const message of lane.messages) closeMessage(t, lane, message);
}

/** Another session begins in this stream: the main agent of the one before says nothing more. */
export function closeOtherSessions(t: Translation): void {
  for (const lane of t.lanes.values()) {
    if (lane.agent !== null || lane.sessionId === undefined || lane.sessionId === t.sessionId) continue;
    closeLane(t, lane);
    lane.messages.length = 0;
  }
}

/** An agent is done: its messages end, and it is forgotten. */
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
