// Lines of the model: stream events, one line for each finished block, and synthetic messages.

import type {
  ApiMessage,
  AssistantMessage,
  ContentBlock,
  StartedBlock,
  StreamEvent,
  StreamEventMessage,
  ToolUseMeta,
  Usage as WireUsage,
} from "@unspool/protocol/wire";
import { ASSISTANT_ORDER, createAssistantEnvelope } from "../envelope.ts";
import type { Feature } from "../../versions/version-quirks.ts";
import { omitUndefined, orderFields, type LineContext, type Written } from "../context.ts";
import type { AssistantExtras, LineBuilder, MessageInfo, StreamExtras } from "../lines.ts";
import { createSyntheticLine } from "./synthetic-line.ts";
import { toMessageUsage, toTotalUsage } from "../usage.ts";

/** The feature that a version needs to write a field beside a message or an event. */
const LATE_KEYS: Readonly<Record<keyof (AssistantExtras & StreamExtras), Feature>> = {
  aborted: "hasAborted",
  supersedes: "hasAborted",
  abandoned_blocks: "hasApiMessageId",
  user_message_uuid: "hasUserMessageUuid",
  user_message_uuids: "hasUserMessageUuids",
  owed_rows: "hasOwedRows",
};

export function createModelLines(context: LineContext): Pick<LineBuilder, "streamEvent" | "assistant" | "synthetic"> {
  const { quirks, identity, sessionId } = context;

  const getParent = createParentGetter(context);

  return {
    streamEvent(event, message, more) {
      // Deltas are most lines of a stream: the fields are added in place, without a draft that is copied.
      const line: { -readonly [Field in keyof StreamEventMessage]: StreamEventMessage[Field] } = {
        type: "stream_event",
        event,
        session_id: sessionId,
        parent_tool_use_id: getParent(event),
        uuid: identity.uuid(),
      };
      const isStart = event.type === "message_start";
      if (isStart && quirks.has("hasTimeToFirstToken")) line.ttft_ms = message.timeToFirstTokenMs ?? 0;
      if (quirks.has("hasThinkingDisplay") && (isStart || isThinking(event))) line.thinking_display = "updates";
      if (quirks.has("hasApiMessageId")) line.api_message_id = message.id;
      if (more !== undefined) Object.assign(line, selectKnown(context, more));
      return line as Written<StreamEventMessage>;
    },

    assistant(message, block, agent, more = {}) {
      const isThinkingBlock = block.type === "thinking" && agent === undefined;
      const hasDisplay = isThinkingBlock && quirks.has("hasThinkingDisplay");
      return orderFields<AssistantMessage>(ASSISTANT_ORDER, {
        type: "assistant",
        message: omitUndefined<ApiMessage>({
          id: message.id,
          type: "message",
          role: "assistant",
          model: message.model,
          content: [block],
          stop_reason: message.stopReason,
          stop_sequence: null,
          usage: getUsage(context, message),
          context_management: quirks.has("hasContextManagement") ? null : undefined,
        }),
        ...createAssistantEnvelope(context, agent),
        request_id: quirks.has("hasRequestId") ? message.requestId : undefined,
        tool_use_meta: getToolUseMeta(context, block),
        thinking_duration_ms: hasDisplay ? 0 : undefined,
        thinking_display: hasDisplay ? "updates" : undefined,
        ...selectAssistantExtras(context, more),
      });
    },

    synthetic: (text, error, more, agent) => createSyntheticLine(context, text, error, more ?? {}, agent),
  };
}

/**
 * Creates the getter of `parent_tool_use_id` for stream events. It is null, for the main agent, except in versions that
 * write the id of a call while the call is streamed.
 */
function createParentGetter(context: LineContext): (event: StreamEvent) => string | null {
  if (!context.quirks.has("marksOwnCalls")) return () => null;
  let call: string | null = null;
  return (event) => {
    if (event.type === "content_block_start") call = getCallId(event.content_block) ?? null;
    else if (event.type !== "content_block_delta" || event.delta.type !== "input_json_delta") return null;
    return call;
  };
}

function getCallId(block: StartedBlock): string | undefined {
  if (block.type !== "tool_use") return undefined;
  return typeof block.id === "string" ? block.id : "";
}

function getUsage(context: LineContext, message: MessageInfo): WireUsage {
  const isLong = !message.isStreamed && context.quirks.has("hasLongUsage");
  return isLong ? toTotalUsage(context.quirks, message.usage) : toMessageUsage(message.usage);
}

/** Returns the display names of a call of an MCP tool (`mcp__SERVER__TOOL`). */
function getToolUseMeta(context: LineContext, block: ContentBlock): readonly ToolUseMeta[] | undefined {
  if (block.type !== "tool_use" || typeof block.name !== "string" || !context.quirks.has("hasToolUseMeta")) {
    return undefined;
  }
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(block.name) ?? [];
  if (server === undefined || tool === undefined) return undefined;
  const meta = omitUndefined<ToolUseMeta>({
    // A block of a scenario may have any id.
    id: block.id as string,
    display_name: tool.charAt(0).toUpperCase() + tool.slice(1).replaceAll("_", " "),
    server_display_name: context.quirks.has("hasServerTitle") ? (context.memory.serverNames[server] ?? server) : server,
    tool_name: context.quirks.has("hasToolNameInMeta") ? tool : undefined,
  });
  return [meta];
}

function isThinking(event: StreamEvent): boolean {
  if (event.type === "content_block_start") return event.content_block.type === "thinking";
  return event.type === "content_block_delta" && event.delta.type === "thinking_delta";
}

/** Removes the uuids of the prompts from finished lines in versions that write them on stream events only. */
function selectAssistantExtras(context: LineContext, more: AssistantExtras): AssistantExtras {
  const known = selectKnown(context, more);
  if (context.quirks.has("hasUuidsOnAssistant")) return known;
  const { user_message_uuid: _uuid, user_message_uuids: _uuids, ...rest } = known;
  return rest;
}

/** Returns the late fields that the version knows. */
function selectKnown<Extras extends AssistantExtras | StreamExtras>({ quirks }: LineContext, more: Extras): Extras {
  const known = Object.entries(more).filter(([key]) => quirks.has(LATE_KEYS[key as keyof typeof LATE_KEYS]));
  return Object.fromEntries(known) as Extras;
}
