// The life of one block: start, pieces, end, each sent once. A finished block is reconciled with the pieces that came
// before it: what is missing is sent as one more piece; where it contradicts them, the block starts anew and comes whole.

import type { Json, JsonObject } from "../wire/json.ts";
import { isEqualJson } from "../wire/equal.ts";
import { asString } from "../wire/read.ts";
import type { ContentBlock } from "../wire/shared/content.ts";
import type { Block, BlockKind, Lane, Message } from "./lane.ts";
import { emit, emitLate, type Translation } from "./translation.ts";

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
  };
  message.blocks.push(block);
  sendStart(t, message, block, undefined);
  return block;
}

/** Sends one more piece. A block that had ended starts anew, since its end was not the end. */
export function appendToBlock(t: Translation, message: Message, block: Block, piece: string): void {
  if (block.kind === "other") {
    block.text += piece;
  } else if (block.isEnded) {
    const before = block.text;
    restartBlock(t, message, block);
    sendPiece(t, message, block, before + piece);
  } else {
    sendPiece(t, message, block, piece);
  }
}

/** Brings a block to what a finished line says it is. Text stays open, since the next line may show more of it. */
export function finishBlock(t: Translation, message: Message, block: Block, content: JsonObject): void {
  const before = block.content;
  block.isConfirmed = true;
  block.content = content;
  block.signature = asString(content["signature"]) || block.signature;
  if (block.kind === "tool") return finishTool(t, message, block, content["input"] ?? null);
  if (block.kind === "other") {
    if (!isEqualJson(before, content)) block.isEnded = false;
    return endBlock(t, undefined, message, block);
  }
  const text = textOfBlock(content);
  if (text === block.text) return;
  const isLonger = text.startsWith(block.text);
  if (block.isEnded || !isLonger) restartBlock(t, message, block);
  sendPiece(t, message, block, text.slice(block.text.length));
}

function finishTool(t: Translation, message: Message, block: Block, input: Json): void {
  const isKnown = block.text !== "" && isEqualJson(parseInput(block.text), input);
  if (isKnown && block.isEnded && !block.isAborted) return;
  if (!isKnown) {
    const whole = JSON.stringify(input);
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
  const send: typeof emit = lane === undefined ? emit : (_, type, fields) => emitLate(t, lane.agent, type, fields);
  const place = { messageId: message.id, block: block.number };
  const aborted = block.isAborted ? (true as const) : undefined;
  if (block.kind === "text") {
    send(t, "text-end", { ...place, text: block.text, aborted });
    if (isMain(t, lane)) t.lastText = block.text;
  } else if (block.kind === "thinking") {
    send(t, "thinking-end", { ...place, text: block.text, signature: block.signature, aborted });
  } else if (block.kind === "tool") {
    const input = endOfInput(t, message, block);
    const isCut = block.isAborted || input === undefined;
    block.isAborted = isCut;
    send(t, "tool-call-end", {
      ...place,
      toolUseId: block.id,
      name: block.name,
      input: input ?? null,
      aborted: isCut ? true : undefined,
    });
  } else {
    // Server tools stream their input like ours do, but nobody waits for its pieces.
    const input = block.isConfirmed || block.text === "" ? undefined : parseInput(block.text);
    const content = input === undefined ? block.content : { ...block.content, input };
    send(t, "content-block", { ...place, content: content as unknown as ContentBlock, aborted });
  }
}

/** The input at the end of a call. A call that came without a single piece gets one, so that the pieces are the input. */
function endOfInput(t: Translation, message: Message, block: Block): Json | undefined {
  if (block.isConfirmed) return block.content["input"] ?? null;
  if (block.text === "" && !block.isAborted) sendPiece(t, message, block, JSON.stringify(block.content["input"] || {}));
  return parseInput(block.text);
}

function isMain(t: Translation, lane: Lane | undefined): boolean {
  return (lane === undefined ? t.agent : lane.agent) === null;
}

/** Takes back what was sent of a block. */
export function restartBlock(t: Translation, message: Message, block: Block): void {
  block.text = "";
  block.isStopped = false;
  block.isEnded = false;
  block.isAborted = false;
  sendStart(t, message, block, true);
}

function sendStart(t: Translation, message: Message, block: Block, restart: true | undefined): void {
  const place = { messageId: message.id, block: block.number, restart };
  if (block.kind === "text") emit(t, "text-start", place);
  else if (block.kind === "thinking") emit(t, "thinking-start", place);
  else if (block.kind === "tool") emit(t, "tool-call-start", { ...place, toolUseId: block.id, name: block.name });
}

function sendPiece(t: Translation, message: Message, block: Block, piece: string): void {
  if (piece === "") return;
  block.text += piece;
  const place = { messageId: message.id, block: block.number };
  if (block.kind === "text") emit(t, "text-delta", { ...place, text: piece });
  else if (block.kind === "thinking") emit(t, "thinking-delta", { ...place, text: piece });
  else emit(t, "tool-call-delta", { ...place, toolUseId: block.id, partialJson: piece });
}

function parseInput(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
