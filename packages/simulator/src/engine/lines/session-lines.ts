// Lines about the session rather than about a message: status, retries, limits, compaction, hooks.

import type { Json, JsonObject } from "../../json.ts";
import { arrange, timestampOf, type LineContext } from "./context.ts";
import type { HookOutcome, Lines, MaybeLine } from "./lines.ts";

type SessionLines = Pick<
  Lines,
  | "status"
  | "attachment"
  | "commandLifecycle"
  | "conversationReset"
  | "sessionState"
  | "thinkingTokens"
  | "retry"
  | "rateLimit"
  | "compactBoundary"
  | "permissionDenied"
  | "hookStarted"
  | "hookProgress"
  | "hookResponse"
  | "system"
>;

export function sessionLines(context: LineContext): SessionLines {
  const { manners, identity, sessionId } = context;
  const ids = (): JsonObject => ({ uuid: identity.uuid(), session_id: sessionId });
  const idsTurned = (): JsonObject => ({ session_id: sessionId, uuid: identity.uuid() });

  return {
    status(status, more = {}) {
      if (status === "requesting" && !(context.hasPartials && manners.has("writesRequesting"))) return undefined;
      if (!manners.has("writesStatus")) return undefined;
      const { user_message_uuids: uuids, ...rest } = more;
      if ("permissionMode" in rest) {
        return manners.has("writesModeStatus") ? write("status", { status, ...rest }, ids()) : undefined;
      }
      const fields = manners.has("writesCompactResult") ? rest : {};
      const tail = status === "requesting" && manners.has("hasUuidFirst") ? ids() : idsTurned();
      return write("status", { status, ...fields }, { ...tail, ...listOf(context, "user_message_uuids", uuids) });
    },

    attachment(attachment) {
      const { uuid, ...session } = ids();
      const timestamp = new Date(identity.now()).toISOString();
      return { attachment, type: "attachment", uuid, timestamp, ...session, parent_tool_use_id: null };
    },

    commandLifecycle(commandUuid, state) {
      if (!manners.has("writesCommandLifecycle")) return undefined;
      return { type: "command_lifecycle", command_uuid: commandUuid, state, ...ids() };
    },

    conversationReset(newSessionId, userMessageUuid) {
      if (!manners.has("writesConversationReset")) return undefined;
      return {
        type: "conversation_reset",
        new_conversation_id: newSessionId,
        uuid: identity.uuid(),
        ...(manners.has("tellsResetReason")
          ? { trigger: "clear", user_message_uuid: userMessageUuid, timestamp: timestampOf(identity) }
          : {}),
        session_id: sessionId,
      };
    },

    sessionState(state, whom) {
      if (!manners.has(whom === "host" ? "tellsHostState" : "writesSessionState")) return undefined;
      return write("session_state_changed", { state, ...(whom === "host" ? { sdk_host_only: true } : {}) }, ids());
    },

    thinkingTokens(tokens, delta, userMessageUuid) {
      if (!manners.has("writesThinkingTokens")) return undefined;
      const fields = { estimated_tokens: tokens, estimated_tokens_delta: delta };
      if (manners.has("hasUuidFirst")) return write("thinking_tokens", fields, ids());
      const uuid = userMessageUuid === undefined ? {} : { user_message_uuid: userMessageUuid };
      return write("thinking_tokens", fields, { ...idsTurned(), ...uuid });
    },

    retry(attempt, maxRetries, delayMs, status, error) {
      if (!manners.has("writesRetry")) return undefined;
      const fields = { attempt, max_retries: maxRetries, retry_delay_ms: delayMs, error_status: status, error };
      return write("api_retry", fields, idsTurned());
    },

    rateLimit: (info) => rateLimitLine(context, info),

    compactBoundary(trigger, preTokens, postTokens, more = {}) {
      const head = { type: "system", subtype: "compact_boundary", ...idsTurned() };
      const short = { trigger, pre_tokens: preTokens };
      if (!manners.has("hasCompactDetails")) return { ...head, compact_metadata: short };
      const keeps = manners.has("hasPreserved");
      const preserved = keeps ? more.preservedUuid : undefined;
      const anchor = preserved === undefined ? undefined : (more.anchorUuid ?? identity.uuid());
      const metadata: JsonObject = {
        ...short,
        post_tokens: postTokens,
        ...(keeps ? { cumulative_dropped_tokens: 0 } : {}),
        duration_ms: more.durationMs ?? 0,
        ...(preserved === undefined || anchor === undefined ? {} : preservedMessages(preserved, anchor)),
      };
      const parent = manners.has("hasLogicalParent")
        ? { logical_parent_uuid: more.logicalParentUuid ?? preserved ?? identity.uuid() }
        : {};
      return { ...head, compact_metadata: metadata, ...parent };
    },

    permissionDenied(toolName, toolUseId, reason, reasonType) {
      if (!manners.has("writesPermissionDenied")) return undefined;
      const type = reasonType === undefined ? {} : { decision_reason_type: reasonType };
      const given = reasonType === "hook" ? { decision_reason: reason } : {};
      return write(
        "permission_denied",
        { tool_name: toolName, tool_use_id: toolUseId, ...type, ...given, message: reason },
        ids(),
      );
    },

    hookStarted(hookId, name, event) {
      if (!manners.has("writesHookStarted")) return undefined;
      return write("hook_started", { hook_id: hookId, hook_name: name, hook_event: event }, ids());
    },

    hookProgress(hookId, name, event, outcome) {
      if (!manners.has("writesNotification")) return undefined;
      const { output, stdout, stderr } = outputsOf(outcome);
      const hook = { hook_id: hookId, hook_name: name, hook_event: event };
      return write("hook_progress", { ...hook, stdout, stderr, output }, ids());
    },

    hookResponse(hookId, name, event, outcome) {
      if (!manners.has("writesHookResponse")) return undefined;
      const { output, stdout, stderr } = outputsOf(outcome);
      const hook = { hook_name: name, hook_event: event };
      const exit = { exit_code: outcome.exitCode };
      if (!manners.has("writesHookStarted")) {
        return { type: "system", subtype: "hook_response", ...idsTurned(), ...hook, stdout, stderr, ...exit };
      }
      const outcomeWord = outcome.isError ? "error" : "success";
      const fields = { hook_id: hookId, ...hook, output, stdout, stderr, ...exit, outcome: outcomeWord };
      return write("hook_response", fields, ids());
    },

    system: (subtype, fields) => noticeLine(context, subtype, fields),
  };
}

