// Partial messages: the API's own stream events, wrapped in lines. Blocks open and grow here; the finished assistant
// line of each block arrives before its content_block_stop (real CLIs) or after message_stop (older documents).

import type { Fields } from "../wire/fields.ts";
import type { JsonObject } from "../wire/json.ts";
import { asNumber, asObject, asString } from "../wire/read.ts";
import type { StartedApiMessage } from "../wire/output/api-message.ts";
import type {
  ContentBlockDeltaEvent,
  ContentBlockStartEvent,
  ContentDelta,
  MessageDeltaEvent,
  StreamEvent,
  StreamEventMessage,
  StreamToolProgressEvent,
} from "../wire/output/stream-event.ts";
import { appendToBlock, endBlock, findCall, reopenMessage, restartBlock, startBlock } from "./blocks.ts";
import { expectDeltas, forgetTemplates, learnTemplate } from "./deltas/delta-template.ts";
import {
  laneKey,
  MAX_SEARCHED,
  streamingMessage,
  type Block,
  type BlockKind,
  type Lane,
  type Message,
} from "./lane.ts";
import { endDelivered, endMessage, endOtherMessages, openMessage, retractMessage } from "./messages.ts";
import { translateNotice } from "./system.ts";
import { emit, reportBadShape, type Translation } from "./translation.ts";
import { highestUsage, readUsage } from "./usage.ts";

/** Translates one stream event. `raw` is the line's text, from which the shape of the next deltas is learnt. */
export function translatePartial(t: Translation, lane: Lane, wire: Fields<StreamEventMessage>, raw: string): void {
  const event: JsonObject & Fields<StreamEvent> = asObject(wire.event) ?? {};
  const id = asString(wire.api_message_id);
  const message = streamingMessage(lane, id);
  switch (event.type) {
    case "message_start":
      return startMessage(t, lane, asObject(event.message) ?? {});
    case "content_block_start":
      return startPartialBlock(t, lane, message ?? joinMessage(t, lane, id, event), event);
    case "content_block_delta":
      return translateDelta(t, lane, message ?? joinMessage(t, lane, id, event), event, wire, raw);
    case "content_block_stop": {
      const block = message && findBlock(message, event);
      if (message && block) stopBlock(t, message, block);
      break;
    }
    case "message_delta":
      if (message) updateMessage(t, lane, message, event);
      break;
    case "message_stop":
      if (message) stopMessage(t, lane, message, asObject(wire.abandoned_blocks));
      break;
    case "ping":
      break;
    // Qwen Code puts these two among the API's own events.
    case "goal_state":
      return translateNotice(t, event);
    case "tool_progress":
      return translateProgress(t, event);
    default:
      reportUnknown(t, asString(event.type));
  }
}

/** Qwen Code 0.24.4 tells the time a shell command has run in milliseconds; MCP tools tell none. */
function translateProgress(t: Translation, event: Fields<StreamToolProgressEvent>): void {
  const elapsedMs = asNumber(asObject(event.content)?.["elapsedMs"]);
  emit(t, "tool-progress", {
    toolUseId: asString(event.tool_use_id) ?? "",
    elapsedSeconds: elapsedMs === undefined ? undefined : elapsedMs / 1000,
  });
}

/**
 * The agent a stream event belongs to. Up to 1.0.110 the events that write a call name the call itself as their parent;
 * it is the main agent that writes it, since no version streams a sub-agent. Once the call has ended it may be an agent,
 * and the name is taken at its word.
 */
export function agentOfPartial(t: Translation, wire: Fields<StreamEventMessage>): string | null {
  const event: Fields<StreamEvent> | undefined = asObject(wire.event);
  if (t.agent === null || event === undefined) return t.agent;
  if (event.type === "content_block_start") return asObject(event.content_block)?.["id"] === t.agent ? null : t.agent;
  if (asObject(event.delta)?.["type"] !== "input_json_delta") return t.agent;
  const main = t.lanes.get(laneKey(t.sessionId, null));
  const message = main && streamingMessage(main, asString(wire.api_message_id));
  const block = message?.isStreaming === true ? findBlock(message, event) : undefined;
  return block?.id === t.agent && !block.isEnded ? null : t.agent;
}

