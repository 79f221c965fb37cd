// Turns a block of the scenario into blocks of the API: its start in the stream, and its finished form. The input of a
// finished call is the CLI's normalized input, not the model's bytes.

import type { ContentBlock, StartedBlock, UnknownBlock } from "@unspool/protocol/wire";
import type { Json, JsonObject } from "../../json.ts";
import type { Block, ToolBlock } from "../../scenario/types.ts";
import { getText } from "../lines/fields.ts";
import type { Session } from "../sessions/session.ts";
import type { ToolCall } from "../sessions/tool-call.ts";

export interface Content {
  readonly start: StartedBlock;
  readonly finished: ContentBlock;
  readonly text?: string;
  readonly signature?: string;
  readonly call?: ToolCall;
}

export function toContent(session: Session, block: Block): Content {
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
    const call = toCall(session, block);
    const head = { type: "tool_use", id: call.id, name: call.name };
    return { start: { ...head, input: {} }, finished: { ...head, input: call.input }, call };
  }
  const own = block.block as UnknownBlock;
  return { start: own, finished: own };
}

function toCall(session: Session, block: ToolBlock): ToolCall {
  const isAgent = block.tool === "Agent" || block.tool === "Task";
  const name = isAgent ? session.agentTool : block.tool;
  const id = block.id ?? session.identity.id("toolu");
  const parsed = block.rawInput === undefined ? { value: block.input } : parse(block.rawInput);
  if (parsed !== undefined) {
    return { block, id, name, input: normalizeInput(session, name, parsed.value), unparsed: undefined };
  }
  const raw = block.rawInput ?? "";
  const input =
    raw !== "" && session.quirks.has("keepsUnparsedInput") ? { __unparsedToolInput: { raw, len: raw.length } } : {};
  return { block, id, name, input, unparsed: raw };
}

function parse(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

/** Every version removes a `cd` into the current folder from a command, and trailing blanks from edited lines. */
function normalizeInput(session: Session, name: string, input: Json): Json {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const fields = input as JsonObject;
  const command = fields["command"];
  const prefix = `cd ${session.options.cwd} && `;
  if (name === "Bash" && typeof command === "string" && command.startsWith(prefix)) {
    return { ...fields, command: command.slice(prefix.length) };
  }
  const text = fields["new_string"];
  if (name !== "Edit" || typeof text !== "string" || getText(fields, "file_path").endsWith(".md")) return input;
  const edited = { ...fields, new_string: text.replaceAll(/[^\S\n\r]+$/gmu, "") };
  return session.quirks.has("addsReplaceAll") ? { replace_all: false, ...edited } : edited;
}