function write(subtype: string, fields: JsonObject, tail: JsonObject): JsonObject {
  return { type: "system", subtype, ...fields, ...tail };
}

/** Where the two ids stand in a notice; by itself `uuid` first, then `session_id`. */
const NOTICE_IDS: Readonly<Record<string, Readonly<Record<string, "front" | "turned" | "plain" | "none">>>> = {
  informational: { "1.0.128": "none", "2.1.200": "plain" },
  notification: { "1.0.128": "none", "2.1.120": "plain", "2.1.285": "turned" },
  model_fallback: { "1.0.128": "none", "2.1.200": "turned", "2.1.285": "front" },
  model_refusal_fallback: { "1.0.128": "none", "2.1.250": "turned" },
  model_refusal_no_fallback: { "1.0.128": "none", "2.1.200": "turned", "2.1.285": "front" },
};

function noticeLine(context: LineContext, subtype: string, fields: JsonObject): MaybeLine {
  const { manners, identity, sessionId } = context;
  const place = manners.choose(NOTICE_IDS[subtype] ?? { "1.0.128": "plain" });
  if (place === "none") return undefined;
  const head = { type: "system", subtype };
  const uuid = identity.uuid();
  if (place === "front") return { ...head, uuid, ...fields, session_id: sessionId };
  if (place === "turned") return { ...head, ...fields, session_id: sessionId, uuid };
  return { ...head, ...fields, uuid, session_id: sessionId };
}

const RATE_LIMIT_ORDER = [
  "status",
  "resetsAt",
  "rateLimitType",
  "utilization",
  "overageStatus",
  "overageDisabledReason",
  "isUsingOverage",
  "surpassedThreshold",
  "unifiedWindows",
];

function rateLimitLine(context: LineContext, info: JsonObject): MaybeLine {
  const { manners, identity, sessionId } = context;
  if (!manners.has("writesRateLimit")) return undefined;
  const { unifiedWindows, ...older } = info;
  const isNew = manners.has("writesRateLimitWindows");
  const fields: Record<string, Json | undefined> = { ...older };
  if (isNew && unifiedWindows !== undefined) fields["unifiedWindows"] = unifiedWindows;
  if (!manners.has("tellsOverageInWarning") && info["status"] === "allowed_warning") {
    delete fields["overageStatus"];
    delete fields["overageDisabledReason"];
  }
  return {
    type: "rate_limit_event",
    rate_limit_info: arrange(RATE_LIMIT_ORDER, fields),
    uuid: identity.uuid(),
    session_id: sessionId,
  };
}

function preservedMessages(uuid: string, anchor: string): JsonObject {
  return {
    preserved_segment: { head_uuid: uuid, anchor_uuid: anchor, tail_uuid: uuid },
    preserved_messages: { anchor_uuid: anchor, uuids: [uuid], all_uuids: [uuid] },
  };
}

function listOf(context: LineContext, key: string, value: Json | undefined): JsonObject {
  if (!context.manners.has("hasUuidsInStatus")) return {};
  return Array.isArray(value) && value.length > 0 ? { [key]: value } : {};
}

function outputsOf(outcome: HookOutcome): { output: string; stdout: string; stderr: string } {
  const stdout = outcome.stdout ?? (outcome.isError ? "" : outcome.output);
  const stderr = outcome.stderr ?? (outcome.isError ? outcome.output : "");
  return { output: outcome.output, stdout, stderr };
}
