// A tool result's content as plain text. The wire has it as string, blocks, null, nothing, or an object; the text is
// for showing and searching, the original stays beside it.

import type { Json } from "./json.ts";
import { isObject } from "./read.ts";
import { stringify } from "./stringify.ts";

/** The content as text: blocks in order, a line each; a block that is not text leaves a mark such as `[image]`. */
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
