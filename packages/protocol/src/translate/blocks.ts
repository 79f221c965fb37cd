// The life of one block: start, pieces, end, each sent once. A finished block is reconciled with the pieces that came
// before it: what is missing is sent as one more piece; where it contradicts them, the block starts anew and comes whole.

import type { Json, JsonObject } from "../wire/json.ts";
import { isEqualJson } from "../wire/equal.ts";
import { asString } from "../wire/read.ts";
import { stringify } from "../wire/stringify.ts";
import type { ContentBlock } from "../wire/shared/content.ts";
import type { Block, BlockKind, Lane, Message } from "./lane.ts";
import { openEvent, sendEvent, type Draft, type Translation } from "./translation.ts";

/** How often the pieces of a block may go on after its end: each time all of them are sent, or read, once more. */
const MAX_REOPENED = 16;

export function kindOfBlock(content: JsonObject): BlockKind {
  const type = content["type"];
  if (type === "text" && typeof content["text"] === "string") return "text";
  if (type === "thinking") return "thinking";
  // A call without id or name cannot be answered or shown as one; it is kept whole.
  if (type === "tool_use" && asString(content["id"]) && typeof content["name"] === "string") return "tool";
  return "other";
}

/** The text of a text or thinking block. Some documents put a thought under `text`. */
export function textOfBlock(content: JsonObject): string {
  if (content["type"] === "thinking") return asString(content["thinking"]) ?? asString(content["text"]) ?? "";
  return asString(content["text"]) ?? "";
}

/** The call of this id in the message: an id names one call, however often and in whatever order its lines come. */
export function findCall(message: Message, content: JsonObject): Block | undefined {
  return kindOfBlock(content) === "tool" ? message.tools?.get(content["id"] as string) : undefined;
}

/** Adds a block to its message and sends its start. `index` is the API's, or -1. */
export function startBlock(t: Translation, message: Message, content: JsonObject, index: number): Block {
  const kind = kindOfBlock(content);
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

/** Sends one more piece. A block that had ended starts anew, since its end was not the end. */
export function appendToBlock(t: Translation, message: Message, block: Block, piece: string): void {
  // A finished call is finished: its pieces are its input already. And one that ended again and again must end some day.
  const isWorn = block.isEnded && block.reopened >= MAX_REOPENED;
  if (block.kind === "tool" && (block.isConfirmed || isWorn)) return;
  if (block.kind === "other") {
    block.text += piece;
  } else if (isWorn) {
    reopenMessage(t, message);
    // What goes on for ever goes on as another block, which is found under this index from now on.
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

/** Brings a block to what a finished line says it is. Text stays open, since the next line may show more of it. */
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
  const text = textOfBlock(content);
  if (text === block.text) {
    // The same in one piece, where the joined pieces are a tree.
    block.text = text;
    return;
  }
  const isLonger = text.startsWith(block.text);
  if (block.isEnded || !isLonger) restartBlock(t, message, block);
  sendPiece(t, message, block, text.slice(block.text.length));
}

/** A message goes on although its end has been sent. */
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

/** Sends the end, once. `lane` is given when another line than the block's own brings it about. */
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
    const input = endOfInput(t, message, block);
    if (input === undefined) block.isAborted = true;
    const event = openBlockEvent(t, "tool-call-end", lane, message, block);
    event.toolUseId = block.id;
    event.name = block.name;
    event.input = input ?? null;
    sendEnd(t, event, block);
  } else {
    // Server tools stream their input like ours do, but nobody waits for its pieces.
    const input = block.isConfirmed || block.text === "" ? undefined : parseInput(block.text);
    const event = openBlockEvent(t, "content-block", lane, message, block);
    event.content = contentOf(block.content, input);
    sendEnd(t, event, block);
  }
}

/** A broken block without a type still comes, but with a type: readers of the event rely on it (`unspool view` ended here). */
function contentOf(content: JsonObject, input: Json | undefined): ContentBlock {
  const whole = input === undefined ? content : { ...content, input };
  return (typeof whole["type"] === "string" ? whole : { ...whole, type: "unknown" }) as unknown as ContentBlock;
}

/** A result without real ids may hold all texts of a message; more than these are none that anybody writes so. */
const MAX_TEXTS = 16;

function keepText(t: Translation, { id }: Message, { text }: Block): void {
  if (t.lastTextOf !== id || t.lastTexts.length === MAX_TEXTS) t.lastTexts.length = 0;
  t.lastTextOf = id;
  t.lastTexts.push(text);
}

function sendEnd(t: Translation, event: Draft<BlockEndType>, block: Block): void {
  if (block.isAborted) event.aborted = true;
  sendEvent(t, event);
}

/** The input at the end of a call. A call that came without a single piece gets one, so that the pieces are the input. */
function endOfInput(t: Translation, message: Message, block: Block): Json | undefined {
  if (block.isConfirmed) return block.content["input"] ?? null;
  if (block.text === "" && !block.isAborted) sendPiece(t, message, block, stringify(block.content["input"] || {}));
  return parseInput(block.text);
}

/** Takes back what was sent of a block. */
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
