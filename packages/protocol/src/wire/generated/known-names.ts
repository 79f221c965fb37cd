// Generated from the wire types; do not edit. After a change of the types: `npm test -- wire-description -u`.

/** `type` of a line. */
export const OUTPUT_TYPES: ReadonlySet<string> = /* @__PURE__ */ toSet(`
  assistant
  user
  stream_event
  result
  system
  control_request
  control_response
  control_cancel_request
  keep_alive
  tool_progress
  tool_use_summary
  command_lifecycle
  active_goal
  rate_limit_event
  auth_status
  prompt_suggestion
  conversation_reset
  attachment
  transcript_mirror
  autocompact_state
  queued_notification
  bash_command
  sources_changed`);

/** `subtype` of a system line. */
export const SYSTEM_SUBTYPES: ReadonlySet<string> = /* @__PURE__ */ toSet(`
  init
  status
  session_state_changed
  compact_boundary
  commands_changed
  files_persisted
  memory_recall
  session_writes_lost
  mirror_error
  worker_shutting_down
  api_retry
  control_request_progress
  model_fallback
  model_refusal_fallback
  model_refusal_no_fallback
  retry
  thinking_tokens
  task_started
  task_progress
  task_updated
  task_notification
  background_tasks_changed
  hook_started
  hook_progress
  hook_response
  local_command_output
  informational
  notification
  plugin_install
  elicitation_complete
  permission_denied
  code_change_published
  session_title_changed
  post_turn_summary
  task_summary
  session_metadata
  permission_check_status
  dev_intent
  checkpoint_done
  peer_message_hold
  per_turn_effort_changed
  instruction_size_warning
  slack_tag_title
  vcs_state_changed
  voice_call_talk`);

/** `subtype` of a result line. */
export const RESULT_SUBTYPES: ReadonlySet<string> = /* @__PURE__ */ toSet(`
  success
  error_during_execution
  error_max_turns
  error_max_budget_usd
  error_max_structured_output_retries
  error`);

/** `request.subtype` of a control request from the CLI. */
export const CLI_CONTROL_SUBTYPES: ReadonlySet<string> = /* @__PURE__ */ toSet(`
  can_use_tool
  hook_callback
  mcp_message
  elicitation
  request_user_dialog
  oauth_token_refresh
  host_auth_token_refresh
  remote_control_work_secret
  ui_copy
  ui_prompt_read
  ui_prompt_fill
  ui_prompt_paint
  ui_prompt_suggest
  ui_read_selection
  remote_tool_call
  remote_plumbing_call
  remote_tools_probe
  remote_tools_reannounce`);

/** `event.type` of a stream event. */
export const STREAM_EVENT_TYPES: ReadonlySet<string> = /* @__PURE__ */ toSet(`
  message_start
  content_block_start
  content_block_delta
  content_block_stop
  message_delta
  message_stop
  goal_state
  tool_progress`);

/** `type` of a content block. */
export const CONTENT_BLOCK_TYPES: ReadonlySet<string> = /* @__PURE__ */ toSet(`
  text
  thinking
  redacted_thinking
  tool_use
  tool_result
  image
  document
  search_result
  tool_reference
  compaction
  server_tool_use
  web_search_tool_result
  web_fetch_tool_result
  code_execution_tool_result
  bash_code_execution_tool_result
  text_editor_code_execution_tool_result
  tool_search_tool_result
  mcp_tool_use
  mcp_tool_result
  container_upload`);

/** A set and no object, so that a line of type "constructor" is unknown. */
function toSet(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/));
}
