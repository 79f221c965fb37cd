// The fields of `result` in their order, by version and by how the turn ended.

import type { ResultError, ResultSuccess } from "@unspool/protocol/wire";
import type { VersionQuirks } from "./version-quirks.ts";

/** A field of a success or of an error. */
type ResultField = keyof ResultSuccess | keyof ResultError;

type Shape = "success" | "error" | "local" | "exhausted";

const COUNTS: readonly ResultField[] = ["session_id", "total_cost_usd", "usage", "modelUsage", "permission_denials"];
const FIRST_COUNTS: readonly ResultField[] = ["session_id", "total_cost_usd", "usage"];
const EARLY_COUNTS: readonly ResultField[] = [...FIRST_COUNTS, "permission_denials"];
const TIMES: readonly ResultField[] = ["ttft_ms", "ttft_stream_ms", "time_to_request_ms"];
const SUCCESS: readonly ResultField[] = ["type", "subtype", "is_error"];
const ERROR: readonly ResultField[] = ["type", "subtype", "duration_ms", "duration_api_ms", "is_error", "num_turns"];
const RUN: readonly ResultField[] = ["duration_ms", "duration_api_ms"];

const NEWEST_MIDDLE: readonly ResultField[] = [
  "terminal_reason",
  "fast_mode_state",
  "fast_mode_disabled_reason",
  "origin",
  "subagent_stats",
  "safety_stops",
];
const NEWEST_END: readonly ResultField[] = ["queued_turn_count", "result_index", "model_usage_since_last_result"];
const NEWEST_USER: readonly ResultField[] = ["user_message_uuid", "user_message_uuids"];
const NEWEST_FIRST_REQUEST: readonly ResultField[] = [
  "request_sent_wall_ms",
  "first_request_input_tokens",
  "first_request_cache_read_input_tokens",
];
const NEWEST_OUTCOME: readonly ResultField[] = [
  "subtype",
  "api_error_status",
  "api_error_type",
  "api_error",
  "result",
  "structured_output",
  "deferred_tool_use",
  "errors",
];

/** A turn of the model. */
const NEWEST: readonly ResultField[] = [
  "duration_api_ms",
  "stop_reason",
  ...COUNTS,
  ...NEWEST_MIDDLE,
  "is_error",
  "num_turns",
  ...NEWEST_OUTCOME,
  "ttft_ms",
  "type",
  "duration_ms",
  "uuid",
  "ttft_stream_ms",
  "time_to_request_ms",
  "first_content_frame_ms",
  ...NEWEST_USER,
  ...NEWEST_FIRST_REQUEST,
  ...NEWEST_END,
];

/** A turn that ended without the model: a local command, or no valid structured output. */
const NEWEST_LOCAL: readonly ResultField[] = [
  "is_error",
  "duration_api_ms",
  "num_turns",
  "stop_reason",
  ...COUNTS,
  ...NEWEST_MIDDLE,
  "subtype",
  "result",
  "errors",
  ...NEWEST_USER,
  "local_command",
  "type",
  "duration_ms",
  "uuid",
  ...NEWEST_END,
];

/** A turn of any kind, before the newest version distinguished turns of the model from others. */
const NEWER: readonly ResultField[] = [
  "is_error",
  "duration_api_ms",
  "num_turns",
  "stop_reason",
  ...COUNTS,
  "terminal_reason",
  "fast_mode_state",
  "fast_mode_disabled_reason",
  "origin",
  "subagent_stats",
  "subtype",
  "api_error_status",
  "result",
  "structured_output",
  "deferred_tool_use",
  "errors",
  ...TIMES,
  "user_message_uuid",
  "request_sent_wall_ms",
  "type",
  "duration_ms",
  "uuid",
  "queued_turn_count",
];

const SINCE_2_1_299: readonly ResultField[] = ["safety_stops", "api_error", "first_request_input_tokens"];
const SINCE_2_1_312: readonly ResultField[] = ["model_usage_since_last_result"];
const SINCE_2_1_325: readonly ResultField[] = ["api_error_type", "first_request_cache_read_input_tokens"];

