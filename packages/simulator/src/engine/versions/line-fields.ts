// The fields of lines in their order, and the version that brought each. A version writes the fields that it knows.

import type { ApiMessage, InitializeReply, SystemInit } from "@unspool/protocol/wire";
import type { JsonObject } from "../../json.ts";
import { isOlder, type VersionQuirks } from "./version-quirks.ts";

/** The version that brought a field; empty for one that was always there. */
export type FieldTable<Message> = Readonly<Partial<Record<keyof Message & string, string>>>;

/** `system/init`. */
export const INIT_FIELDS: FieldTable<SystemInit> = {
  type: "",
  subtype: "",
  cwd: "",
  session_id: "",
  tools: "",
  mcp_servers: "",
  model: "",
  permissionMode: "",
  slash_commands: "1.0.88",
  terminal_slash_commands: "2.1.250",
  apiKeySource: "",
  claude_code_version: "2.0.30",
  output_style: "1.0.88",
  agents: "1.0.128",
  skills: "2.0.30",
  plugins: "2.0.30",
  capabilities: "2.1.250",
  analytics_disabled: "2.1.120",
  product_feedback_disabled: "2.1.200",
  uuid: "1.0.88",
  memory_paths: "2.1.120",
  original_cwd: "2.1.312",
  additional_directories: "2.1.312",
  messaging_socket_path: "2.1.250",
  fast_mode_state: "2.1.74",
  fast_mode_disabled_reason: "2.1.250",
  per_turn_effort_active: "2.1.285",
  ultrathink_available: "2.1.325",
  ultrathink_typed_raises: "2.1.325",
  view_mode: "2.1.285",
  user_message_uuids: "2.1.312",
};

/** The response to `initialize`. */
export const INITIALIZE_FIELDS: FieldTable<InitializeReply> = {
  commands: "",
  agents: "2.1.74",
  output_style: "",
  available_output_styles: "",
  user_output_styles_dir: "2.1.273",
  models: "1.0.110",
  account: "1.0.128",
  pid: "2.1.74",
  claude_code_version: "2.1.299",
  current_permission_mode: "2.1.250",
  hooks_applied: "2.1.250",
  hook_on_failure_supported: "2.1.325",
  other_hook_ask_outranks_host: "2.1.325",
  feedback_mode: "2.1.285",
  analytics_disabled: "2.1.250",
  remote_control_auto_enable: "2.1.250",
  remote_control_auto_connect_default: "2.1.273",
  remote_control_available: "2.1.263",
  remote_control_auto_on_by_default: "2.1.250",
  ide_rc_auto_enable_gate: "2.1.250",
  fast_mode_state: "2.1.250",
  fast_mode_disabled_reason: "2.1.250",
  session_state: "2.1.250",
  capabilities: "2.1.299",
};

/** The message of a synthetic assistant line. */
export const SYNTHETIC_FIELDS: FieldTable<ApiMessage> = {
  diagnostics: "2.1.250",
  id: "",
  container: "1.0.110",
  model: "",
  role: "",
  stop_details: "2.1.200",
  stop_reason: "",
  stop_sequence: "",
  type: "",
  usage: "",
  content: "",
  context_management: "2.0.76",
};

/** Returns the fields of a table that the version knows, in the table's order. */
export function selectFields<Message>(
  { version }: VersionQuirks,
  table: FieldTable<Message>,
  fields: { readonly [Field in keyof Message]: Message[Field] | undefined },
): Message & JsonObject {
  const known = Object.entries<string | undefined>(table).filter(
    ([, since]) => since === "" || (since !== undefined && !isOlder(version, since)),
  );
  const values = fields as JsonObject;
  const selected = known.flatMap(([name]) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
  return Object.fromEntries(selected) as Message & JsonObject;
}

type IdOrder = "front" | "turned" | "plain" | "none";

/** The position of the ids in a notice: `uuid` first and `session_id` last, both last in either order, or no such line. */
const NOTICE_IDS: Readonly<Record<string, Readonly<Record<string, IdOrder>>>> = {
  informational: { "1.0.128": "none", "2.1.200": "plain" },
  notification: { "1.0.128": "none", "2.1.120": "plain", "2.1.285": "turned" },
  model_fallback: { "1.0.128": "none", "2.1.200": "turned", "2.1.285": "front" },
  model_refusal_fallback: { "1.0.128": "none", "2.1.250": "turned" },
  model_refusal_no_fallback: { "1.0.128": "none", "2.1.200": "turned", "2.1.285": "front" },
};

export function getNoticeIds(quirks: VersionQuirks, subtype: string): IdOrder {
  const byVersion = NOTICE_IDS[subtype];
  return byVersion === undefined ? "plain" : quirks.choose(byVersion);
}
