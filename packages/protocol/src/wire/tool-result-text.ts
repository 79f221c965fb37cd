// Converts the content of a tool result to plain text, to show and search. On the wire it is a string, blocks, null,
// absent, or an object; events keep the original beside the text.

import type { Json } from "./json.ts";
import { isObject } from "./read.ts";
import { stringify } from "./stringify.ts";

/** Joins the blocks in order, one per line. A block that is not text becomes a placeholder such as `[image]`. */
export function toolResultText(content: unknown): string {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return "";
  if (Array.isArray(content)) return content.map(blockText).join("\n");
  return blockText(content as Json);
}

function blockText(block: Json): string {
  if (typeof block === "string") return block;
  if (!isObject(block)) return stringify(block);
  if (typeof block["text"] === "string") return block["text"];
  return typeof block["type"] === "string" ? `[${block["type"]}]` : stringify(block);
}
