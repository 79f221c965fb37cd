// Small readings of content and input, whatever their shape.

import { isObject, type Json } from "../../json.ts";

/** The text of a failure without the tags that the model reads. */
export function errorText(content: Json): string {
  return textOf(content).replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, "$1");
}

export function textOf(content: Json): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts: string[] = [];
  for (const block of content as readonly Json[]) {
    const text = isObject(block) ? block["text"] : undefined;
    if (typeof text === "string") texts.push(text);
  }
  return texts.join("\n");
}

export function fieldOf(input: Json, key: string): string {
  const value = isObject(input) ? input[key] : undefined;
  return typeof value === "string" ? value : "";
}

/** How long an input was that is no JSON: 2.1.200 keeps it under a name of its own. */
export function unparsedLength(input: Json): number | undefined {
  const unparsed = isObject(input) ? input["__unparsedToolInput"] : undefined;
  const length = isObject(unparsed) ? unparsed["len"] : undefined;
  return typeof length === "number" ? length : undefined;
}
