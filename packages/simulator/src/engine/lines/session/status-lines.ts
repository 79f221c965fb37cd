// Lines about the session: status, retries, rate limits, compaction, hooks.

import type {
  AttachmentMessage,
  CommandLifecycleMessage,
  CompactMetadata,
  ConversationResetMessage,
  RateLimitInfo,
  RateLimitMessage,
  SystemApiRetry,
  SystemCompactBoundary,
  SystemHookProgress,
  SystemHookResponse,
  SystemHookStarted,
  SystemPermissionDenied,
  SystemSessionStateChanged,
  SystemStatus,
  SystemThinkingTokens,
} from "@unspool/protocol/wire";
import { getNoticeIds } from "../../versions/line-fields.ts";
import { formatTimestamp, orderFields, toLine, type Ids, type LineContext } from "../context.ts";
import type { HookOutcome, LineBuilder, MaybeLine, NoticeFields, NoticeSubtype } from "../lines.ts";

type StatusLines = Pick<
  LineBuilder,
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

export function createStatusLines(context: LineContext): StatusLines {
  const { quirks, identity, sessionId } = context;
  const ids = (): Ids => ({ uuid: identity.uuid(), session_id: sessionId });
  const idsTurned = (): Ids => ({ session_id: sessionId, uuid: identity.uuid() });

  return {
    status(status, more = {}) {
      if (status === "requesting" && !(context.hasPartials && quirks.has("writesRequesting"))) return undefined;
      if (!quirks.has("writesStatus")) return undefined;
      const { user_message_uuids: uuids, permissionMode, compact_result: result, compact_error: error } = more;
      const head = { type: "system", subtype: "status", status } as const;
      if (permissionMode !== undefined) {
        return quirks.has("writesModeStatus") ? toLine<SystemStatus>({ ...head, permissionMode, ...ids() }) : undefined;
      }
      const hasResult = quirks.has("writesCompactResult");
      const hasUuids = quirks.has("hasUuidsInStatus") && uuids !== undefined && uuids.length > 0;
      return toLine<SystemStatus>({
        ...head,
        compact_result: hasResult ? result : undefined,
        compact_error: hasResult ? error : undefined,
        ...(status === "requesting" && quirks.has("hasUuidFirst") ? ids() : idsTurned()),
        user_message_uuids: hasUuids ? uuids : undefined,
      });
    },

    attachment: (attachment) =>
      toLine<AttachmentMessage>({
        attachment,
        type: "attachment",
        uuid: identity.uuid(),
        timestamp: formatTimestamp(identity),
        session_id: sessionId,
        parent_tool_use_id: null,
      }),

    commandLifecycle(commandUuid, state) {
      if (!quirks.has("writesCommandLifecycle")) return undefined;
      return toLine<CommandLifecycleMessage>({ type: "command_lifecycle", command_uuid: commandUuid, state, ...ids() });
    },

    conversationReset(newSessionId, userMessageUuid) {
      if (!quirks.has("writesConversationReset")) return undefined;
      const hasReason = quirks.has("writesResetReason");
      return toLine<ConversationResetMessage>({
        type: "conversation_reset",
        new_conversation_id: newSessionId,
        uuid: identity.uuid(),
        trigger: hasReason ? "clear" : undefined,
        user_message_uuid: hasReason ? userMessageUuid : undefined,
        timestamp: hasReason ? formatTimestamp(identity) : undefined,
        session_id: sessionId,
      });
    },

    sessionState(state, audience) {
      if (!quirks.has(audience === "host" ? "writesHostState" : "writesSessionState")) return undefined;
      return toLine<SystemSessionStateChanged>({
        type: "system",
        subtype: "session_state_changed",
        state,
        sdk_host_only: audience === "host" ? true : undefined,
        ...ids(),
      });
    },

    thinkingTokens(tokens, delta, userMessageUuid) {
      if (!quirks.has("writesThinkingTokens")) return undefined;
      const isUuidFirst = quirks.has("hasUuidFirst");
      return toLine<SystemThinkingTokens>({
        type: "system",
        subtype: "thinking_tokens",
        estimated_tokens: tokens,
        estimated_tokens_delta: delta,
        ...(isUuidFirst ? ids() : idsTurned()),
        user_message_uuid: isUuidFirst ? undefined : userMessageUuid,
      });
    },

    retry(attempt, maxRetries, delayMs, status, error) {
      if (!quirks.has("writesRetry")) return undefined;
      return toLine<SystemApiRetry>({
        type: "system",
        subtype: "api_retry",
        attempt,
        max_retries: maxRetries,
        retry_delay_ms: delayMs,
        error_status: status,
        error,
        ...idsTurned(),
      });
    },

    rateLimit: (info) => createRateLimitLine(context, info),

    compactBoundary(trigger, preTokens, postTokens, more = {}) {
      const head = { type: "system", subtype: "compact_boundary", ...idsTurned() } as const;
      const short = { trigger, pre_tokens: preTokens };
      if (!quirks.has("hasCompactDetails")) return toLine<SystemCompactBoundary>({ ...head, compact_metadata: short });
      const keeps = quirks.has("hasPreserved");
      const preserved = keeps ? more.preservedUuid : undefined;
      const anchor = preserved === undefined ? undefined : (more.anchorUuid ?? identity.uuid());
      return toLine<SystemCompactBoundary>({
        ...head,
        compact_metadata: {
          ...short,
          post_tokens: postTokens,
          ...(keeps ? { cumulative_dropped_tokens: 0 } : {}),
          duration_ms: more.durationMs ?? 0,
          ...(preserved === undefined || anchor === undefined ? {} : toPreserved(preserved, anchor)),
        },
        logical_parent_uuid: quirks.has("hasLogicalParent")
          ? (more.logicalParentUuid ?? preserved ?? identity.uuid())
          : undefined,
      });
    },

    permissionDenied(toolName, toolUseId, reason, reasonType) {
      if (!quirks.has("writesPermissionDenied")) return undefined;
      return toLine<SystemPermissionDenied>({
        type: "system",
        subtype: "permission_denied",
        tool_name: toolName,
        tool_use_id: toolUseId,
        decision_reason_type: reasonType,
        decision_reason: reasonType === "hook" ? reason : undefined,
        message: reason,
        ...ids(),
      });
    },

    hookStarted(hookId, name, event) {
      if (!quirks.has("writesHookStarted")) return undefined;
      const hook = { hook_id: hookId, hook_name: name, hook_event: event };
      return toLine<SystemHookStarted>({ type: "system", subtype: "hook_started", ...hook, ...ids() });
    },

    hookProgress(hookId, name, event, outcome) {
      if (!quirks.has("writesNotification")) return undefined;
      const { output, stdout, stderr } = splitOutput(outcome);
      const hook = { hook_id: hookId, hook_name: name, hook_event: event };
      const printed = { stdout, stderr, output };
      return toLine<SystemHookProgress>({ type: "system", subtype: "hook_progress", ...hook, ...printed, ...ids() });
    },

    hookResponse(hookId, name, event, outcome) {
      if (!quirks.has("writesHookResponse")) return undefined;
      const isFull = quirks.has("writesHookStarted");
      return toLine<SystemHookResponse>({
        type: "system",
        subtype: "hook_response",
        ...(isFull ? { hook_id: hookId } : idsTurned()),
        hook_name: name,
        hook_event: event,
        ...(isFull ? splitOutput(outcome) : { ...splitOutput(outcome), output: undefined }),
        exit_code: outcome.exitCode,
        outcome: isFull ? (outcome.isError ? "error" : "success") : undefined,
        ...(isFull ? ids() : {}),
      });
    },

    system: (subtype, fields) => createNoticeLine(context, subtype, fields),
  };
}

