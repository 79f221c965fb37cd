// The CLI's own words in the model's place: an API error, or what a local command printed.

import type { Json, JsonObject } from "../../json.ts";
import { apiErrorType } from "./api-error-type.ts";
import { ASSISTANT_ORDER, assistantEnvelope } from "./assistant-envelope.ts";
import { arrange, type LineContext } from "./context.ts";
import type { AgentOfLine, ErrorOfLine, Line } from "./lines.ts";
import { syntheticUsage } from "./usage.ts";

const HEAD = ["id", "container", "model", "role"];
const TAIL = ["stop_reason", "stop_sequence", "type", "usage", "content"];

const ORDERS: Readonly<Record<string, readonly string[]>> = {
  "1.0.60": ["id", "model", "role", ...TAIL],
  "1.0.110": [...HEAD, ...TAIL],
  "2.0.76": [...HEAD, ...TAIL, "context_management"],
  "2.1.200": [...HEAD, "stop_details", ...TAIL, "context_management"],
  "2.1.250": ["diagnostics", ...HEAD, "stop_details", ...TAIL, "context_management"],
};

export function syntheticLine(
  context: LineContext,
  text: string,
  error: ErrorOfLine | undefined,
  more: JsonObject,
  agent: AgentOfLine | undefined,
): Line {
  const { manners, identity } = context;
  const { stop_reason: stopReason, stop_details: stopDetails, request_id: requestId, ...rest } = more;
  const all: JsonObject = {
    diagnostics: null,
    id: identity.uuid(),
    container: null,
    model: "<synthetic>",
    role: "assistant",
    stop_details: stopDetails ?? null,
    ...stopOf(context, error, stopReason),
    type: "message",
    usage: syntheticUsage(manners),
    content: [{ type: "text", text }],
    context_management: null,
  };
  const message = Object.fromEntries(manners.choose(ORDERS).map((key) => [key, all[key]]));
  const fields: JsonObject = {
    type: "assistant",
    message,
    ...assistantEnvelope(context, agent),
    ...(requestId !== undefined && manners.has("hasRequestId") ? { request_id: requestId } : {}),
    ...(error === undefined ? {} : errorFields(context, error)),
    ...(manners.has("hasErrorDetails") ? rest : contextUsageOf(context, rest)),
  };
  return arrange(ASSISTANT_ORDER, fields);
}

/** The first of the later fields that a version had. */
function contextUsageOf(context: LineContext, more: JsonObject): JsonObject {
  const { context_usage: usage } = more;
  return usage !== undefined && context.manners.has("hasErrorMark") ? { context_usage: usage } : {};
}

/** The stop of a message that nobody stopped: a stop sequence that is empty, but for the newest version's own output. */
function stopOf(context: LineContext, error: ErrorOfLine | undefined, asked: Json | undefined): JsonObject {
  const own = error === undefined && context.manners.has("hasErrorMark") ? "end_turn" : "stop_sequence";
  const reason = asked ?? own;
  const isEmpty = reason === "refusal" || reason === "stop_sequence";
  return { stop_reason: reason, stop_sequence: isEmpty ? "" : null };
}

function errorFields(context: LineContext, error: ErrorOfLine): JsonObject {
  const { manners } = context;
  const { status } = error;
  return {
    ...(manners.has("hasErrorKind") && error.kind !== "" ? { error: error.kind } : {}),
    ...(manners.has("hasErrorMark") ? { is_api_error_message: true } : {}),
    ...(manners.has("hasErrorDetails")
      ? {
          ...(status === undefined ? {} : { api_error_status: status }),
          ...(error.code === undefined ? {} : { api_error: error.code }),
          ...(error.params === undefined ? {} : { api_error_params: error.params }),
          ...(status === undefined || !manners.has("hasApiErrorType")
            ? {}
            : { api_error_type: error.type ?? apiErrorType(status) }),
        }
      : {}),
  };
}
