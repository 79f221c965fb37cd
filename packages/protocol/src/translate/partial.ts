// Translates partial messages: the API's stream events, wrapped in lines. Blocks start and grow here. The finished
// assistant line of each block arrives before its content_block_stop (real CLIs) or after message_stop (older
// documents).

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

/** Translates one stream event. `raw` is the text of the line, from which a template for the next deltas is made. */
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
    // Qwen Code sends these two among the API's own events.
    case "goal_state":
      return translateNotice(t, event);
    case "tool_progress":
      return translateProgress(t, event);
    default:
      reportUnknown(t, asString(event.type));
  }
}

/** Qwen Code 0.24.4 reports the run time of shell commands in milliseconds, and none for MCP tools. */
function translateProgress(t: Translation, event: Fields<StreamToolProgressEvent>): void {
  const elapsedMs = asNumber(asObject(event.content)?.["elapsedMs"]);
  emit(t, "tool-progress", {
    toolUseId: asString(event.tool_use_id) ?? "",
    elapsedSeconds: elapsedMs === undefined ? undefined : elapsedMs / 1000,
  });
}

/**
 * Returns the agent a stream event belongs to. Up to 1.0.110, the events of a tool call name the call itself as their
 * parent. The main agent wrote that call, because no version streams a sub-agent. Once the call has ended, it may be an
 * agent, and the parent is used as given.
 */
export function findPartialAgent(t: Translation, wire: Fields<StreamEventMessage>): string | null {
  const event: Fields<StreamEvent> | undefined = asObject(wire.event);
  if (t.agent === null || event === undefined) return t.agent;
  if (event.type === "content_block_start") return asObject(event.content_block)?.["id"] === t.agent ? null : t.agent;
  if (asObject(event.delta)?.["type"] !== "input_json_delta") return t.agent;
  const main = t.lanes.get(laneKey(t.sessionId, null));
  const message = main && streamingMessage(main, asString(wire.api_message_id));
  const block = message?.isStreaming === true ? findBlock(message, event) : undefined;
  return block?.id === t.agent && !block.isEnded ? null : t.agent;
}

/** Reports a stream event of an unknown type, unless the line was already reported as malformed. */
function reportUnknown(t: Translation, wireSubtype: string | undefined): void {
  if (!t.isBroken) emit(t, "unknown", { wireType: "stream_event", wireSubtype });
}

function startMessage(t: Translation, lane: Lane, body: Fields<StartedApiMessage>): void {
  // `content` is ignored: 1.0.128 puts text here that its deltas repeat.
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

/**
 * Gives the id to a message whose first block arrived one line too early: it has no id and nothing but the start of
 * that block.
 */
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

/** Finds or opens a message whose start we missed. A block that is not the first continues the last open message. */
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
  // A retracted call may be sent again, and then counts as new.
  const call = message.isRetracted ? undefined : findCall(message, content);
  let block = call ?? findBlock(message, event);
  forgetTemplates(t, lane);
  // A call is identified by its id, whatever its index: its pieces arrive under this index from now on.
  if (call !== undefined) call.index = index;
  // Its finished line arrived first and contains everything the pieces will.
  if (call?.isConfirmed === true) return;
  reopenMessage(t, message);
  endDelivered(t, lane, message);
  // The same index again before the block was complete means that the API request was repeated. Another call is another
  // block.
  const isAgain = block?.isConfirmed === false && block.content["type"] === content["type"];
  if (block !== undefined && isAgain && (block.kind !== "tool" || block.id === content["id"]))
    restartBlock(t, message, block);
  else block = startBlock(t, message, content, index);
  const text = block.kind === "thinking" ? content["thinking"] : block.kind === "text" ? content["text"] : undefined;
  if (typeof text === "string" && text !== "") appendToBlock(t, message, block, text);
  // A call that got this index may precede another block with the same index, which then receives the deltas.
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
  // The finished block contains the citations.
  if (type === "citations_delta") return;
  const piece = readPiece(delta);
  if (piece === undefined) return reportUnknown(t, `content_block_delta/${type}`);
  const target = block ?? startMissingBlock(t, message, piece.kind, event);
  if (target === undefined || (target.kind !== piece.kind && target.kind !== "other")) {
    return reportBadShape(t, `event.index is ${asNumber(event.index)}, but no block there accepts a ${type}`);
  }
  appendToBlock(t, message, target, piece.text);
  learnTemplate(t, lane, message, target, piece.text, wire, raw);
}

/**
 * Stops a block. A block that no finished line has confirmed stays open until the next line of its message: in the
 * documented form its assistant line comes later, and 2.1.325 may declare it void in message_stop.
 */
function stopBlock(t: Translation, message: Message, block: Block): void {
  block.isStopped = true;
  if (block.isConfirmed) endBlock(t, undefined, message, block);
}

/** Reads the final figures. They also show that the blocks before them are complete. */
function updateMessage(t: Translation, lane: Lane, message: Message, event: Fields<MessageDeltaEvent>): void {
  endDelivered(t, lane, message);
  message.usage = highestUsage(message.usage, readUsage(event.usage));
  message.stopReason = asString(asObject(event.delta)?.["stop_reason"]) ?? message.stopReason;
}

/** Ends the stream of a message. If the request was aborted, the line names the blocks that do not count. */
function stopMessage(t: Translation, lane: Lane, message: Message, abandoned: JsonObject | undefined): void {
  const firstVoid = asNumber(abandoned?.["from_block_index"]) ?? Infinity;
  // 2.1.200 and 2.1.250 end an aborted message like a complete one, but without a stop reason and finished lines.
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

/** Starts a block whose start we missed. Text can be shown anyway; a tool call without id and name cannot. */
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
