// What we rely on in each message: a broken field is named here once, and the readers in `read.ts` go on without it.
// The table is text, compiled once: `name:kind` is required, `name?:kind` may be absent or null.

import type { JsonObject } from "./json.ts";
import { isObject } from "./read.ts";

interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly kind: string;
}

/** The fields of a kind of object, and more for each of its types. */
interface Shape {
  readonly fields: readonly Field[];
  readonly types: Map<string, readonly Field[]>;
}

const MESSAGES = compile(`
  assistant message:object supersedes?:array
  user message:object
  stream_event event:object
  result subtype?:string total_cost_usd?:number usage?:object modelUsage?:object errors?:array permission_denials?:array
  system subtype:string
  system/init tools?:array mcp_servers?:array model?:string
  system/status status?:string
  system/session_state_changed state:string
  system/api_retry attempt:number error_status?:number
  system/compact_boundary compact_metadata?:object
  system/permission_denied tool_name:string
  system/task_started task_id:string tool_use_id?:string description?:string usage?:object
  system/task_progress task_id:string tool_use_id?:string description?:string usage?:object
  system/task_updated task_id:string patch?:object
  system/task_notification task_id:string tool_use_id?:string description?:string usage?:object status?:string
  system/background_tasks_changed tasks:array
  system/hook_started hook_id?:string hook_name?:string hook_event?:string
  system/hook_progress hook_id?:string hook_name?:string hook_event?:string
  system/hook_response hook_id?:string hook_name?:string hook_event?:string
  tool_progress tool_use_id:string elapsed_time_seconds?:number
  rate_limit_event rate_limit_info:object
  control_request request_id:string request:object
  control_response response:object
  control_cancel_request request_id:string`);

/** What stands inside: content blocks, stream events and the two halves of the control protocol. */
const INSIDE = compile(`
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
  response subtype?:string request_id?:string`);

const ENVELOPE = compile("all session_id?:string uuid?:string parent_tool_use_id?:string").get("all");

function compile(table: string): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const row of table.trim().split("\n")) {
    const [key = "", ...words] = row.trim().split(" ");
    const [name = "", type] = key.split("/");
    const fields = words.map(compileField);
    if (type === undefined) shapes.set(name, { fields, types: new Map() });
    else shapes.get(name)?.types.set(type, fields);
  }
  return shapes;
}

function compileField(field: string): Field {
  const [name = "", kind = ""] = field.split(":");
  return { name: name.replace("?", ""), isOptional: name.endsWith("?"), kind };
}

/** Says what is wrong with a message of a known type, or nothing. */
export function describeBrokenShape(message: JsonObject): string | undefined {
  const type = message["type"] as string;
  return (
    check(message, ENVELOPE, undefined, "") ??
    (type === "system" && isTaskData(message)
      ? checkTask(message)
      : check(message, MESSAGES.get(type), message["subtype"], "")) ??
    checkInside(message, type)
  );
}

/** Whether the fields of a task's line stand in `data`, as Qwen Code writes them (0.24.4). */
export function isTaskData(message: JsonObject): boolean {
  const { data, subtype, task_id: taskId } = message;
  return data !== undefined && taskId === undefined && typeof subtype === "string" && subtype.startsWith("task_");
}

function checkTask({ data, subtype }: JsonObject): string | undefined {
  if (!isObject(data)) return describe("data", "object", data);
  return checkFields(data, MESSAGES.get("system")?.types.get(subtype as string) ?? [], "data.");
}

function checkInside(message: JsonObject, type: string): string | undefined {
  switch (type) {
    case "assistant":
    case "user":
      return checkContent((message["message"] as JsonObject)["content"]);
    case "stream_event": {
      const event = message["event"] as JsonObject;
      return check(event, INSIDE.get("event"), event["type"], "event.");
    }
    case "control_request":
      return check(message["request"] as JsonObject, INSIDE.get("request"), undefined, "request.");
    case "control_response":
      return check(message["response"] as JsonObject, INSIDE.get("response"), undefined, "response.");
    default:
      return undefined;
  }
}

function checkContent(content: unknown): string | undefined {
  if (typeof content === "string") return undefined;
  if (!Array.isArray(content)) return describe("message.content", "string or array", content);
  const shape = INSIDE.get("block");
  for (let index = 0; index < content.length; index += 1) {
    const block: unknown = content[index];
    // The place is put together only when it is needed: this runs for every block of every line.
    if (!isObject(block)) return describe(`message.content[${index}]`, "object", block);
    const broken = check(block, shape, block["type"], "");
    if (broken !== undefined) return `message.content[${index}].${broken}`;
  }
  return undefined;
}

function check(object: JsonObject, shape: Shape | undefined, type: unknown, prefix: string): string | undefined {
  if (shape === undefined) return undefined;
  const broken = checkFields(object, shape.fields, prefix);
  if (broken !== undefined || typeof type !== "string") return broken;
  const more = shape.types.get(type);
  return more === undefined ? undefined : checkFields(object, more, prefix);
}

function checkFields(object: JsonObject, fields: readonly Field[], prefix: string): string | undefined {
  for (const { name, isOptional, kind } of fields) {
    // No name in the tables is one that objects inherit.
    const value = object[name];
    if (isOptional && (value === undefined || value === null)) continue;
    if (kindOf(value) !== kind) return describe(prefix + name, kind, value);
  }
  return undefined;
}

function describe(place: string, expected: string, value: unknown): string {
  return value === undefined ? `${place} is missing` : `${place} is ${kindOf(value)}, expected ${expected}`;
}

function kindOf(value: unknown): string {
  if (typeof value !== "object") return typeof value;
  return value === null ? "null" : Array.isArray(value) ? "array" : "object";
}
