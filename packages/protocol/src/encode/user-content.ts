// User content as it is to be written. Refuses what the API would answer with an error: once such a block is in a
// session's history, every later turn fails too. The checks are those that need no look into the bytes.

import type { UserContent } from "../wire/input/user-message.ts";
import { ensure, requireObject, requireText } from "./require.ts";
import { requireJson } from "./to-line.ts";

/** Media types of images that the API takes; `image/jpg`, which it does not, is written as `image/jpeg`. */
export type ImageMediaType = "image/png" | "image/jpeg" | "image/jpg" | "image/gif" | "image/webp";

export function arrangeContent<Content extends UserContent>(content: Content): Content {
  if (!Array.isArray(content) || content.length === 0) {
    requireText(content, "empty-message", "content");
    return content;
  }
  // Before anything is copied: afterwards an object with a class would look plain.
  requireJson(content, "content");
  return arrangeBlocks(content, "content", true) as unknown as Content;
}

function arrangeBlocks(blocks: readonly object[], path: string, isTopLevel: boolean): object[] {
  return blocks.map((block, index) => arrangeBlock(block, `${path}[${index}]`, isTopLevel));
}

function arrangeBlock(block: object, path: string, isTopLevel: boolean): object {
  const { type, text, source, content } = requireObject(block, path);
  requireText(type, "invalid-value", `${path}.type`);
  if (type === "image" || type === "document") {
    return { ...block, source: arrangeSource(source, `${path}.source`, type === "image") };
  }
  // Inside a tool result an empty text is an ordinary answer, and there are no further tool results.
  if (!isTopLevel) return block;
  if (type === "text") requireText(text, "empty-message", `${path}.text`);
  return type === "tool_result" && Array.isArray(content)
    ? { ...block, content: arrangeBlocks(content, `${path}.content`, false) }
    : block;
}

function arrangeSource(value: unknown, path: string, isImage: boolean): object {
  const source = requireObject(value, path);
  const { type, media_type, data, url } = source;
  if (type === "url") requireText(url, "bad-url", `${path}.url`, /^https?:\/\/[^\s/]\S*$/i);
  if (type !== "base64") return source;
  if (isImage) requireText(media_type, "image-type", `${path}.media_type`, /^image\/(png|jpe?g|gif|webp)$/);
  const bare = requireText(data, "bad-base64", `${path}.data`);
  const padded = bare + "=".repeat(-bare.length & 3);
  // Looks for what must not be there instead of matching the whole: data of megabytes is ordinary.
  ensure(!/[^A-Za-z0-9+/=]|=[^=]|===/.test(padded), "bad-base64", `${path}.data`, "base64");
  return { ...source, media_type: media_type === "image/jpg" ? "image/jpeg" : media_type, data: padded };
}
