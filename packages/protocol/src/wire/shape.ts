// What we rely on in each message: a broken field is named here once, and the readers in `read.ts` go on without it.
// The table is data: `name` is required, `name?` may be absent or null; the value is the JSON kind.

import type { JsonObject } from "./json.ts";
import { asString, isObject } from "./read.ts";

type Kind = "string" | "number" | "boolean" | "object" | "array";
type Shape = Readonly<Record<string, Kind>>;

const ENVELOPE: Shape = { "session_id?": "string", "uuid?": "string", "parent_tool_use_id?": "string" };
const TASK: Shape = { task_id: "string", "tool_use_id?": "string", "description?": "string", "usage?": "object" };
const HOOK: Shape = { "hook_id?": "string", "hook_name?": "string", "hook_event?": "string" };

const MESSAGES = new Map<string, Shape>([
  ["assistant", { message: "object", "supersedes?": "array" }],
  ["user", { message: "object" }],
  ["stream_event", { event: "object" }],
  [
    "result",
    {
      "subtype?": "string",
      "total_cost_usd?": "number",
      "usage?": "object",
      "modelUsage?": "object",
      "errors?": "array",
      "permission_denials?": "array",
    },
  ],
  ["system", { subtype: "string" }],
  ["system/init", { "tools?": "array", "mcp_servers?": "array", "model?": "string" }],
  ["system/status", { "status?": "string" }],
  ["system/session_state_changed", { state: "string" }],
  ["system/api_retry", { attempt: "number", "error_status?": "number" }],
  ["system/compact_boundary", { "compact_metadata?": "object" }],
  ["system/permission_denied", { tool_name: "string" }],
  ["system/task_started", TASK],
  ["system/task_progress", TASK],
  ["system/task_updated", { task_id: "string", "patch?": "object" }],
  ["system/task_notification", { ...TASK, "status?": "string" }],
  ["system/background_tasks_changed", { tasks: "array" }],
  ["system/hook_started", HOOK],
  ["system/hook_progress", HOOK],
  ["system/hook_response", HOOK],
  ["tool_progress", { tool_use_id: "string", "elapsed_time_seconds?": "number" }],
  ["rate_limit_event", { rate_limit_info: "object" }],
  ["control_request", { request_id: "string", request: "object" }],
  ["control_response", { response: "object" }],
  ["control_cancel_request", { request_id: "string" }],
]);

const BLOCKS = new Map<string, Shape>([
  ["text", { text: "string" }],
  ["thinking", { "thinking?": "string", "text?": "string" }],
  ["tool_use", { id: "string", name: "string" }],
  ["tool_result", { tool_use_id: "string" }],
]);

const STREAM_EVENTS = new Map<string, Shape>([
  ["message_start", { message: "object" }],
  ["content_block_start", { index: "number", content_block: "object" }],
  ["content_block_delta", { index: "number", delta: "object" }],
  ["content_block_stop", { index: "number" }],
  ["message_delta", { "delta?": "object", "usage?": "object" }],
]);

/** Says what is wrong with a message of a known type, or nothing. */
export function describeBrokenShape(message: JsonObject): string | undefined {
  const type = message["type"] as string;
  return (
    check(message, ENVELOPE, "") ??
    check(message, MESSAGES.get(type), "") ??
    check(message, MESSAGES.get(`${type}/${asString(message["subtype"])}`), "") ??
    checkInside(message, type)
  );
}

function checkInside(message: JsonObject, type: string): string | undefined {
  if (type === "assistant" || type === "user") return checkContent((message["message"] as JsonObject)["content"]);
  if (type === "stream_event") {
    const event = message["event"] as JsonObject;
    return (
      check(event, { type: "string" }, "event.") ?? check(event, STREAM_EVENTS.get(event["type"] as string), "event.")
    );
  }
  if (type === "control_request") return check(message["request"] as JsonObject, { subtype: "string" }, "request.");
  if (type === "control_response")
    return check(message["response"] as JsonObject, { request_id: "string" }, "response.");
  return undefined;
}

function checkContent(content: unknown): string | undefined {
  if (typeof content === "string") return undefined;
  if (!Array.isArray(content)) return describe("message.content", "string or array", content);
  for (const [index, block] of content.entries()) {
    const place = `message.content[${index}]`;
    if (!isObject(block)) return describe(place, "object", block);
    const broken =
      check(block, { type: "string" }, `${place}.`) ?? check(block, BLOCKS.get(block["type"] as string), `${place}.`);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function check(object: JsonObject, shape: Shape | undefined, prefix: string): string | undefined {
  for (const field in shape) {
    const isOptional = field.endsWith("?");
    const name = isOptional ? field.slice(0, -1) : field;
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (isOptional && (value === undefined || value === null)) continue;
    const expected = shape[field] as Kind;
    if (kindOf(value) !== expected) return describe(prefix + name, expected, value);
  }
  return undefined;
}

function describe(place: string, expected: string, value: unknown): string {
  return value === undefined ? `${place} is missing` : `${place} is ${kindOf(value)}, expected ${expected}`;
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
