// Control requests that the published JavaScript names without publishing their types. They can be sent; nothing is promised.

/** Subtypes of 2.1.325 that have a name and no public type. */
export type InternalControlSubtype =
  | "set_mcp_permission_mode_override"
  | "set_chrome_browser_hints"
  | "set_prompt_suggestions_paused"
  | "set_cwd"
  | "claim_session"
  | "remote_control"
  | "submit_feedback"
  | "submit_survey_feedback"
  | "generate_session_title"
  | "side_question"
  | "ultrareview_launch"
  | "message_rated"
  | "channel_enable"
  | "mcp_authenticate"
  | "mcp_clear_auth"
  | "mcp_oauth_callback_url"
  | "claude_authenticate"
  | "claude_oauth_callback"
  | "claude_oauth_wait_for_completion"
  | "get_memory_dialog"
  | "get_skills_dialog"
  | "get_status"
  | "export_conversation"
  | "get_chrome_dialog"
  | "get_chrome_browsers"
  | "select_chrome_browser"
  | "get_sandbox_dialog"
  | "get_plan"
  // Named by the remote bridge only.
  | "end_session"
  | "get_workspace_diff"
  | "stage_file"
  | "prefetch_attachments"
  | "fork_conversation";

/** One of them, with whatever fields it takes. */
export interface InternalControlRequest {
  readonly subtype: InternalControlSubtype;
  readonly [field: string]: unknown;
}
