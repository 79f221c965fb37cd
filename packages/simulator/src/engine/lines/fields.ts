// Readers of fields in JSON from outside.

import { asObject } from "@unspool/protocol/kit";
import type { Json } from "../../json.ts";

export function getField(value: Json | undefined, name: string): Json | undefined {
  return asObject(value)?.[name];
}

/** Returns a field's text; empty if it is not a string. */
export function getText(value: Json | undefined, name: string): string {
  const text = getField(value, name);
  return typeof text === "string" ? text : "";
}

/** Returns a string as it is and anything else as JSON, for messages about unexpected values. */
export function formatValue(value: Json | undefined): string {
  return typeof value === "string" ? value : value === undefined ? "undefined" : JSON.stringify(value);
}

/** Returns the text of a tool error without its `<tool_use_error>` tags. */
export function stripErrorTag(content: Json): string {
  return joinText(content).replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, "$1");
}

/** Joins the texts of content blocks by line breaks. */
export function joinText(content: Json): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts: string[] = [];
  for (const block of content as readonly Json[]) {
    const text = getField(block, "text");
    if (typeof text === "string") texts.push(text);
  }
  return texts.join("\n");
}

/** Returns the length of a tool input that could not be parsed: CLI 2.1.200 has it in `__unparsedToolInput`. */
export function getUnparsedLength(input: Json): number | undefined {
  const unparsed = getField(input, "__unparsedToolInput");
  const length = getField(unparsed, "len");
  return typeof length === "number" ? length : undefined;
}
