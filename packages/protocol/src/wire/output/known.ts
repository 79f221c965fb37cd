// The names this version knows, for code that must tell known from new at run time.
// The compiler proves each table against its union: a name missing here, or one too many, does not compile.

import type { ContentBlock, KnownContentBlock } from "../shared/content.ts";
import type { CliControlRequest } from "./control-request.ts";
import type { OutputMessage, SystemMessage } from "./message.ts";
import type { ResultMessage } from "./result.ts";
import type { StreamEvent } from "./stream-event.ts";

/** `type` of a line. */
export const OUTPUT_TYPES: ReadonlySet<string> = /* @__PURE__ */ namesOf<OutputMessage["type"]>({
  assistant: 0,
  user: 0,
  stream_event: 0,
  result: 0,
  system: 0,
  control_request: 0,
  control_response: 0,
  control_cancel_request: 0,
  keep_alive: 0,
  tool_progress: 0,
  tool_use_summary: 0,
  command_lifecycle: 0,
  active_goal: 0,
  rate_limit_event: 0,
  auth_status: 0,
  prompt_suggestion: 0,
  conversation_reset: 0,
  attachment: 0,
  transcript_mirror: 0,
  autocompact_state: 0,
  queued_notification: 0,
  bash_command: 0,
  sources_changed: 0,
});

/** `subtype` of a system line. */
export const SYSTEM_SUBTYPES: ReadonlySet<string> = /* @__PURE__ */ namesOf<SystemMessage["subtype"]>({
  init: 0,
  status: 0,
  compact_boundary: 0,
  api_retry: 0,
  control_request_progress: 0,
  model_fallback: 0,
  model_refusal_fallback: 0,
  model_refusal_no_fallback: 0,
  local_command_output: 0,
  informational: 0,
  notification: 0,
  hook_started: 0,
  hook_progress: 0,
  hook_response: 0,
  plugin_install: 0,
  task_started: 0,
  task_progress: 0,
  task_updated: 0,
  task_notification: 0,
  background_tasks_changed: 0,
  thinking_tokens: 0,
  session_state_changed: 0,
  worker_shutting_down: 0,
  commands_changed: 0,
  files_persisted: 0,
  memory_recall: 0,
  elicitation_complete: 0,
  permission_denied: 0,
  mirror_error: 0,
  session_writes_lost: 0,
  post_turn_summary: 0,
  task_summary: 0,
  session_metadata: 0,
  permission_check_status: 0,
  dev_intent: 0,
  checkpoint_done: 0,
  peer_message_hold: 0,
  session_title_changed: 0,
  code_change_published: 0,
  per_turn_effort_changed: 0,
  instruction_size_warning: 0,
  slack_tag_title: 0,
  vcs_state_changed: 0,
  voice_call_talk: 0,
  retry: 0,
});

/** `subtype` of a result line. */
export const RESULT_SUBTYPES: ReadonlySet<string> = /* @__PURE__ */ namesOf<ResultMessage["subtype"]>({
  success: 0,
  error: 0,
  error_during_execution: 0,
  error_max_turns: 0,
  error_max_budget_usd: 0,
  error_max_structured_output_retries: 0,
});

/** `request.subtype` of a control request from the CLI. */
export const CLI_CONTROL_SUBTYPES: ReadonlySet<string> = /* @__PURE__ */ namesOf<CliControlRequest["subtype"]>({
  can_use_tool: 0,
  hook_callback: 0,
  mcp_message: 0,
  elicitation: 0,
  request_user_dialog: 0,
  oauth_token_refresh: 0,
  host_auth_token_refresh: 0,
  remote_control_work_secret: 0,
  ui_copy: 0,
  ui_prompt_read: 0,
  ui_prompt_fill: 0,
  ui_prompt_paint: 0,
  ui_prompt_suggest: 0,
  ui_read_selection: 0,
  remote_tool_call: 0,
  remote_plumbing_call: 0,
  remote_tools_probe: 0,
  remote_tools_reannounce: 0,
});

/** `event.type` of a stream event. */
export const STREAM_EVENT_TYPES: ReadonlySet<string> = /* @__PURE__ */ namesOf<StreamEvent["type"]>({
  message_start: 0,
  content_block_start: 0,
  content_block_delta: 0,
  content_block_stop: 0,
  message_delta: 0,
  message_stop: 0,
  goal_state: 0,
  tool_progress: 0,
});

/** `type` of a content block: tells a `KnownContentBlock` from an `UnknownBlock`. */
export const CONTENT_BLOCK_TYPES: ReadonlySet<string> = /* @__PURE__ */ namesOf<KnownContentBlock["type"]>({
  text: 0,
  thinking: 0,
  redacted_thinking: 0,
  tool_use: 0,
  tool_result: 0,
  image: 0,
  document: 0,
  search_result: 0,
  tool_reference: 0,
  compaction: 0,
  server_tool_use: 0,
  web_search_tool_result: 0,
  web_fetch_tool_result: 0,
  code_execution_tool_result: 0,
  bash_code_execution_tool_result: 0,
  text_editor_code_execution_tool_result: 0,
  tool_search_tool_result: 0,
  mcp_tool_use: 0,
  mcp_tool_result: 0,
  container_upload: 0,
});

/** Whether a block is of a kind that this version knows; then a test on its `type` narrows it to one kind. */
export function isKnownBlock(block: ContentBlock): block is KnownContentBlock {
  return CONTENT_BLOCK_TYPES.has(block.type);
}

/** A set and not the record itself, so that a line of type "constructor" is unknown. */
function namesOf<Name extends string>(table: Record<Name, 0>): ReadonlySet<string> {
  return new Set(Object.keys(table));
}
