// Converts a reply of the scenario to a message of the API, with ids and signatures that are the same in every run.

import { createHash } from "node:crypto";

import { createIdentity } from "../../engine/identity.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { PlainReply } from "../../scenario/play/reply.ts";
import type { Block, Usage } from "../../scenario/types.ts";
import { ordinaryUsage } from "../../scenario/play/reply.ts";

export interface Answer {
  readonly messageId: string;
  readonly model: string;
  /** Blocks of the API, in the order of the reply's blocks. */
  readonly content: readonly JsonObject[];
  readonly stopReason: string;
  readonly usage: Usage;
}

/** @param name seed of the ids; another attempt at the same reply has another name @param tools those that the request offers */
export function createAnswer(reply: PlainReply, name: string, model: string, tools: readonly string[]): Answer {
  const identity = createIdentity(hashSeed(name));
  const messageId = identity.id("msg");
  return {
    messageId,
    model,
    content: reply.blocks.map((block, index) => toContentBlock(block, `${name}/${index}`, tools)),
    stopReason: reply.stopReason,
    usage: { ...ordinaryUsage, ...reply.usage },
  };
}

/** Returns the body of a response without streaming. */
export function toMessage({ messageId, model, content, stopReason, usage }: Answer): JsonObject {
  return {
    id: messageId,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: toUsage(usage, usage.outputTokens),
  };
}

export function toUsage(usage: Usage, outputTokens: number): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: usage.cacheCreationInputTokens,
    cache_read_input_tokens: usage.cacheReadInputTokens,
    output_tokens: outputTokens,
  };
}

export function hashSeed(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32LE(0);
}

function toContentBlock(block: Block, name: string, tools: readonly string[]): JsonObject {
  const identity = createIdentity(hashSeed(name));
  if ("text" in block) return { type: "text", text: block.text };
  if ("thinking" in block)
    return { type: "thinking", thinking: block.thinking, signature: block.signature ?? createSignature(name) };
  if ("tool" in block) {
    const input = block.rawInput === undefined ? block.input : parseInput(block.rawInput);
    return { type: "tool_use", id: block.id ?? identity.id("toolu"), name: chooseToolName(block.tool, tools), input };
  }
  return block.block;
}

/** The tool that starts an agent is `Task` up to 2.0 and `Agent` later. Scenarios use `Agent`. */
function chooseToolName(tool: string, tools: readonly string[]): string {
  if (tools.includes(tool)) return tool;
  const other = { Agent: "Task", Task: "Agent" }[tool];
  return other !== undefined && tools.includes(other) ? other : tool;
}

/** Input that is not JSON becomes `{}` in the message; the stream still has its bytes. */
function parseInput(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

function createSignature(name: string): string {
  return createHash("sha512").update(name).digest("base64");
}
