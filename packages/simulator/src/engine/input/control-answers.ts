// Control requests that only read something, or change something that the simulator does not have. The responses have
// the measured shape and as few entries as it allows.

import type { JsonObject } from "../../json.ts";
import { formatValue } from "../lines/fields.ts";
import { knowsRequest } from "../versions/known-requests.ts";
import type { Session } from "../sessions/session.ts";

/** A success with or without a response, or the error of a refusal. */
export type ControlAnswer = { readonly response: JsonObject | undefined } | { readonly error: string };

/** Requests that always succeed, with their responses. */
const ANSWERS: Readonly<Record<string, (session: Session, request: JsonObject) => JsonObject>> = {
  mcp_status: ({ mcp }) => ({ mcpServers: mcp.status }),
  mcp_set_servers: () => ({ added: [], removed: [], errors: {} }),
  get_settings: ({ model }) => ({ effective: {}, sources: [], applied: { model } }),
  get_context_usage: createContextUsage,
  get_session_cost: ({ accounting }) => ({ text: `Total cost: $${accounting.totalCostUsd.toFixed(4)}` }),
  get_binary_version: ({ options }) => ({ version: options.version }),
  mcp_call: () => ({ content: [] }),
  reload_plugins: () => ({ commands: [], agents: [], plugins: [], mcpServers: [], error_count: 0 }),
  get_usage: ({ accounting }) => ({ session: { total_cost_usd: accounting.totalCostUsd } }),
  list_models: ({ model }) => ({ models: [{ value: model, displayName: model }] }),
  file_suggestions: () => ({ suggestions: [] }),
  register_repo_root: ({ options }) => ({ directory: options.cwd }),
  reload_skills: () => ({ skills: [] }),
  background_tasks: () => ({}),
  get_hooks_listing: () => ({ events: [], hooks: [] }),
  list_permission_rules: () => ({ state: {} }),
  get_task_output: () => ({ output: "", total_bytes: 0, truncated: false }),
  mcp_read_resource: () => ({ contents: [] }),
  reload_output_styles: () => ({ available_output_styles: [] }),
  update_settings: () => ({}),
};

/** Requests that may be refused. */
const DECISIONS: Readonly<Record<string, (session: Session, request: JsonObject) => ControlAnswer>> = {
  rewind_files: rewindFiles,
  mcp_reconnect: (session, request) => toggle(session, request, true),
  mcp_toggle: (session, request) => toggle(session, request, request["enabled"] !== false),
  stop_task: stopTask,
};

/** Answers a request, or returns `undefined` if the version does not know it. */
export function answerRequest(session: Session, subtype: string, request: JsonObject): ControlAnswer | undefined {
  if (!knowsRequest(session.options.version, subtype)) return undefined;
  return DECISIONS[subtype]?.(session, request) ?? { response: ANSWERS[subtype]?.(session, request) };
}

function toggle({ mcp }: Session, request: JsonObject, isEnabled: boolean): ControlAnswer {
  const name = formatValue(request["serverName"]);
  return mcp.toggle(name, isEnabled) ? { response: undefined } : { error: `Server not found: ${name}` };
}

function stopTask({ tasks, quirks }: Session, request: JsonObject): ControlAnswer {
  const id = formatValue(request["task_id"]);
  const running = tasks.find(id);
  running?.abort.abort();
  const isRefused = quirks.has("refusesUnknownTasks");
  return running === undefined && isRefused ? { error: `No task found with ID: ${id}` } : { response: {} };
}

/** Answers `rewind_files`. The files belong to the host, so none is changed. */
function rewindFiles({ options, quirks, usedUuids }: Session, request: JsonObject): ControlAnswer {
  const id = formatValue(request["user_message_id"]);
  const isOld = quirks.has("hasOldRewind");
  const error = !options.hasCheckpoints
    ? `File rewinding is not enabled${isOld ? " for the SDK" : ""}.`
    : usedUuids.has(id)
      ? undefined
      : `No file checkpoint found for ${isOld ? `message ${id}` : "this message."}`;
  // 2.0.76 ignores the field, so its dry run is a real one.
  const isDry = !isOld && request["dry_run"] === true;
  if (error !== undefined) return isDry ? { response: { canRewind: false, error } } : { error };
  if (isDry) return { response: { canRewind: true, filesChanged: [], insertions: 0, deletions: 0 } };
  if (isOld) return { response: undefined };
  return { response: { canRewind: true, ...(quirks.has("countsSkippedLinks") ? { skippedLinks: 0 } : {}) } };
}

function createContextUsage({ model, messages }: Session): JsonObject {
  const tokens = messages * 50;
  return {
    categories: [
      { id: "system_prompt", name: "System prompt", tokens: 900, color: "promptBorder", kind: "used" },
      { id: "messages", name: "Messages", tokens, color: "purple", kind: "used" },
    ],
    totalTokens: 900 + tokens,
    maxTokens: 200_000,
    rawMaxTokens: 200_000,
    percentage: Math.round((900 + tokens) / 2000),
    model,
  };
}
