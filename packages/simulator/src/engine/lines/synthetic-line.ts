// Synthetic assistant lines: an API error, or the output of a local command.

import type { Json, JsonObject } from "../../json.ts";
import { apiErrorType } from "./api-error-type.ts";
import { ASSISTANT_ORDER, assistantEnvelope } from "./envelope.ts";
import { orderFields, type LineContext } from "./context.ts";
import { selectFields, SYNTHETIC_FIELDS } from "../versions/line-fields.ts";
import type { AgentInfo, ErrorInfo, Line } from "./lines.ts";
import { syntheticUsage } from "./usage.ts";

export function syntheticLine(
  context: LineContext,
  text: string,
  error: ErrorInfo | undefined,
  more: JsonObject,
  agent: AgentInfo | undefined,
): Line {
  const { quirks, identity } = context;
  const { stop_reason: stopReason, stop_details: stopDetails, request_id: requestId, ...rest } = more;
  const message = selectFields<JsonObject>(quirks, SYNTHETIC_FIELDS, {
    diagnostics: null,
    id: identity.uuid(),
    container: null,
    model: "<synthetic>",
    role: "assistant",
    stop_details: stopDetails ?? null,
    ...getStop(context, error, stopReason),
    type: "message",
    usage: syntheticUsage(quirks),
    content: [{ type: "text", text }],
    context_management: null,
  });
  const fields: JsonObject = {
    type: "assistant",
    message,
    ...assistantEnvelope(context, agent),
    ...(requestId !== undefined && quirks.has("hasRequestId") ? { request_id: requestId } : {}),
    ...(error === undefined ? {} : errorFields(context, error)),
    ...(quirks.has("hasErrorDetails") ? rest : selectContextUsage(context, rest)),
  };
  return orderFields(ASSISTANT_ORDER, fields);
}

/** The first of the later fields that a version had. */
function selectContextUsage(context: LineContext, more: JsonObject): JsonObject {
  const { context_usage: usage } = more;
  return usage !== undefined && context.quirks.has("hasErrorMark") ? { context_usage: usage } : {};
}

/**
 * Returns the stop reason of a synthetic message: an empty stop sequence, except for local output of the newest
 * version.
 */
function getStop(context: LineContext, error: ErrorInfo | undefined, asked: Json | undefined): JsonObject {
  const own = error === undefined && context.quirks.has("hasErrorMark") ? "end_turn" : "stop_sequence";
  const reason = asked ?? own;
  const isEmpty = reason === "refusal" || reason === "stop_sequence";
  return { stop_reason: reason, stop_sequence: isEmpty ? "" : null };
}

function errorFields(context: LineContext, error: ErrorInfo): JsonObject {
  const { quirks } = context;
  const { status } = error;
  return {
    ...(quirks.has("hasErrorKind") && error.kind !== "" ? { error: error.kind } : {}),
    ...(quirks.has("hasErrorMark") ? { is_api_error_message: true } : {}),
    ...(quirks.has("hasErrorDetails")
      ? {
          ...(status === undefined ? {} : { api_error_status: status }),
          ...(error.code === undefined ? {} : { api_error: error.code }),
          ...(error.params === undefined ? {} : { api_error_params: error.params }),
          ...(status === undefined || !quirks.has("hasApiErrorType")
            ? {}
            : { api_error_type: error.type ?? apiErrorType(status) }),
        }
      : {}),
  };
}
