// Control requests that only want to know something, or change what the simulator does not have. The answers are of the
// measured shape, with as little in them as that allows.

import type { JsonObject } from "../json.ts";
import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";

interface PlainAnswer {
  readonly since: "1.0.128" | "2.1.74" | "2.1.200";
  readonly answer: (session: Session, request: JsonObject) => JsonObject | undefined;
}

const nothing = (): undefined => undefined;

const ANSWERS: Readonly<Record<string, PlainAnswer>> = {
  mcp_status: { since: "1.0.128", answer: ({ mcp }) => ({ mcpServers: mcp.status }) },
  set_max_thinking_tokens: { since: "2.1.74", answer: nothing },
  mcp_message: { since: "2.1.74", answer: nothing },
  mcp_set_servers: { since: "2.1.74", answer: () => ({ added: [], removed: [], errors: {} }) },
  mcp_reconnect: { since: "2.1.74", answer: nothing },
  mcp_toggle: { since: "2.1.74", answer: nothing },
  get_settings: { since: "2.1.74", answer: ({ model }) => ({ effective: {}, sources: [], applied: { model } }) },
  rewind_files: { since: "2.1.74", answer: () => ({ canRewind: true }) },
  apply_flag_settings: { since: "2.1.74", answer: nothing },
  rename_session: { since: "2.1.200", answer: nothing },
  mcp_read_resource: { since: "2.1.200", answer: () => ({ contents: [] }) },
  mcp_call: { since: "2.1.200", answer: () => ({ content: [] }) },
  get_context_usage: { since: "2.1.200", answer: contextUsage },
  get_usage: {
    since: "2.1.200",
    answer: ({ accounting }) => ({ session: { total_cost_usd: accounting.totalCostUsd } }),
  },
  get_session_cost: {
    since: "2.1.200",
    answer: ({ accounting }) => ({ text: `Total cost: $${accounting.totalCostUsd.toFixed(4)}` }),
  },
  list_models: { since: "2.1.200", answer: ({ model }) => ({ models: [{ value: model, displayName: model }] }) },
  get_binary_version: { since: "2.1.200", answer: ({ options }) => ({ version: options.version }) },
  get_hooks_listing: { since: "2.1.200", answer: () => ({ hooks: [] }) },
  list_permission_rules: { since: "2.1.200", answer: () => ({ rules: [] }) },
  file_suggestions: { since: "2.1.200", answer: () => ({ suggestions: [] }) },
  get_task_output: { since: "2.1.200", answer: () => ({ output: "", total_bytes: 0, truncated: false }) },
  seed_read_state: { since: "2.1.200", answer: nothing },
  register_repo_root: { since: "2.1.200", answer: ({ options }) => ({ directory: options.cwd }) },
  reload_plugins: {
    since: "2.1.200",
    answer: () => ({ commands: [], agents: [], plugins: [], mcpServers: [], error_count: 0 }),
  },
  reload_skills: { since: "2.1.200", answer: () => ({ commands: [] }) },
  reload_output_styles: { since: "2.1.200", answer: () => ({ output_styles: [] }) },
  background_tasks: { since: "2.1.200", answer: () => ({}) },
  update_settings: { since: "2.1.200", answer: () => ({}) },
  set_has_subscribers: { since: "2.1.200", answer: nothing },
};

/** Undefined if the version does not know the request. */
export function plainAnswer(
  session: Session,
  subtype: string,
  request: JsonObject,
): { readonly response: JsonObject | undefined } | undefined {
  const known = Object.hasOwn(ANSWERS, subtype) ? ANSWERS[subtype] : undefined;
  if (known === undefined) return undefined;
  const isKnown = mannersOf(session.options.version).choose({
    "1.0.0": known.since === "1.0.128",
    [known.since]: true,
  });
  return isKnown ? { response: known.answer(session, request) } : undefined;
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
