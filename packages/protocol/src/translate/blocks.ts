// The lifecycle of one block: start, pieces and end, each sent once. A finished block is reconciled with the pieces
// that arrived before it: if some text is missing, it is sent as one more piece; if the pieces contradict the finished
// block, the block restarts and is sent whole.

import type { Json, JsonObject } from "../wire/json.ts";
import { isEqualJson } from "../wire/equal.ts";
import { asString } from "../wire/read.ts";
import { stringify } from "../wire/stringify.ts";
import type { ContentBlock } from "../wire/shared/content.ts";
import type { Block, BlockKind, Lane, Message } from "./lane.ts";
import { openEvent, sendEvent, type Draft, type Translation } from "./translation.ts";

/** How often a block may continue after its end. Each time, all of its pieces are sent or read once more. */
const MAX_REOPENED = 16;

export function getBlockKind(content: JsonObject): BlockKind {
  const type = content["type"];
  if (type === "text" && typeof content["text"] === "string") return "text";
  if (type === "thinking") return "thinking";
  // A call without an id or name cannot be answered or shown as a call, so it is passed on as other content.
  if (type === "tool_use" && asString(content["id"]) && typeof content["name"] === "string") return "tool";
  return "other";
}

/** Returns the text of a text or thinking block. Some documents put thinking under `text`. */
export function getBlockText(content: JsonObject): string {
  if (content["type"] === "thinking") return asString(content["thinking"]) ?? asString(content["text"]) ?? "";
  return asString(content["text"]) ?? "";
}

/**
 * Finds the call with this id in the message. An id names one call, however often and in whatever order its lines
 * arrive.
 */
export function findCall(message: Message, content: JsonObject): Block | undefined {
  return getBlockKind(content) === "tool" ? message.tools?.get(content["id"] as string) : undefined;
}

/** Adds a block to its message and sends its start. `index` is the API's index, or -1. */
export function startBlock(t: Translation, message: Message, content: JsonObject, index: number): Block {
  const kind = getBlockKind(content);
  const block: Block = {
    kind,
    number: message.blocks.length,
    index,
    text: "",
    id: kind === "tool" ? (content["id"] as string) : "",
    name: kind === "tool" ? (content["name"] as string) : "",
    content,
    signature: undefined,
    isConfirmed: false,
    isStopped: false,
    isEnded: false,
    isAborted: false,
    reopened: 0,
    nextPending: undefined,
  };
  message.blocks.push(block);
  if (message.lastPending === undefined) message.firstPending = block;
  else message.lastPending.nextPending = block;
  message.lastPending = block;
  message.open.add(block);
  if (kind === "tool") (message.tools ??= new Map()).set(block.id, block);
  message.isSettled = false;
  sendStart(t, message, block, undefined);
  return block;
}

/** Sends one more piece. A block that had already ended restarts, because its end was premature. */
export function appendToBlock(t: Translation, message: Message, block: Block, piece: string): void {
  // A finished call needs no more pieces, because its input is complete. A block may restart only a limited number of
  // times.
  const isWorn = block.isEnded && block.reopened >= MAX_REOPENED;
  if (block.kind === "tool" && (block.isConfirmed || isWorn)) return;
  if (block.kind === "other") {
    block.text += piece;
  } else if (isWorn) {
    reopenMessage(t, message);
    // After too many restarts the text continues in a new block, which `findBlock` returns for this index from now on.
    sendPiece(t, message, startBlock(t, message, { type: block.kind, text: "" }, block.index), piece);
  } else if (block.isEnded) {
    const before = block.text;
    block.reopened += 1;
    restartBlock(t, message, block);
    sendPiece(t, message, block, before + piece);
  } else {
    sendPiece(t, message, block, piece);
  }
}

/** Updates a block to the content of a finished line. Text stays open, because the next line may contain more of it. */
export function finishBlock(t: Translation, message: Message, block: Block, content: JsonObject): void {
  const before = block.content;
  if (!block.isConfirmed) message.confirmed.push(block);
  block.isConfirmed = true;
  block.content = content;
  block.signature = asString(content["signature"]) || block.signature;
  if (block.kind === "tool") return finishTool(t, message, block, content["input"] ?? null);
  if (block.kind === "other") {
    if (block.isEnded && !isEqualJson(before, content)) {
      reopenMessage(t, message);
      block.isEnded = false;
      message.open.add(block);
    }
    return endBlock(t, undefined, message, block);
  }
  const text = getBlockText(content);
  if (text === block.text) {
    // The same text as one flat string: the joined pieces are a tree of strings.
    block.text = text;
    return;
  }
  const isLonger = text.startsWith(block.text);
  if (block.isEnded || !isLonger) restartBlock(t, message, block);
  sendPiece(t, message, block, text.slice(block.text.length));
}

/** Sends another start if the message continues after its end was sent. */
export function reopenMessage(t: Translation, message: Message): void {
  message.isSettled = false;
  if (!message.isEnded) return;
  message.isEnded = false;
  const event = openEvent(t, "message-start", undefined);
  event.messageId = message.id;
  if (message.model !== undefined) event.model = message.model;
  sendEvent(t, event);
}

