// Checks the fields that the translator relies on (`@checked` in the types). An invalid field is reported once, and the
// readers in `read.ts` treat it as absent. The tables are text, compiled once: `name:kind` is required, `name?:kind` may
// be absent or null.

import { CHECKED_FIELDS } from "./generated/checked-fields.ts";
import type { JsonObject } from "./json.ts";
import { isObject } from "./read.ts";

interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly kind: string;
}

/** The checked fields of a kind of object, and further ones for each of its types. */
interface Shape {
  readonly fields: readonly Field[];
  readonly types: Map<string, readonly Field[]>;
}

const SHAPES = compile(CHECKED_FIELDS);

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

/** Describes the first invalid field of a message of a known type, or returns `undefined`. */
export function describeBrokenShape(message: JsonObject): string | undefined {
  const type = message["type"] as string;
  return (
    check(message, SHAPES.get("envelope"), undefined, "") ??
    (type === "system" && isTaskData(message)
      ? checkTask(message)
      : check(message, SHAPES.get(type), message["subtype"], "")) ??
    checkInside(message, type)
  );
}

/** Returns whether the fields of a task message are in `data`, where Qwen Code 0.24.4 writes them. */
export function isTaskData(message: JsonObject): boolean {
  const { data, subtype, task_id: taskId } = message;
  return data !== undefined && taskId === undefined && typeof subtype === "string" && subtype.startsWith("task_");
}

function checkTask({ data, subtype }: JsonObject): string | undefined {
  if (!isObject(data)) return describe("data", "object", data);
  return checkFields(data, SHAPES.get("system")?.types.get(subtype as string) ?? [], "data.");
}

function checkInside(message: JsonObject, type: string): string | undefined {
  switch (type) {
    case "assistant":
    case "user":
      return checkContent((message["message"] as JsonObject)["content"]);
    case "stream_event": {
      const event = message["event"] as JsonObject;
      return check(event, SHAPES.get("event"), event["type"], "event.");
    }
    case "control_request":
      return check(message["request"] as JsonObject, SHAPES.get("request"), undefined, "request.");
    case "control_response":
      return check(message["response"] as JsonObject, SHAPES.get("response"), undefined, "response.");
    default:
      return undefined;
  }
}

function checkContent(content: unknown): string | undefined {
  if (typeof content === "string") return undefined;
  if (!Array.isArray(content)) return describe("message.content", "string or array", content);
  const shape = SHAPES.get("block");
  for (let index = 0; index < content.length; index += 1) {
    const block: unknown = content[index];
    // The path is built only for an error, because this runs for every block of every line.
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
    // Safe, because no name in the tables is inherited from Object.prototype.
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
