// Control requests, each as one line. All of them use `control`; the named ones come from a table that maps their
// arguments to wire fields. The answer has the id that the caller chose and the type in `ControlReplies`.

import type { ControlSubtype } from "../wire/input/control-request.ts";
import type { ControlRequests } from "../wire/input/control-requests.ts";
import type { RequestEncoders } from "./request-encoders.ts";
import { applyRules } from "./request-rules.ts";
import { requireId, requireJson, requireObject, requireOptions, requireText } from "./require.ts";
import { toSnakeCase } from "./snake-case.ts";
import { toLine } from "./to-line.ts";

/**
 * The fields that the encoder of each subtype takes as arguments, in order. An options object may follow them.
 * The encoder's name is the subtype in camelCase.
 */
const argumentFields: { readonly [Subtype in NamedSubtype]: Words<keyof ControlRequests[Subtype] & string> } = {
  interrupt: "",
  set_permission_mode: "mode",
  set_model: "model",
  set_max_thinking_tokens: "max_thinking_tokens",
  rename_session: "title",
  set_color: "color",
  mcp_status: "liveReply",
  mcp_set_servers: "servers",
  mcp_reconnect: "serverName",
  mcp_toggle: "serverName enabled",
  mcp_read_resource: "serverName uri",
  mcp_call: "tool arguments",
  mcp_message: "server_name message",
  get_context_usage: "",
  get_usage: "",
  get_session_cost: "",
  list_models: "",
  get_binary_version: "",
  get_settings: "",
  get_hooks_listing: "",
  get_task_output: "task_id",
  list_permission_rules: "",
  file_suggestions: "query",
  read_file: "path",
  rewind_files: "user_message_id",
  seed_read_state: "path mtime",
  cancel_async_message: "message_uuid",
  register_repo_root: "directory",
  reload_plugins: "",
  reload_skills: "",
  reload_output_styles: "",
  stop_task: "task_id",
  background_tasks: "tool_use_id",
  apply_flag_settings: "settings",
  update_settings: "source settings",
  set_has_subscribers: "has_subscribers",
};

type Words<Word extends string> = "" | Word | `${Word} ${Word}`;

/** All but `initialize`, whose fields are camelCase also on the wire. */
type NamedSubtype = Exclude<ControlSubtype, "initialize">;

export const requestEncoders: RequestEncoders = {
  control,
  initialize: (requestId, fields = {}) => controlByRule(requestId, "initialize", requireOptions(fields)),
  // The compiler cannot check computed names; the tests compare the exact line of every one of them.
  ...(Object.fromEntries(
    Object.entries(argumentFields).map(([subtype, fields]) => [
      toCamelCase(subtype),
      named(subtype, fields.match(/\w+/g) ?? []),
    ]),
  ) as unknown as Omit<RequestEncoders, "control" | "initialize">),
};

function toCamelCase(subtype: string): string {
  return subtype.replace(/_./g, (letter) => letter.slice(1).toUpperCase());
}

function named(subtype: string, fields: readonly string[]) {
  return (requestId: string, ...values: readonly unknown[]): string => {
    const { [fields.length]: options = {} } = values as readonly object[];
    requireOptions(Object.fromEntries(fields.map((field, index) => [toCamelCase(field), values[index]])));
    const given = Object.fromEntries(fields.map((field, index) => [field, values[index]]));
    // Spread twice: first for the position on the line, last to override options of the same name.
    return controlByRule(requestId, subtype, { ...given, ...toSnakeCase(requireOptions(options)), ...given });
  };
}

function controlByRule(requestId: string, subtype: string, fields: object): string {
  // Set twice: first for the position on the line, last to override a field of the same name.
  const first: object = { subtype };
  return control(requestId, applyRules({ ...first, ...fields, subtype }));
}

function control(requestId: string, request: { readonly subtype: string }): string {
  requireId(requestId);
  const plain = requireJson(requireObject(request, "request"), ".request");
  requireText(plain["subtype"], "invalid-value", "subtype");
  return toLine({ type: "control_request", request_id: requestId, request: plain });
}
