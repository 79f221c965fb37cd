// Lines of the model: stream events, one line for each finished block, and synthetic messages.

import { isObject, type Json, type JsonObject } from "../../json.ts";
import { ASSISTANT_ORDER, assistantEnvelope } from "./envelope.ts";
import { getText } from "./fields.ts";
import type { Feature } from "../versions/version-quirks.ts";
import { orderFields, type LineContext } from "./context.ts";
import type { LineBuilder, MessageInfo } from "./lines.ts";
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

export function modelLines(context: LineContext): Pick<LineBuilder, "streamEvent" | "assistant" | "synthetic"> {
  const { quirks, identity, sessionId } = context;

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
      if (isStart && quirks.has("hasTimeToFirstToken")) line["ttft_ms"] = message.timeToFirstTokenMs ?? 0;
      if (quirks.has("hasThinkingDisplay") && (isStart || isThinking(event))) line["thinking_display"] = "updates";
      if (quirks.has("hasApiMessageId")) line["api_message_id"] = message.id;
      return more === undefined ? line : { ...line, ...selectKnown(context, more) };
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
          usage: getUsage(context, message),
          ...(quirks.has("hasContextManagement") ? { context_management: null } : {}),
        },
        ...assistantEnvelope(context, agent),
        ...(quirks.has("hasRequestId") ? { request_id: message.requestId } : {}),
        ...toolUseMeta(context, block),
        ...(isThinkingBlock && quirks.has("hasThinkingDisplay")
          ? { thinking_duration_ms: 0, thinking_display: "updates" }
          : {}),
        ...assistantExtras(context, more),
      };
      return orderFields(ASSISTANT_ORDER, fields);
    },

    synthetic: (text, error, more, agent) => syntheticLine(context, text, error, more ?? {}, agent),
  };
}

/** Always the main agent, except in versions that name the call itself while it is streamed. */
function createParentOf(context: LineContext): (event: JsonObject) => string | null {
  if (!context.quirks.has("marksOwnCalls")) return () => null;
  let call: string | null = null;
  return (event) => {
    const block = event["content_block"];
    const delta = event["delta"];
    if (isObject(block)) call = block["type"] === "tool_use" ? getText(block, "id") : null;
    else if (!isObject(delta) || delta["type"] !== "input_json_delta") return null;
    return call;
  };
}

function getUsage(context: LineContext, message: MessageInfo): JsonObject {
  const isLong = !message.isStreamed && context.quirks.has("hasLongUsage");
  return isLong ? totalUsage(context.quirks, message.usage) : messageUsage(message.usage);
}

/** `mcp__SERVER__TOOL` is shown by the names a person would use. */
function toolUseMeta(context: LineContext, block: JsonObject): JsonObject {
  const name = block["name"];
  if (block["type"] !== "tool_use" || typeof name !== "string" || !context.quirks.has("hasToolUseMeta")) return {};
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  if (server === undefined || tool === undefined) return {};
  const meta = {
    id: block["id"],
    display_name: tool.charAt(0).toUpperCase() + tool.slice(1).replaceAll("_", " "),
    server_display_name: context.quirks.has("hasServerTitle") ? (context.memory.serverNames[server] ?? server) : server,
    ...(context.quirks.has("hasToolNameInMeta") ? { tool_name: tool } : {}),
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
  const known = selectKnown(context, more);
  if (context.quirks.has("hasUuidsOnAssistant")) return known;
  const { user_message_uuid: _uuid, user_message_uuids: _uuids, ...rest } = known;
  return rest;
}

/** Returns the late fields that the version knows. */
function selectKnown(context: LineContext, more: JsonObject): JsonObject {
  const { quirks } = context;
  const isKnown = (key: string): boolean => {
    const feature = LATE_KEYS[key];
    return feature === undefined || quirks.has(feature);
  };
  return Object.fromEntries(Object.entries(more).filter(([key]) => isKnown(key)));
}
