// The types of lines that the simulator writes. A fault after any other type would never happen.

import { findNearest } from "@unspool/protocol/kit";

/** Subtypes by type. A subtype is a field of the line, of its event, its request or its response. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  assistant: [],
  user: [],
  result: split(
    "success error_during_execution error_max_turns error_max_budget_usd error_max_structured_output_retries",
  ),
  stream_event: split(
    "message_start content_block_start content_block_delta content_block_stop message_delta message_stop",
  ),
  system: split(
    `init status api_retry compact_boundary informational notification permission_denied thinking_tokens task_started
    task_progress task_updated task_notification background_tasks_changed hook_started hook_progress hook_response
    session_state_changed model_fallback model_refusal_fallback model_refusal_no_fallback`,
  ),
  control_request: split("can_use_tool hook_callback mcp_message"),
  control_response: split("success error"),
  control_cancel_request: [],
  command_lifecycle: [],
  conversation_reset: [],
  prompt_suggestion: [],
  rate_limit_event: [],
};

const KNOWN: readonly string[] = Object.entries(TYPES).flatMap(([type, subtypes]) => [
  type,
  ...subtypes.map((subtype) => `${type}/${subtype}`),
]);

export function isWrittenType(type: string): boolean {
  return KNOWN.includes(type);
}

/** Suggests types for an unknown one: the nearest, one with this subtype, or else all. */
export function suggestTypes(wanted: string): readonly string[] {
  const [type = "", subtype] = wanted.split("/");
  const subtypes = KNOWN.filter((known) => known.startsWith(`${type}/`));
  const near = findNearest(wanted, subtype !== undefined && subtypes.length > 0 ? subtypes : KNOWN);
  const meant = near ?? KNOWN.find((known) => known.endsWith(`/${wanted}`));
  if (meant !== undefined) return [meant];
  return subtypes.length > 0 ? subtypes : Object.keys(TYPES);
}

function split(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