/** A stream event of a new kind. A broken one has been named already. */
function reportUnknown(t: Translation, wireSubtype: string | undefined): void {
  if (!t.isBroken) emit(t, "unknown", { wireType: "stream_event", wireSubtype });
}

function startMessage(t: Translation, lane: Lane, body: Fields<StartedApiMessage>): void {
  // `content` is left alone: 1.0.128 puts text here that its deltas bring again.
  const id = asString(body.id);
  const model = asString(body.model);
  const known = id === undefined ? undefined : (findNamed(lane, id) ?? nameBegun(lane, id));
  const message = known ?? openStreaming(t, lane, id, model);
  message.model ??= model;
  reopenMessage(t, message);
  message.isStreaming = true;
  message.usage = highestUsage(message.usage, readUsage(body.usage));
  forgetTemplates(t, lane);
}

function findNamed(lane: Lane, id: string): Message | undefined {
  return lane.messages.findLast((message) => message.wireId === id);
}

/** Its first block began a line too early: a nameless message of which nothing else has come is the one that starts now. */
function nameBegun(lane: Lane, id: string): Message | undefined {
  const message = lane.messages.at(-1);
  if (message === undefined || !message.isStreaming || message.wireId !== undefined) return undefined;
  const [first, second] = message.blocks;
  if (first?.index !== 0 || first.text !== "" || first.isConfirmed || first.isStopped || second !== undefined)
    return undefined;
  message.wireId = id;
  return message;
}

function openStreaming(t: Translation, lane: Lane, id: string | undefined, model: string | undefined): Message {
  if (lane.isExplicit) endOtherMessages(t, lane, undefined);
  forgetTemplates(t, lane);
  const message = openMessage(t, lane, id, model);
  message.isStreaming = true;
  return message;
}

/** We came late, or the start was lost: a block that is not the first goes on with what finished lines have told. */
function joinMessage(t: Translation, lane: Lane, id: string | undefined, event: Fields<StreamEvent>): Message {
  const last = lane.messages.at(-1);
  const isFirst = (asNumber(event.index) ?? 0) <= 0;
  if (isFirst || id !== undefined || last === undefined || last.isEnded) return openStreaming(t, lane, id, undefined);
  forgetTemplates(t, lane);
  last.isStreaming = true;
  return last;
}

function startPartialBlock(t: Translation, lane: Lane, message: Message, event: Fields<ContentBlockStartEvent>): void {
  const content = asObject(event.content_block) ?? {};
  const index = asNumber(event.index) ?? message.blocks.length;
  // What was taken back may be said again, and counts then.
  const call = message.isRetracted ? undefined : findCall(message, content);
  let block = call ?? findBlock(message, event);
  forgetTemplates(t, lane);
  // A call is known by its id, wherever it stands: its pieces are looked for here from now on.
  if (call !== undefined) call.index = index;
  // Its finished line came first, and says all that the pieces will.
  if (call?.isConfirmed === true) return;
  reopenMessage(t, message);
  endDelivered(t, lane, message);
  // The same place once more, before it was whole: the API request was made again. Another call is another block.
  const isAgain = block?.isConfirmed === false && block.content["type"] === content["type"];
  if (block !== undefined && isAgain && (block.kind !== "tool" || block.id === content["id"]))
    restartBlock(t, message, block);
  else block = startBlock(t, message, content, index);
  const text = block.kind === "thinking" ? content["thinking"] : block.kind === "text" ? content["text"] : undefined;
  if (typeof text === "string" && text !== "") appendToBlock(t, message, block, text);
  // A call that was moved here may stand before another block of this index, which its deltas then belong to.
  if (findBlock(message, event) === block) expectDeltas(t, lane, message, block);
}

