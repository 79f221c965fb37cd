// Control requests that only want to know something, or change what the simulator does not have. The answers are of the
// measured shape, with as little in them as that allows.

import type { JsonObject } from "../json.ts";
import { shown } from "./fields.ts";
import { isOlder, mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";

/** Success with or without something to tell, or the words of a refusal. */
export type PlainAnswer = { readonly response: JsonObject | undefined } | { readonly error: string };

interface KnownRequest {
  /** The first measured version that knows the request. */
  readonly since: string;
  readonly answer?: (session: Session, request: JsonObject) => JsonObject;
  /** For what may be refused. */
  readonly decide?: (session: Session, request: JsonObject) => PlainAnswer;
}

const REQUESTS: Readonly<Record<string, KnownRequest>> = {
  mcp_status: { since: "1.0.128", answer: ({ mcp }) => ({ mcpServers: mcp.status }) },
  set_max_thinking_tokens: { since: "2.0.30" },
  mcp_message: { since: "2.0.76" },
  mcp_set_servers: { since: "2.0.76", answer: () => ({ added: [], removed: [], errors: {} }) },
  rewind_files: { since: "2.0.76", decide: rewindFiles },
  mcp_reconnect: { since: "2.1.20", decide: (session, request) => toggle(session, request, true) },
  mcp_toggle: {
    since: "2.1.20",
    decide: (session, request) => toggle(session, request, request["enabled"] !== false),
  },
  get_settings: { since: "2.1.74", answer: ({ model }) => ({ effective: {}, sources: [], applied: { model } }) },
  apply_flag_settings: { since: "2.1.74" },
  stop_task: { since: "2.1.74", decide: stopTask },
  get_context_usage: { since: "2.1.120", answer: contextUsage },
  get_session_cost: {
    since: "2.1.120",
    answer: ({ accounting }) => ({ text: `Total cost: $${accounting.totalCostUsd.toFixed(4)}` }),
  },
  get_binary_version: { since: "2.1.120", answer: ({ options }) => ({ version: options.version }) },
  mcp_call: { since: "2.1.120", answer: () => ({ content: [] }) },
  seed_read_state: { since: "2.1.120" },
  reload_plugins: {
    since: "2.1.120",
    answer: () => ({ commands: [], agents: [], plugins: [], mcpServers: [], error_count: 0 }),
  },
  get_usage: {
    since: "2.1.200",
    answer: ({ accounting }) => ({ session: { total_cost_usd: accounting.totalCostUsd } }),
  },
  list_models: { since: "2.1.200", answer: ({ model }) => ({ models: [{ value: model, displayName: model }] }) },
  file_suggestions: { since: "2.1.200", answer: () => ({ suggestions: [] }) },
  register_repo_root: { since: "2.1.200", answer: ({ options }) => ({ directory: options.cwd }) },
  reload_skills: { since: "2.1.200", answer: () => ({ skills: [] }) },
  background_tasks: { since: "2.1.200", answer: () => ({}) },
  rename_session: { since: "2.1.200" },
  get_hooks_listing: { since: "2.1.273", answer: () => ({ events: [], hooks: [] }) },
  list_permission_rules: { since: "2.1.273", answer: () => ({ state: {} }) },
  get_task_output: { since: "2.1.299", answer: () => ({ output: "", total_bytes: 0, truncated: false }) },
  mcp_read_resource: { since: "2.1.285", answer: () => ({ contents: [] }) },
  reload_output_styles: { since: "2.1.263", answer: () => ({ available_output_styles: [] }) },
  update_settings: { since: "2.1.263", answer: () => ({}) },
  set_has_subscribers: { since: "2.1.325" },
};

/** Undefined if the version does not know the request. */
export function plainAnswer(session: Session, subtype: string, request: JsonObject): PlainAnswer | undefined {
  const known = Object.hasOwn(REQUESTS, subtype) ? REQUESTS[subtype] : undefined;
  if (known === undefined || isOlder(session.options.version, known.since)) return undefined;
  return known.decide?.(session, request) ?? { response: known.answer?.(session, request) };
}

function toggle({ mcp }: Session, request: JsonObject, isEnabled: boolean): PlainAnswer {
  const name = shown(request["serverName"]);
  return mcp.toggle(name, isEnabled) ? { response: undefined } : { error: `Server not found: ${name}` };
}

function stopTask({ tasks, options }: Session, request: JsonObject): PlainAnswer {
  const id = shown(request["task_id"]);
  const running = tasks.find(id);
  running?.abort.abort();
  const isTold = mannersOf(options.version).choose({ "2.1.74": true, "2.1.200": false });
  return running === undefined && isTold ? { error: `No task found with ID: ${id}` } : { response: {} };
}

/** The files are the host's own: none is touched. */
function rewindFiles({ options, usedUuids }: Session, request: JsonObject): PlainAnswer {
  const id = shown(request["user_message_id"]);
  const manners = mannersOf(options.version);
  const isOld = manners.choose({ "2.0.76": true, "2.1.20": false });
  const error = !options.keepsCheckpoints
    ? `File rewinding is not enabled${isOld ? " for the SDK" : ""}.`
    : usedUuids.has(id)
      ? undefined
      : `No file checkpoint found for ${isOld ? `message ${id}` : "this message."}`;
  // 2.0.76 passes over the field: its dry run is a real one.
  const isDry = !isOld && request["dry_run"] === true;
  if (error !== undefined) return isDry ? { response: { canRewind: false, error } } : { error };
  if (isDry) return { response: { canRewind: true, filesChanged: [], insertions: 0, deletions: 0 } };
  const response = manners.choose<JsonObject | undefined>({
    "2.0.76": undefined,
    "2.1.20": { canRewind: true },
    "2.1.325": { canRewind: true, skippedLinks: 0 },
  });
  return { response };
}

function contextUsage({ model, messages }: Session): JsonObject {
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
