// A block of the scenario as blocks of the API: how it starts in the stream, and how it reads when it is finished. The
// finished input of a call is what the CLI makes of the model's bytes, not those bytes.

import type { Json, JsonObject } from "../json.ts";
import type { Block, ToolBlock } from "../scenario/types.ts";
import { textField } from "./fields.ts";
import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";
import type { ToolCall } from "./tool-call.ts";

export interface Content {
  readonly start: JsonObject;
  readonly finished: JsonObject;
  readonly text?: string;
  readonly signature?: string;
  readonly call?: ToolCall;
}

export function contentOf(session: Session, block: Block): Content {
  if ("text" in block) {
    return { start: { type: "text", text: "" }, finished: { type: "text", text: block.text }, text: block.text };
  }
  if ("thinking" in block) {
    const signature = block.signature ?? session.identity.hex(88);
    return {
      start: { type: "thinking", thinking: "", signature: "" },
      finished: { type: "thinking", thinking: block.thinking, signature },
      signature,
    };
  }
  if ("tool" in block) {
    const call = callOf(session, block);
    const head = { type: "tool_use", id: call.id, name: call.name };
    return { start: { ...head, input: {} }, finished: { ...head, input: call.input }, call };
  }
  return { start: block.block, finished: block.block };
}

function callOf(session: Session, block: ToolBlock): ToolCall {
  const isAgent = block.tool === "Agent" || block.tool === "Task";
  const name = isAgent ? session.agentTool : block.tool;
  const id = block.id ?? session.identity.id("toolu");
  const parsed = block.rawInput === undefined ? { value: block.input } : parse(block.rawInput);
  if (parsed !== undefined) {
    return { block, id, name, input: normalise(session, name, parsed.value), unparsed: undefined };
  }
  const raw = block.rawInput ?? "";
  const input = mannersOf(session.options.version).choose<Json>({
    "1.0.128": {},
    "2.1.200": raw === "" ? {} : { __unparsedToolInput: { raw, len: raw.length } },
  });
  return { block, id, name, input, unparsed: raw };
}

function parse(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

/** Every version takes a `cd` into the place where it already is off a command, and blanks off edited lines. */
function normalise(session: Session, name: string, input: Json): Json {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const fields = input as JsonObject;
  const command = fields["command"];
  const prefix = `cd ${session.options.cwd} && `;
  if (name === "Bash" && typeof command === "string" && command.startsWith(prefix)) {
    return { ...fields, command: command.slice(prefix.length) };
  }
  const text = fields["new_string"];
  if (name !== "Edit" || typeof text !== "string" || textField(fields, "file_path").endsWith(".md")) return input;
  const edited = { ...fields, new_string: text.replaceAll(/[^\S\n\r]+$/gmu, "") };
  return mannersOf(session.options.version).choose<Json>({
    "1.0.128": edited,
    "2.1.74": { replace_all: false, ...edited },
  });
}
