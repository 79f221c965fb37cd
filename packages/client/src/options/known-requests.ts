// The control requests that each version of the CLI answers, found by sending all of them to eighteen versions. Before 2.1.74
// the CLI does not answer an unknown request, so it is not sent.

/** Oldest first. */
const MEASURED =
  "1.0.60 1.0.88 1.0.110 1.0.128 2.0.0 2.0.30 2.0.76 2.1.20 2.1.74 2.1.120 2.1.200 2.1.250 2.1.263 2.1.273 2.1.285 2.1.299 2.1.312 2.1.325".split(
    " ",
  );

/** The requests by the first tested version that answered. */
const FIRST_ANSWERED: Readonly<Record<string, string>> = {
  "1.0.60": "interrupt",
  "1.0.88": "initialize set_permission_mode",
  "1.0.128": "set_model mcp_status",
  "2.0.30": "set_max_thinking_tokens",
  "2.0.76": "mcp_message mcp_set_servers rewind_files",
  "2.1.20": "mcp_reconnect mcp_toggle",
  "2.1.74": "get_settings stop_task apply_flag_settings",
  "2.1.120":
    "get_context_usage get_session_cost get_binary_version read_file mcp_call seed_read_state cancel_async_message reload_plugins",
  "2.1.200": "get_usage list_models file_suggestions register_repo_root reload_skills background_tasks rename_session",
  "2.1.263": "reload_output_styles update_settings",
  "2.1.273": "get_hooks_listing list_permission_rules",
  "2.1.285": "mcp_read_resource",
  "2.1.299": "get_task_output",
  "2.1.325": "set_has_subscribers",
};

export interface KnownRequest {
  /** The first tested version that answers. */
  readonly since: string;
  /** The last tested version that does not answer; versions between the two are unknown. Undefined if all answer. */
  readonly missingIn: string | undefined;
}

const KNOWN: ReadonlyMap<string, KnownRequest> = new Map(
  Object.entries(FIRST_ANSWERED).flatMap(([since, subtypes]) =>
    subtypes
      .split(" ")
      .map((subtype) => [subtype, { since, missingIn: MEASURED[MEASURED.indexOf(since) - 1] }] as const),
  ),
);

/** Returns `undefined` for a request that was not tested. */
export function findKnownRequest(subtype: string): KnownRequest | undefined {
  return KNOWN.get(subtype);
}
