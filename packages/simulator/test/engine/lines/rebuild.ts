// Rebuilds a recorded line through the interface that the engine uses. Returns `undefined` for the echo of a line of the
// host, because its shape is not the CLI's.

import type { RateLimitInfo, StreamEvent, UnknownBlock } from "@unspool/protocol/wire";
import type { AssistantExtras, Line, LineBuilder, SyntheticExtras } from "../../../src/engine/lines/lines.ts";
import type { Json, JsonObject } from "../../../src/json.ts";
import { list, number, object, text, textOr } from "./fields.ts";
import { rebuildRequest, rebuildResponse } from "./rebuild-control.ts";
import { rebuildResult } from "./rebuild-result.ts";
import { rebuildSystem } from "./rebuild-system.ts";
import { rebuildUser } from "./rebuild-user.ts";
import { toAgentInfo, type Rebuilding } from "./rebuilding.ts";

export function rebuild(state: Rebuilding, line: JsonObject): Line | undefined {
  const { lines } = state;
  switch (line["type"]) {
    case "system":
      return rebuildSystem(state, line);
    case "assistant":
      return rebuildAssistant(state, line);
    case "user":
      return rebuildUser(state, line);
    case "result":
      return rebuildResult(lines, line);
    case "stream_event": {
      const { uuid: _uuid, type: _type, event, session_id: _id, parent_tool_use_id: _parent, ...more } = line;
      const { ttft_ms: _time, thinking_display: _display, api_message_id: id, ...rest } = more;
      return lines.streamEvent(
        event as unknown as StreamEvent,
        toMessageInfo({ id: textOr(id, "msg_1") }, "req_1"),
        rest,
      );
    }
    case "command_lifecycle":
      return lines.commandLifecycle(text(line, "command_uuid"), text(line, "state") as "queued");
    case "conversation_reset":
      return lines.conversationReset(text(line, "new_conversation_id"), text(line, "user_message_uuid"));
    case "rate_limit_event":
      return lines.rateLimit(line["rate_limit_info"] as unknown as RateLimitInfo);
    case "control_cancel_request":
      return lines.cancelRequest(text(line, "request_id"));
    case "control_request":
      return rebuildRequest(state, line);
    case "control_response":
      return rebuildResponse(state, line);
    default:
      return undefined;
  }
}

function toMessageInfo(message: JsonObject, requestId: string): Parameters<LineBuilder["assistant"]>[0] {
  return {
    id: text(message, "id"),
    requestId,
    model: textOr(message["model"], ""),
    usage: {
      inputTokens: number(message, "usage", "input_tokens"),
      outputTokens: number(message, "usage", "output_tokens"),
      cacheCreationInputTokens: number(message, "usage", "cache_creation_input_tokens"),
      cacheReadInputTokens: number(message, "usage", "cache_read_input_tokens"),
    },
    stopReason: (message["stop_reason"] ?? null) as string | null,
    isStreamed: message["stop_reason"] === null,
  };
}

function rebuildAssistant(state: Rebuilding, line: JsonObject): Line {
  const message = object(line, "message");
  const block = list(message, "content")[0] as JsonObject;
  if (message["model"] === "<synthetic>") return rebuildSynthetic(state, line, message, block);
  const parent = line["parent_tool_use_id"];
  if (block["type"] === "tool_use") {
    state.calls.set(text(block, "id"), { name: text(block, "name"), input: block["input"] as Json });
    if (typeof parent === "string") {
      state.agentTools.set(parent, [...(state.agentTools.get(parent) ?? []), text(block, "name")]);
    }
  }
  const { user_message_uuid: uuid, user_message_uuids: uuids, aborted, supersedes } = line;
  const more = { user_message_uuid: uuid, user_message_uuids: uuids, aborted, supersedes } as AssistantExtras;
  const requestId = textOr(line["request_id"], "req_1");
  return state.lines.assistant(toMessageInfo(message, requestId), block as UnknownBlock, toAgentInfo(line), more);
}

function rebuildSynthetic(state: Rebuilding, line: JsonObject, message: JsonObject, block: JsonObject): Line {
  const isError = "error" in line || line["is_api_error_message"] === true;
  const status = line["api_error_status"];
  const { local_command_source, local_command_run, context_usage, refused_message_id, request_id } = line;
  const error = {
    kind: textOr(line["error"], ""),
    ...(typeof status === "number" ? { status } : {}),
    ...(typeof line["api_error"] === "string" ? { code: line["api_error"] } : {}),
    ...(line["api_error_params"] === undefined ? {} : { params: line["api_error_params"] as JsonObject }),
  };
  const stops = isError ? { stop_reason: message["stop_reason"], stop_details: message["stop_details"] } : {};
  const fields = { local_command_source, local_command_run, context_usage, refused_message_id, request_id };
  const more = { ...stops, ...fields } as SyntheticExtras;
  return state.lines.synthetic(text(block, "text"), isError ? error : undefined, more);
}
