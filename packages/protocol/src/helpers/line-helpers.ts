// Functions that read one fact from one line or message, for programs that need nothing else. Each takes the text of a
// line or a parsed message and never throws: if the fact is missing, the result is undefined or empty.

import type { JsonObject } from "../wire/json.ts";
import { asObject, asObjects, asString } from "../wire/read.ts";
import type { ToolUseBlock } from "../wire/shared/content.ts";
import { toolResultText } from "../wire/tool-result-text.ts";

/** Returns the session id. It is at the top level of a message, never inside `message`. */
export function sessionIdOf(line: string | object): string | undefined {
  const wire = read(line);
  // Transcript files use camel case.
  return asString(wire?.["session_id"]) ?? asString(wire?.["sessionId"]);
}

/** Returns the text blocks of an assistant message, joined by line breaks, or undefined if it has none. */
export function assistantTextOf(line: string | object): string | undefined {
  const texts = getBlocks(line, "assistant", "text").flatMap((block) => asString(block["text"]) || []);
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/** Returns the tool uses of an assistant message. */
export function toolUsesOf(line: string | object): readonly ToolUseBlock[] {
  return getBlocks(line, "assistant", "tool_use") as unknown as readonly ToolUseBlock[];
}

/** Returns the tool results of a user message, with their content as plain text. */
export function toolResultsOf(line: string | object): readonly ToolResultText[] {
  return getBlocks(line, "user", "tool_result").map((block) => ({
    toolUseId: asString(block["tool_use_id"]) ?? "",
    text: toolResultText(block["content"]),
    isError: block["is_error"] === true,
  }));
}

/** A tool result as plain text. */
export interface ToolResultText {
  readonly toolUseId: string;
  readonly text: string;
  readonly isError: boolean;
}

function getBlocks(line: string | object, type: string, blockType: string): readonly JsonObject[] {
  const wire = read(line);
  if (wire?.["type"] !== type) return [];
  const content = asObject(wire["message"])?.["content"];
  if (typeof content === "string" && blockType === "text") return [{ type: "text", text: content }];
  return asObjects(content).filter((block) => block["type"] === blockType);
}

function read(line: string | object): JsonObject | undefined {
  if (typeof line !== "string") return asObject(line);
  try {
    return asObject(JSON.parse(line));
  } catch {
    return undefined;
  }
}
