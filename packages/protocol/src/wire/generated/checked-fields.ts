// Generated from the wire types; do not edit. After a change of the types: `npm test -- wire-description -u`.

/**
 * Checked fields: of any line (`envelope`), of each message by type and subtype, and of objects inside: content blocks,
 * stream events and the two halves of the control protocol.
 */
export const CHECKED_FIELDS: string = `
  envelope uuid?:string session_id?:string parent_tool_use_id?:string
  assistant message:object supersedes?:array
  user message:object
  stream_event event:object
  result total_cost_usd?:number usage?:object modelUsage?:object permission_denials?:array subtype?:string errors?:array
  control_request request_id:string request:object
  control_response response:object
  control_cancel_request request_id:string
  tool_progress tool_use_id:string elapsed_time_seconds?:number
  rate_limit_event rate_limit_info:object
  system subtype:string
  system/init model?:string tools?:array mcp_servers?:array
  system/status status?:string
  system/session_state_changed state:string
  system/compact_boundary compact_metadata?:object
  system/api_retry attempt:number error_status?:number
  system/task_started task_id:string tool_use_id?:string description?:string
  system/task_progress task_id:string tool_use_id?:string description?:string usage?:object
  system/task_updated task_id:string tool_use_id?:string patch?:object
  system/task_notification task_id:string tool_use_id?:string status?:string description?:string usage?:object
  system/background_tasks_changed tasks:array
  system/hook_started hook_id?:string hook_name?:string hook_event?:string
  system/hook_progress hook_id?:string hook_name?:string hook_event?:string
  system/hook_response hook_id?:string hook_name?:string hook_event?:string
  system/permission_denied tool_name:string
  block type:string
  block/text text:string
  block/thinking thinking?:string text?:string
  block/tool_use id:string name:string
  block/tool_result tool_use_id:string
  event type:string
  event/message_start message:object
  event/content_block_start index:number content_block:object
  event/content_block_delta index:number delta:object
  event/content_block_stop index:number
  event/message_delta delta?:object usage?:object
  request subtype:string
  response subtype?:string request_id?:string`;
