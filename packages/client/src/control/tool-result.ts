// What a tool's handler returned, as MCP wants it: blocks of content. Nothing here throws.

import type { Json, JsonObject } from "@unspool/protocol";
import { messageOf, wellFormed } from "../message-of.ts";

/** What a handler may return: a text, a number, any JSON, an image, blocks, or nothing. */
export type ToolOutput = string | number | boolean | null | undefined | void | ToolImage | ToolBlocks | object;

export interface ToolImage {
  /** Bytes, or base64. */
  readonly image: Uint8Array | string;
  /** `image/png`, `image/jpeg`, `image/gif`, `image/webp` */
  readonly mediaType: string;
}

/** Several things at once, in order. */
export interface ToolBlocks {
  readonly content: readonly (ToolImage | McpBlock)[];
  /** The model is told that the call failed. */
  readonly isError?: boolean;
}

/** A block of MCP: `text`, `image`, `audio`, `resource` … */
export interface McpBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The `result` of a `tools/call`. */
export interface ToolResult {
  readonly content: readonly JsonObject[];
  readonly isError?: boolean;
  readonly structuredContent?: JsonObject;
}

export function failure(message: string): ToolResult {
  return { content: [text(message)], isError: true };
}

export function toToolResult(output: unknown): ToolResult {
  if (output === undefined || output === "") return { content: [] };
  if (typeof output !== "object" || output === null) return asText(output);
  if (isImage(output)) return { content: [imageBlock(output)] };
  if (!isBlocks(output)) return asText(output);
  const { content, ...rest } = output;
  const result = plain({ ...rest, content: content.map(toBlock) });
  return result === undefined
    ? failure("The tool returned blocks that are not JSON.")
    : (result as unknown as ToolResult);
}

function asText(output: unknown): ToolResult {
  if (typeof output === "string" || typeof output === "number") return { content: [text(String(output))] };
  try {
    const json: unknown = JSON.stringify(output);
    if (typeof json === "string") return { content: [text(json)] };
    return failure(`The tool returned a ${typeof output}, which JSON cannot hold.`);
  } catch (error) {
    return failure(`The tool returned something that JSON cannot hold: ${messageOf(error)}`);
  }
}

function isImage(value: object): value is ToolImage {
  if (!("image" in value) || !("mediaType" in value)) return false;
  const isData = typeof value.image === "string" || value.image instanceof Uint8Array;
  return isData && typeof value.mediaType === "string";
}

/** Data may have a `content` too; only a list of blocks is meant as one. */
function isBlocks(value: object): value is ToolBlocks {
  if (!("content" in value) || !Array.isArray(value.content)) return false;
  return value.content.every(
    (block: unknown) =>
      typeof block === "object" &&
      block !== null &&
      (isImage(block) || ("type" in block && typeof block.type === "string")),
  );
}

function toBlock(block: ToolImage | McpBlock): object {
  return isImage(block) ? imageBlock(block) : block;
}

function imageBlock({ image, mediaType }: ToolImage): JsonObject {
  const data = typeof image === "string" ? image : Buffer.from(image).toString("base64");
  return { type: "image", data, mimeType: mediaType };
}

function text(words: string): JsonObject {
  return { type: "text", text: wellFormed(words) };
}

/** A copy that any line can hold. */
function plain(value: object): Json | undefined {
  try {
    return JSON.parse(JSON.stringify(value), (_key, item: Json) =>
      typeof item === "string" ? wellFormed(item) : item,
    ) as Json;
  } catch {
    return undefined;
  }
}