function createNoticeLine<Subtype extends NoticeSubtype>(
  context: LineContext,
  subtype: Subtype,
  fields: NoticeFields<Subtype>,
): MaybeLine {
  const { quirks, identity, sessionId } = context;
  const order = getNoticeIds(quirks, subtype);
  if (order === "none") return undefined;
  const head = { type: "system", subtype };
  const uuid = identity.uuid();
  if (order === "front") return { ...head, uuid, ...fields, session_id: sessionId };
  if (order === "turned") return { ...head, ...fields, session_id: sessionId, uuid };
  return { ...head, ...fields, uuid, session_id: sessionId };
}

const RATE_LIMIT_ORDER: readonly (keyof RateLimitInfo)[] = [
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

function createRateLimitLine(context: LineContext, info: RateLimitInfo): MaybeLine {
  const { quirks, identity, sessionId } = context;
  if (!quirks.has("writesRateLimit")) return undefined;
  const hidesOverage = !quirks.has("writesOverageInWarning") && info.status === "allowed_warning";
  return toLine<RateLimitMessage>({
    type: "rate_limit_event",
    rate_limit_info: orderFields<RateLimitInfo>(RATE_LIMIT_ORDER, {
      ...info,
      overageStatus: hidesOverage ? undefined : info.overageStatus,
      overageDisabledReason: hidesOverage ? undefined : info.overageDisabledReason,
      unifiedWindows: quirks.has("writesRateLimitWindows") ? info.unifiedWindows : undefined,
    }),
    uuid: identity.uuid(),
    session_id: sessionId,
  });
}

function toPreserved(uuid: string, anchor: string): Pick<CompactMetadata, "preserved_segment" | "preserved_messages"> {
  // No declaration of the CLI has `all_uuids`.
  const messages = { anchor_uuid: anchor, uuids: [uuid], all_uuids: [uuid] };
  return {
    preserved_segment: { head_uuid: uuid, anchor_uuid: anchor, tail_uuid: uuid },
    preserved_messages: messages,
  };
}

function splitOutput(outcome: HookOutcome): { output: string; stdout: string; stderr: string } {
  const stdout = outcome.stdout ?? (outcome.isError ? "" : outcome.output);
  const stderr = outcome.stderr ?? (outcome.isError ? outcome.output : "");
  return { output: outcome.output, stdout, stderr };
}
