// Parses the body of a Messages request. Invalid ones are refused with the API's texts.

import { isObject, type Json, type JsonObject } from "../../json.ts";
import { createRefusal, type ApiRefusal } from "./errors.ts";

export interface MessagesRequest {
  readonly model: string;
  readonly maxTokens: number | undefined;
  readonly isStreamed: boolean;
  readonly messages: readonly WireMessage[];
  readonly system: readonly string[];
  /** Names of the tools that may be called. */
  readonly tools: readonly string[];
  /** `metadata.user_id`: all measured CLIs put the session's id into it, for sub-agents too. */
  readonly userId: string;
}

export interface WireMessage {
  readonly role: "user" | "assistant" | "system";
  readonly content: readonly JsonObject[];
}

export function readMessagesRequest(text: string): MessagesRequest | ApiRefusal {
  const body = parseJson(text);
  if (!isObject(body)) return createRefusal(400, "The request body is not valid JSON: an object is expected");
  const { model, messages, max_tokens: maxTokens, stream, tools, system, metadata } = body;
  if (typeof model !== "string" || model === "") return createRefusal(400, "model: Field required");
  if (!isArray(messages)) return createRefusal(400, "messages: Field required");
  if (messages.length === 0) return createRefusal(400, "messages: at least one message is required");
  if (maxTokens !== undefined && !isCount(maxTokens))
    return createRefusal(400, "max_tokens: Input should be a valid integer");
  if (stream !== undefined && stream !== null && typeof stream !== "boolean")
    return createRefusal(400, "stream: Input should be a valid boolean");
  if (tools !== undefined && tools !== null && !isArray(tools))
    return createRefusal(400, "tools: Input should be a valid list");
  const checked: WireMessage[] = [];
  for (const [index, message] of messages.entries()) {
    const outcome = readMessage(message, index);
    if ("status" in outcome) return outcome;
    checked.push(outcome);
  }
  return {
    model,
    maxTokens,
    isStreamed: stream === true,
    messages: checked,
    system: listTexts(system),
    tools: (tools ?? []).flatMap((tool) => (isObject(tool) && typeof tool["name"] === "string" ? [tool["name"]] : [])),
    userId: isObject(metadata) && typeof metadata["user_id"] === "string" ? metadata["user_id"] : "",
  };
}

/** Returns the texts of content. A string is one text. */
export function listTexts(content: Json | undefined): readonly string[] {
  if (typeof content === "string") return [content];
  if (!isArray(content)) return [];
  return content.flatMap((block) => (isObject(block) && typeof block["text"] === "string" ? [block["text"]] : []));
}

function readMessage(message: Json, index: number): WireMessage | ApiRefusal {
  if (!isObject(message)) return createRefusal(400, `messages.${index}: Input should be an object`);
  const { role, content } = message;
  // Since about 2.1.200 CLIs put reminders into entries with the role `system`, also as the last entry.
  if (role !== "user" && role !== "assistant" && role !== "system") {
    return createRefusal(400, `messages.${index}.role: Input should be 'user' or 'assistant'`);
  }
  if (typeof content === "string") return { role, content: [{ type: "text", text: content }] };
  if (!isArray(content)) return createRefusal(400, `messages.${index}.content: Input should be a valid list`);
  const blocks = content.filter(isObject);
  const odd = content.findIndex((block) => !isObject(block) || typeof block["type"] !== "string");
  if (odd >= 0) return createRefusal(400, `messages.${index}.content.${odd}.type: Field required`);
  return { role, content: blocks };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isCount(value: Json): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
