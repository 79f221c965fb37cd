// The control requests that each version knows, besides those that steer the engine.

import { isOlder } from "./version-quirks.ts";

const SINCE: Readonly<Record<string, string>> = {
  mcp_status: "1.0.128",
  set_max_thinking_tokens: "2.0.30",
  mcp_message: "2.0.76",
  mcp_set_servers: "2.0.76",
  rewind_files: "2.0.76",
  mcp_reconnect: "2.1.20",
  mcp_toggle: "2.1.20",
  get_settings: "2.1.74",
  apply_flag_settings: "2.1.74",
  stop_task: "2.1.74",
  get_context_usage: "2.1.120",
  get_session_cost: "2.1.120",
  get_binary_version: "2.1.120",
  mcp_call: "2.1.120",
  seed_read_state: "2.1.120",
  reload_plugins: "2.1.120",
  get_usage: "2.1.200",
  list_models: "2.1.200",
  file_suggestions: "2.1.200",
  register_repo_root: "2.1.200",
  reload_skills: "2.1.200",
  background_tasks: "2.1.200",
  rename_session: "2.1.200",
  get_hooks_listing: "2.1.273",
  list_permission_rules: "2.1.273",
  get_task_output: "2.1.299",
  mcp_read_resource: "2.1.285",
  reload_output_styles: "2.1.263",
  update_settings: "2.1.263",
  set_has_subscribers: "2.1.325",
};

export function knowsRequest(version: string, subtype: string): boolean {
  const since = Object.hasOwn(SINCE, subtype) ? SINCE[subtype] : undefined;
  return since !== undefined && !isOlder(version, since);
}
