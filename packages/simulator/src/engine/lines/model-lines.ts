// Lines of the model: wrapped stream events, one line for each finished block, and the CLI's own words.

import { isObject, type Json, type JsonObject } from "../../json.ts";
import { ASSISTANT_ORDER, assistantEnvelope } from "./assistant-envelope.ts";
import { fieldOf } from "./content.ts";
import type { Feature } from "../manners.ts";
import { arrange, type LineContext } from "./context.ts";
import type { Lines, MessageOfLine } from "./lines.ts";
import { syntheticLine } from "./synthetic-line.ts";
import { messageUsage, totalUsage } from "./usage.ts";

export { apiErrorType } from "./api-error-type.ts";

/** Fields beside a message or an event that a version may not have. */
const LATE_KEYS: Readonly<Record<string, Feature>> = {
  aborted: "hasAborted",
  supersedes: "hasAborted",
  abandoned_blocks: "hasApiMessageId",
  thinking_duration_ms: "hasThinkingDisplay",
  user_message_uuid: "hasUserMessageUuid",
  user_message_uuids: "hasUserMessageUuids",
  owed_rows: "hasOwedRows",
};

export function modelLines(context: LineContext): Pick<Lines, "streamEvent" | "assistant" | "synthetic"> {
  const { manners, identity, sessionId } = context;

  const parentOf = createParentOf(context);

  return {
    streamEvent(event, message, more) {
      const line: Record<string, Json | undefined> = {
        type: "stream_event",
        event,
        session_id: sessionId,
        parent_tool_use_id: parentOf(event),
        uuid: identity.uuid(),
      };
      const isStart = event["type"] === "message_start";
      if (isStart && manners.has("hasTimeToFirstToken")) line["ttft_ms"] = message.timeToFirstTokenMs ?? 0;
      if (manners.has("hasThinkingDisplay") && (isStart || isThinking(event))) line["thinking_display"] = "updates";
      if (manners.has("hasApiMessageId")) line["api_message_id"] = message.id;
      return more === undefined ? line : { ...line, ...knownOf(context, more) };
    },

    assistant(message, block, agent, more = {}) {
      const isThinkingBlock = block["type"] === "thinking" && agent === undefined;
      const fields: JsonObject = {
        type: "assistant",
        message: {
          id: message.id,
          type: "message",
          role: "assistant",
          model: message.model,
          content: [block],
          stop_reason: message.stopReason,
          stop_sequence: null,
          usage: usageOf(context, message),
          ...(manners.has("hasContextManagement") ? { context_management: null } : {}),
        },
        ...assistantEnvelope(context, agent),
        ...(manners.has("hasRequestId") ? { request_id: message.requestId } : {}),
        ...toolUseMeta(context, block),
        ...(isThinkingBlock && manners.has("hasThinkingDisplay")
          ? { thinking_duration_ms: 0, thinking_display: "updates" }
          : {}),
        ...assistantExtras(context, more),
      };
      return arrange(ASSISTANT_ORDER, fields);
    },

    synthetic: (text, error, more, agent) => syntheticLine(context, text, error, more ?? {}, agent),
  };
}

/** Always the main agent, but for versions that say otherwise while a call is being written. */
function createParentOf(context: LineContext): (event: JsonObject) => string | null {
  if (!context.manners.has("marksOwnCalls")) return () => null;
  let call: string | null = null;
  return (event) => {
    const block = event["content_block"];
    const delta = event["delta"];
    if (isObject(block)) call = block["type"] === "tool_use" ? fieldOf(block, "id") : null;
    else if (!isObject(delta) || delta["type"] !== "input_json_delta") return null;
    return call;
  };
}

function usageOf(context: LineContext, message: MessageOfLine): JsonObject {
  const isLong = !message.isStreamed && context.manners.has("hasLongUsage");
  return isLong ? totalUsage(context.manners, message.usage) : messageUsage(message.usage);
}

/** `mcp__SERVER__TOOL` is shown by the names a person would use. */
function toolUseMeta(context: LineContext, block: JsonObject): JsonObject {
  const name = block["name"];
  if (block["type"] !== "tool_use" || typeof name !== "string" || !context.manners.has("hasToolUseMeta")) return {};
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  if (server === undefined || tool === undefined) return {};
  const meta = {
    id: block["id"],
    display_name: tool.charAt(0).toUpperCase() + tool.slice(1).replaceAll("_", " "),
    server_display_name: context.manners.has("hasServerTitle")
      ? (context.memory.serverNames[server] ?? server)
      : server,
    ...(context.manners.has("hasToolNameInMeta") ? { tool_name: tool } : {}),
  };
  return { tool_use_meta: [meta] };
}

function isThinking(event: JsonObject): boolean {
  const block = event["content_block"];
  const delta = event["delta"];
  if (isObject(block)) return block["type"] === "thinking";
  return isObject(delta) && delta["type"] === "thinking_delta";
}

/** Only newer versions repeat on finished lines which message of the user they answer. */
function assistantExtras(context: LineContext, more: JsonObject): JsonObject {
  const known = knownOf(context, more);
  if (context.manners.has("hasUuidsOnAssistant")) return known;
  const { user_message_uuid: _uuid, user_message_uuids: _uuids, ...rest } = known;
  return rest;
}

/** What a version has of the fields that came late. */
function knownOf(context: LineContext, more: JsonObject): JsonObject {
  const { manners } = context;
  const isKnown = (key: string): boolean => {
    const feature = LATE_KEYS[key];
    return feature === undefined || manners.has(feature);
  };
  return Object.fromEntries(Object.entries(more).filter(([key]) => isKnown(key)));
}
