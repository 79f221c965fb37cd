// Converts a message to the events of its stream.

import type { JsonObject } from "../../json.ts";
import type { PlainReply } from "../../scenario/play/reply.ts";
import { splitBlock } from "../../scenario/play/pieces.ts";
import { toUsage, type Answer } from "./answer.ts";

export interface StreamEvent extends JsonObject {
  readonly type: string;
}

export interface StreamStep {
  readonly event: StreamEvent;
  /** Index of its block; undefined for events outside blocks. */
  readonly block?: number;
  /** `piece` is a part of the block's content; a signature is not. */
  readonly part: "start" | "piece" | "signature" | "stop" | "frame";
  /** The text of the piece. */
  readonly text?: string;
}

export function encodeEvent(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export function* generateSteps(answer: Answer, reply: PlainReply): Generator<StreamStep> {
  const { messageId, model, usage, stopReason } = answer;
  const begun = {
    id: messageId,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  // The API reports one output token at the start and the real number at the end.
  yield { part: "frame", event: { type: "message_start", message: { ...begun, usage: toUsage(usage, 1) } } };
  yield { part: "frame", event: { type: "ping" } };
  for (const [index, content] of answer.content.entries()) {
    const block = reply.blocks[index];
    if (block === undefined || "block" in block) yield* generateWholeSteps(index, content);
    else yield* generateBlockSteps(index, content, splitBlock(block, reply.pieceLength));
  }
  const delta = { stop_reason: stopReason, stop_sequence: null };
  yield { part: "frame", event: { type: "message_delta", delta, usage: { output_tokens: usage.outputTokens } } };
  yield { part: "frame", event: { type: "message_stop" } };
}

function* generateBlockSteps(index: number, content: JsonObject, pieces: readonly string[]): Generator<StreamStep> {
  yield {
    part: "start",
    block: index,
    event: { type: "content_block_start", index, content_block: toEmptyBlock(content) },
  };
  for (const text of pieces) {
    yield {
      part: "piece",
      block: index,
      text,
      event: { type: "content_block_delta", index, delta: toDelta(content, text) },
    };
  }
  if (content["type"] === "thinking") {
    const delta = { type: "signature_delta", signature: content["signature"] };
    yield { part: "signature", block: index, event: { type: "content_block_delta", index, delta } };
  }
  yield { part: "stop", block: index, event: { type: "content_block_stop", index } };
}

/** Generates the steps of blocks such as `redacted_thinking`, which have no deltas: the start event has the whole block. */
function* generateWholeSteps(index: number, content: JsonObject): Generator<StreamStep> {
  yield { part: "start", block: index, event: { type: "content_block_start", index, content_block: content } };
  yield { part: "stop", block: index, event: { type: "content_block_stop", index } };
}

function toEmptyBlock(content: JsonObject): JsonObject {
  if (content["type"] === "text") return { type: "text", text: "" };
  if (content["type"] === "thinking") return { type: "thinking", thinking: "", signature: "" };
  return { ...content, input: {} };
}

function toDelta({ type }: JsonObject, text: string): JsonObject {
  if (type === "text") return { type: "text_delta", text };
  if (type === "thinking") return { type: "thinking_delta", thinking: text };
  return { type: "input_json_delta", partial_json: text };
}
