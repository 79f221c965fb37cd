// The kinds of lines that the simulator writes, for those who name one: a fault behind any other would never strike.

import { nearest } from "../scenario/near.ts";

/** Type → subtypes, which stand in the line, in its event, its request or its response. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  assistant: [],
  user: [],
  result: words(
    "success error_during_execution error_max_turns error_max_budget_usd error_max_structured_output_retries",
  ),
  stream_event: words(
    "message_start content_block_start content_block_delta content_block_stop message_delta message_stop",
  ),
  system: words(
    `init status api_retry compact_boundary informational notification permission_denied thinking_tokens task_started
    task_progress task_updated task_notification background_tasks_changed hook_started hook_progress hook_response
    session_state_changed model_fallback model_refusal_fallback model_refusal_no_fallback`,
  ),
  control_request: words("can_use_tool hook_callback mcp_message"),
  control_response: words("success error"),
  control_cancel_request: [],
  command_lifecycle: [],
  conversation_reset: [],
  prompt_suggestion: [],
  rate_limit_event: [],
};

const KNOWN: readonly string[] = Object.entries(KINDS).flatMap(([type, subtypes]) => [
  type,
  ...subtypes.map((subtype) => `${type}/${subtype}`),
]);

export function isWrittenKind(kind: string): boolean {
  return KNOWN.includes(kind);
}

/** What may have been meant: the nearest kind, one with this subtype, or else all that there are. */
export function kindsNear(kind: string): readonly string[] {
  const [type = "", subtype] = kind.split("/");
  const subtypes = KNOWN.filter((known) => known.startsWith(`${type}/`));
  const near = nearest(kind, subtype !== undefined && subtypes.length > 0 ? subtypes : KNOWN);
  const meant = near ?? KNOWN.find((known) => known.endsWith(`/${kind}`));
  if (meant !== undefined) return [meant];
  return subtypes.length > 0 ? subtypes : Object.keys(KINDS);
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
