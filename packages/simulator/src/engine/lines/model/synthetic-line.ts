// Synthetic assistant lines: an API error, or the output of a local command.

import type { ApiMessage, AssistantMessage, StopReason } from "@unspool/protocol/wire";
import { getApiErrorType } from "../api-error-type.ts";
import { ASSISTANT_ORDER, createAssistantEnvelope } from "../envelope.ts";
import { orderFields, type Draft, type LineContext } from "../context.ts";
import { selectFields, SYNTHETIC_FIELDS } from "../../versions/line-fields.ts";
import type { AgentInfo, ErrorInfo, Line, SyntheticExtras } from "../lines.ts";
import { createSyntheticUsage } from "../usage.ts";

export function createSyntheticLine(
  context: LineContext,
  text: string,
  error: ErrorInfo | undefined,
  more: SyntheticExtras,
  agent: AgentInfo | undefined,
): Line {
  const { quirks, identity } = context;
  const { stop_reason: stopReason, stop_details: stopDetails, request_id: requestId, ...rest } = more;
  const message = selectFields<ApiMessage>(quirks, SYNTHETIC_FIELDS, {
    diagnostics: null,
    id: identity.uuid(),
    container: null,
    model: "<synthetic>",
    role: "assistant",
    stop_details: stopDetails ?? null,
    ...getStop(context, error, stopReason),
    type: "message",
    usage: createSyntheticUsage(quirks),
    content: [{ type: "text", text }],
    context_management: null,
  });
  return orderFields<AssistantMessage>(ASSISTANT_ORDER, {
    type: "assistant",
    message,
    ...createAssistantEnvelope(context, agent),
    request_id: quirks.has("hasRequestId") ? requestId : undefined,
    ...(error === undefined ? {} : toErrorFields(context, error)),
    ...(quirks.has("hasErrorDetails") ? rest : selectContextUsage(context, rest)),
  });
}

/** Returns `context_usage`, the first of the later fields that a version had. */
function selectContextUsage(
  context: LineContext,
  more: SyntheticExtras,
): Draft<Pick<AssistantMessage, "context_usage">> {
  return { context_usage: context.quirks.has("hasErrorMark") ? more.context_usage : undefined };
}

/**
 * Returns the stop reason of a synthetic message. The default is `stop_sequence` with an empty sequence; for the output of
 * a local command in the newest version it is `end_turn`.
 */
function getStop(
  context: LineContext,
  error: ErrorInfo | undefined,
  asked: StopReason | null | undefined,
): Pick<ApiMessage, "stop_reason" | "stop_sequence"> {
  const own = error === undefined && context.quirks.has("hasErrorMark") ? "end_turn" : "stop_sequence";
  const reason = asked ?? own;
  const isEmpty = reason === "refusal" || reason === "stop_sequence";
  return { stop_reason: reason, stop_sequence: isEmpty ? "" : null };
}

type ErrorFields = Pick<
  AssistantMessage,
  "error" | "is_api_error_message" | "api_error_status" | "api_error" | "api_error_params" | "api_error_type"
>;

function toErrorFields({ quirks }: LineContext, error: ErrorInfo): Draft<ErrorFields> {
  const { status } = error;
  const hasDetails = quirks.has("hasErrorDetails");
  const hasType = hasDetails && status !== undefined && quirks.has("hasApiErrorType");
  return {
    error: quirks.has("hasErrorKind") && error.kind !== "" ? error.kind : undefined,
    is_api_error_message: quirks.has("hasErrorMark") ? true : undefined,
    api_error_status: hasDetails ? status : undefined,
    api_error: hasDetails ? error.code : undefined,
    api_error_params: hasDetails ? error.params : undefined,
    api_error_type: hasType ? (error.type ?? getApiErrorType(status)) : undefined,
  };
}
