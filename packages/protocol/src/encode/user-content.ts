// Refuses user content that the API would answer with an error: once such a block is in a session's history,
// every later turn fails too. The checks are those that need no look into the bytes.

import type { UserContent } from "../wire/input/user-message.ts";
import { EncodeError } from "./encode-error.ts";
import { matches, requireObject, requireText } from "./require.ts";

/** Media types of images that the API takes. */
export type ImageMediaType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

export function checkUserContent(content: UserContent): void {
  if (Array.isArray(content) && content.length > 0) checkBlocks(content, "content", true);
  else requireText(content, "empty-message", "content", "write something, or pass blocks.");
}

function checkBlocks(blocks: readonly unknown[], path: string, isTopLevel: boolean): void {
  for (const [index, block] of blocks.entries()) checkBlock(block, `${path}[${index}]`, isTopLevel);
}

function checkBlock(block: unknown, path: string, isTopLevel: boolean): void {
  const { type, text, source, content } = fieldsOf(block, path);
  requireText(type, "invalid-value", `${path}.type`, "name the kind of block.");
  if (type === "image" || type === "document") checkSource(source, `${path}.source`, type === "image");
  // Inside a tool result an empty text is an ordinary answer, and there are no further tool results.
  if (!isTopLevel) return;
  if (type === "text") requireText(text, "empty-message", `${path}.text`, "write something, or drop the block.");
  if (type === "tool_result" && Array.isArray(content)) checkBlocks(content, `${path}.content`, false);
}

function checkSource(source: unknown, path: string, isImage: boolean): void {
  const { type, media_type, data, url } = fieldsOf(source, path);
  if (type === "url" && !matches(url, /^https?:\/\/[^\s/]\S*$/i)) {
    throw new EncodeError("bad-url", `${path}.url`, "is not http or https; pass such an address, or base64.");
  }
  if (type !== "base64") return;
  if (isImage && !matches(media_type, /^image\/(png|jpeg|gif|webp)$/)) {
    const problem = "is not image/png, image/jpeg, image/gif or image/webp; convert the image.";
    throw new EncodeError("image-type", `${path}.media_type`, problem);
  }
  // Looks for a character that must not be there instead of matching the whole: data of megabytes is ordinary.
  if (!matches(data, /./) || data.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(data.replace(/={1,2}$/, ""))) {
    const problem = "is not base64; pass it padded, without line breaks or data: prefix.";
    throw new EncodeError("bad-base64", `${path}.data`, problem);
  }
}

function fieldsOf(value: unknown, path: string): { readonly [field: string]: unknown } {
  requireObject(value, path, "pass one.");
  return { ...value };
}