const ORDERS: Readonly<Record<string, Readonly<Record<Shape, readonly ResultField[]>>>> = {
  "1.0.60": toOlderOrders([...SUCCESS, ...RUN, "num_turns", "result", ...FIRST_COUNTS], [...ERROR, ...FIRST_COUNTS]),
  "1.0.88": toOlderOrders(
    [...SUCCESS, ...RUN, "num_turns", "result", ...EARLY_COUNTS, "uuid"],
    [...ERROR, ...EARLY_COUNTS, "uuid"],
  ),
  "1.0.128": toOlderOrders(
    [...SUCCESS, ...RUN, "num_turns", "result", ...COUNTS, "uuid"],
    [...ERROR, ...COUNTS, "uuid"],
  ),
  "2.0.30": toOlderOrders(
    [...SUCCESS, ...RUN, "num_turns", "result", ...COUNTS, "structured_output", "uuid"],
    [...ERROR, ...COUNTS, "uuid", "errors"],
  ),
  "2.1.74": toOlderOrders(
    [
      ...SUCCESS,
      ...RUN,
      "num_turns",
      "result",
      "stop_reason",
      ...COUNTS,
      "structured_output",
      "fast_mode_state",
      "uuid",
    ],
    [...ERROR, "stop_reason", ...COUNTS, "fast_mode_state", "uuid", "errors"],
  ),
  "2.1.120": toOlderOrders(
    [
      ...SUCCESS,
      "api_error_status",
      ...RUN,
      "num_turns",
      "result",
      "stop_reason",
      ...COUNTS,
      "structured_output",
      "deferred_tool_use",
      "terminal_reason",
      "fast_mode_state",
      "uuid",
    ],
    [...ERROR, "stop_reason", ...COUNTS, "terminal_reason", "fast_mode_state", "uuid", "errors"],
  ),
  "2.1.200": toOlderOrders(
    [
      ...SUCCESS,
      "api_error_status",
      ...RUN,
      ...TIMES,
      "num_turns",
      "result",
      "stop_reason",
      ...COUNTS,
      "structured_output",
      "deferred_tool_use",
      "terminal_reason",
      "fast_mode_state",
      "origin",
      "uuid",
    ],
    [...ERROR, "stop_reason", ...COUNTS, "terminal_reason", "fast_mode_state", "uuid", "errors"],
  ),
  "2.1.250": useForAll(NEWER),
  "2.1.263": useForAll([...NEWER, "first_content_frame_ms", "user_message_uuids"]),
  "2.1.273": useForAll([...NEWER, "first_content_frame_ms", "user_message_uuids", "local_command", "result_index"]),
  "2.1.285": omitFromNewest(...SINCE_2_1_299, ...SINCE_2_1_312, ...SINCE_2_1_325),
  "2.1.299": omitFromNewest(...SINCE_2_1_312, ...SINCE_2_1_325),
  "2.1.312": omitFromNewest(...SINCE_2_1_325),
  "2.1.325": { success: NEWEST, error: NEWEST, local: NEWEST_LOCAL, exhausted: NEWEST_LOCAL },
};

export function getResultFields(quirks: VersionQuirks, shape: Shape): readonly ResultField[] {
  return quirks.choose(ORDERS)[shape];
}

function useForAll(order: readonly ResultField[]): Readonly<Record<Shape, readonly ResultField[]>> {
  return { success: order, error: order, local: order, exhausted: order };
}

/** Returns the newest orders without the fields that came between 2.1.285 and 2.1.325. */
function omitFromNewest(...absent: readonly ResultField[]): Readonly<Record<Shape, readonly ResultField[]>> {
  const [model, local] = [NEWEST, NEWEST_LOCAL].map((order) => order.filter((key) => !absent.includes(key)));
  return { success: model ?? [], error: model ?? [], local: local ?? [], exhausted: local ?? [] };
}

function toOlderOrders(
  success: readonly ResultField[],
  error: readonly ResultField[],
): Readonly<Record<Shape, readonly ResultField[]>> {
  return { success, error, local: success, exhausted: error };
}