function translateDelta(
  t: Translation,
  lane: Lane,
  message: Message,
  event: Fields<ContentBlockDeltaEvent>,
  wire: JsonObject,
  raw: string,
): void {
  const delta: Fields<ContentDelta> = asObject(event.delta) ?? {};
  const type = asString(delta.type);
  const block = findBlock(message, event);
  if (type === "signature_delta") {
    if (block !== undefined) block.signature = (block.signature ?? "") + (asString(delta.signature) ?? "");
    return;
  }
  // Citations stand in the finished block.
  if (type === "citations_delta") return;
  const piece = readPiece(delta);
  if (piece === undefined) return reportUnknown(t, `content_block_delta/${type}`);
  const target = block ?? startMissingBlock(t, message, piece.kind, event);
  if (target === undefined || (target.kind !== piece.kind && target.kind !== "other")) {
    return reportBadShape(t, `event.index is ${asNumber(event.index)}, where no block takes a ${type}`);
  }
  appendToBlock(t, message, target, piece.text);
  learnTemplate(t, lane, message, target, piece.text, wire, raw);
}

/**
 * A block that no finished line has confirmed stays open until the next line of its message: the documented form has
 * its assistant line later, and 2.1.325 may declare it void in message_stop.
 */
function stopBlock(t: Translation, message: Message, block: Block): void {
  block.isStopped = true;
  if (block.isConfirmed) endBlock(t, undefined, message, block);
}

/** The final figures, which also show that the blocks before are whole. */
function updateMessage(t: Translation, lane: Lane, message: Message, event: Fields<MessageDeltaEvent>): void {
  endDelivered(t, lane, message);
  message.usage = highestUsage(message.usage, readUsage(event.usage));
  message.stopReason = asString(asObject(event.delta)?.["stop_reason"]) ?? message.stopReason;
}

/** The end of the stream of a message. A request that broke off names the blocks that do not count. */
function stopMessage(t: Translation, lane: Lane, message: Message, abandoned: JsonObject | undefined): void {
  const firstVoid = asNumber(abandoned?.["from_block_index"]) ?? Infinity;
  // 2.1.200 and 2.1.250 close it like a whole one, but without a reason to stop, and no finished line has come.
  const isBroken = t.isRealCli && message.stopReason === null;
  for (const block of message.open) {
    if ((isBroken || block.index >= firstVoid) && !block.isConfirmed) block.isAborted = true;
  }
  endMessage(t, lane, message, true);
  if (firstVoid === 0) retractMessage(t, lane, message);
}

interface Piece {
  readonly kind: BlockKind;
  readonly text: string;
}

function readPiece(delta: Fields<ContentDelta>): Piece | undefined {
  switch (delta.type) {
    case "text_delta":
      return { kind: "text", text: asString(delta.text) ?? "" };
    case "thinking_delta":
      return { kind: "thinking", text: asString(delta.thinking) ?? asString(delta.text) ?? "" };
    case "input_json_delta":
      return { kind: "tool", text: asString(delta.partial_json) ?? "" };
    default:
      return undefined;
  }
}

/** We came late, or the start was lost: text can be shown all the same, a tool call without id and name cannot. */
function startMissingBlock(
  t: Translation,
  message: Message,
  kind: BlockKind,
  event: Fields<StreamEvent>,
): Block | undefined {
  if (kind === "tool") return undefined;
  reopenMessage(t, message);
  return startBlock(t, message, { type: kind, text: "" }, asNumber(event.index) ?? message.blocks.length);
}

function findBlock(message: Message, event: Fields<StreamEvent>): Block | undefined {
  const { blocks } = message;
  const first = Math.max(0, blocks.length - MAX_SEARCHED);
  for (let place = blocks.length - 1; place >= first; place -= 1) {
    if (blocks[place]?.index === event.index) return blocks[place];
  }
  return undefined;
}