function finishTool(t: Translation, message: Message, block: Block, input: Json): void {
  const isKnown = block.text !== "" && isEqualJson(parseInput(block.text), input);
  if (isKnown && block.isEnded && !block.isAborted) return;
  if (!isKnown) {
    const whole = stringify(input);
    if (block.isEnded || !whole.startsWith(block.text)) restartBlock(t, message, block);
    sendPiece(t, message, block, whole.slice(block.text.length));
  } else if (block.isEnded) {
    const pieces = block.text;
    restartBlock(t, message, block);
    sendPiece(t, message, block, pieces);
  }
  endBlock(t, undefined, message, block);
}

/** Sends the end, once. `lane` is given if a line other than the block's own causes the end. */
export function endBlock(t: Translation, lane: Lane | undefined, message: Message, block: Block): void {
  if (block.isEnded) return;
  block.isEnded = true;
  message.open.delete(block);
  if (block.kind === "text") {
    const event = openBlockEvent(t, "text-end", lane, message, block);
    event.text = block.text;
    sendEnd(t, event, block);
    if (event.agent === null) keepText(t, message, block);
  } else if (block.kind === "thinking") {
    const event = openBlockEvent(t, "thinking-end", lane, message, block);
    event.text = block.text;
    if (block.signature !== undefined) event.signature = block.signature;
    sendEnd(t, event, block);
  } else if (block.kind === "tool") {
    const input = completeInput(t, message, block);
    if (input === undefined) block.isAborted = true;
    const event = openBlockEvent(t, "tool-call-end", lane, message, block);
    event.toolUseId = block.id;
    event.name = block.name;
    event.input = input ?? null;
    sendEnd(t, event, block);
  } else {
    // Server tools stream their input too, but no event reports its pieces.
    const input = block.isConfirmed || block.text === "" ? undefined : parseInput(block.text);
    const event = openBlockEvent(t, "content-block", lane, message, block);
    event.content = toContentBlock(block.content, input);
    sendEnd(t, event, block);
  }
}

/**
 * Returns the content of the event. It always has a `type`: readers rely on it, and `unspool view` crashed without one.
 */
function toContentBlock(content: JsonObject, input: Json | undefined): ContentBlock {
  const whole = input === undefined ? content : { ...content, input };
  return (typeof whole["type"] === "string" ? whole : { ...whole, type: "unknown" }) as unknown as ContentBlock;
}

/** A result without real ids may contain all texts of a message. More texts than this are not compared. */
const MAX_TEXTS = 16;

function keepText(t: Translation, { id }: Message, { text }: Block): void {
  if (t.lastTextMessageId !== id || t.lastTexts.length === MAX_TEXTS) t.lastTexts.length = 0;
  t.lastTextMessageId = id;
  t.lastTexts.push(text);
}

function sendEnd(t: Translation, event: Draft<BlockEndType>, block: Block): void {
  if (block.isAborted) event.aborted = true;
  sendEvent(t, event);
}

/**
 * Returns the input at the end of a call. A call without pieces gets one, so that the pieces always join to the input.
 */
function completeInput(t: Translation, message: Message, block: Block): Json | undefined {
  if (block.isConfirmed) return block.content["input"] ?? null;
  if (block.text === "" && !block.isAborted) sendPiece(t, message, block, stringify(block.content["input"] || {}));
  return parseInput(block.text);
}

/** Sends another start, which takes back what was sent of the block. */
export function restartBlock(t: Translation, message: Message, block: Block): void {
  reopenMessage(t, message);
  block.text = "";
  block.isStopped = false;
  message.open.add(block);
  block.isEnded = false;
  block.isAborted = false;
  sendStart(t, message, block, true);
}

function sendStart(t: Translation, message: Message, block: Block, restart: true | undefined): void {
  if (block.kind === "other") return;
  const event = openBlockEvent(t, START[block.kind], undefined, message, block);
  if (restart) event.restart = restart;
  if (event.type === "tool-call-start") {
    event.toolUseId = block.id;
    event.name = block.name;
  }
  sendEvent(t, event);
}

function sendPiece(t: Translation, message: Message, block: Block, piece: string): void {
  if (piece === "") return;
  block.text += piece;
  if (block.kind === "tool") {
    const event = openBlockEvent(t, "tool-call-delta", undefined, message, block);
    event.toolUseId = block.id;
    event.partialJson = piece;
    sendEvent(t, event);
  } else {
    const event = openBlockEvent(t, block.kind === "text" ? "text-delta" : "thinking-delta", undefined, message, block);
    event.text = piece;
    sendEvent(t, event);
  }
}

const START = { text: "text-start", thinking: "thinking-start", tool: "tool-call-start" } as const;
type BlockEndType = "text-end" | "thinking-end" | "tool-call-end" | "content-block";
type BlockType =
  | BlockEndType
  | (typeof START)[keyof typeof START]
  | "text-delta"
  | "thinking-delta"
  | "tool-call-delta";

function openBlockEvent<Type extends BlockType>(
  t: Translation,
  type: Type,
  lane: Lane | undefined,
  message: Message,
  block: Block,
): Draft<Type> {
  const event = openEvent<BlockType>(t, type, lane);
  event.messageId = message.id;
  event.block = block.number;
  return event as Draft<Type>;
}

function parseInput(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
