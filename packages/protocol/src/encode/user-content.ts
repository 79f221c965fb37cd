// Checks and prepares user content. Refuses content that the API would answer with an error: once such a block is in a
// session's history, every later turn fails too. The checks do not decode image or document data.

import type { UserContent } from "../wire/input/user-message.ts";
import { ensure, requireJson, requireObject, requireText, requireWords } from "./require.ts";

/** Media types of images that the API accepts; `image/jpg`, which it does not accept, is written as `image/jpeg`. */
export type ImageMediaType = "image/png" | "image/jpeg" | "image/jpg" | "image/gif" | "image/webp";

const imageTypes = "image/png, image/jpeg, image/gif or image/webp";

export function arrangeContent<Content extends UserContent>(content: Content): Content {
  if (!Array.isArray(content) || content.length === 0) {
    const advice = (content as { type?: unknown } | null)?.type ? ": put it in a list" : "";
    requireWords(Array.isArray(content) ? "" : content, "content", "a text or a list of blocks", advice);
    return content;
  }
  // Checked before anything is copied: in a copy, a class instance would look like a plain object.
  return arrangeBlocks(requireJson<readonly object[]>(content, "content"), "content", true) as unknown as Content;
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
  // Inside a tool result, an empty text is valid, and there are no nested tool results.
  if (!isTopLevel) return block;
  if (type === "text") requireWords(text, `${path}.text`);
  return type === "tool_result" && Array.isArray(content)
    ? { ...block, content: arrangeBlocks(content, `${path}.content`, false) }
    : block;
}

function arrangeSource(value: unknown, path: string, isImage: boolean): object {
  const source = requireObject(value, path);
  const { type, media_type, data, url } = source;
  if (type === "url") {
    requireText(url, "bad-url", `${path}.url`, "must begin with http:// or https://", /^https?:\/\/[^\s/]\S*$/i);
  }
  if (type !== "base64") return source;
  const mediaType = media_type === "image/jpg" ? "image/jpeg" : media_type;
  const isTaken = !isImage || (imageTypes.split(/, | or /) as unknown[]).includes(mediaType);
  ensure(isTaken, "image-type", `${path}.media_type`, `must be ${imageTypes}`);
  const bare = typeof data === "string" ? data : "";
  const padded = bare + "=".repeat(-bare.length & 3);
  // Searches for invalid characters instead of matching the whole text, because data of several megabytes is common.
  const isBase64 = !/^$|[^A-Za-z0-9+/=]|=[^=]|===/.test(padded);
  ensure(isBase64, "bad-base64", `${path}.data`, "must be base64 text without a data: prefix");
  return { ...source, media_type: mediaType, data: padded };
}
