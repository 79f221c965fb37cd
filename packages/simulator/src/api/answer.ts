// A reply of the scenario as a message of the API: names, ids and signatures of its look, the same in every run.

import { createHash } from "node:crypto";

import { createIdentity } from "../engine/identity.ts";
import type { Json, JsonObject } from "../json.ts";
import type { PlainReply } from "../scenario/reply.ts";
import type { Block, Usage } from "../scenario/types.ts";
import { ordinaryUsage } from "../scenario/usage.ts";

export interface Answer {
  readonly messageId: string;
  readonly model: string;
  /** As the API has them, in the order of the reply's blocks. */
  readonly content: readonly JsonObject[];
  readonly stopReason: string;
  readonly usage: Usage;
}

/** `name` makes the ids: another attempt at the same reply has another name. `tools` are those that the request offers. */
export function makeAnswer(reply: PlainReply, name: string, model: string, tools: readonly string[]): Answer {
  const identity = createIdentity(seedOf(name));
  const messageId = identity.id("msg");
  return {
    messageId,
    model,
    content: reply.blocks.map((block, index) => contentOf(block, `${name}/${index}`, tools)),
    stopReason: reply.stopReason,
    usage: { ...ordinaryUsage, ...reply.usage },
  };
}

/** The message of a response without streaming. */
export function messageOf({ messageId, model, content, stopReason, usage }: Answer): JsonObject {
  return {
    id: messageId,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: usageOf(usage, usage.outputTokens),
  };
}

export function usageOf(usage: Usage, outputTokens: number): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: usage.cacheCreationInputTokens,
    cache_read_input_tokens: usage.cacheReadInputTokens,
    output_tokens: outputTokens,
  };
}

export function seedOf(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32LE(0);
}

function contentOf(block: Block, name: string, tools: readonly string[]): JsonObject {
  const identity = createIdentity(seedOf(name));
  if ("text" in block) return { type: "text", text: block.text };
  if ("thinking" in block)
    return { type: "thinking", thinking: block.thinking, signature: block.signature ?? signature(name) };
  if ("tool" in block) {
    const input = block.rawInput === undefined ? block.input : parsed(block.rawInput);
    return { type: "tool_use", id: block.id ?? identity.id("toolu"), name: offeredName(block.tool, tools), input };
  }
  return block.block;
}

/** The tool that starts an agent is `Task` up to 2.0 and `Agent` later; scenarios say `Agent`. */
function offeredName(tool: string, tools: readonly string[]): string {
  if (tools.includes(tool)) return tool;
  const other = { Agent: "Task", Task: "Agent" }[tool];
  return other !== undefined && tools.includes(other) ? other : tool;
}

/** Input that is no JSON: what a client makes of its bytes is its own affair, the message says `{}`. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

function signature(name: string): string {
  return createHash("sha512").update(name).digest("base64");
}
