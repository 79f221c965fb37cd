// Content blocks: the pieces a message is made of, in both directions.
// Each known kind has its own interface, discriminated on `type`; a kind this file does not know is an `UnknownBlock`.

import type { Json, JsonObject, Open } from "../json.ts";
import type { DocumentBlock, ImageBlock } from "./media.ts";
import type { ServerToolBlock } from "./server-tool.ts";

/** Marks the end of a cacheable prefix, on blocks that a host sends. */
export interface CacheControl {
  readonly type: Open<"ephemeral">;
  readonly ttl?: Open<"5m" | "1h">;
}

/** Text. */
export interface TextBlock {
  readonly type: "text";
  /** @checked */
  readonly text: string;
  /** Sources the text quotes. Null in lines copied straight from the API. */
  readonly citations?: readonly JsonObject[] | null;
  readonly cache_control?: CacheControl | null;
}

/** The model's reasoning. Read `thinking ?? text`. */
export interface ThinkingBlock {
  readonly type: "thinking";
  /** Written by every measured CLI (1.0.128 … 2.1.325). @checked optional */
  readonly thinking?: string;
  /** Documented alternative to `thinking`, found in streams of other tools. @checked optional */
  readonly text?: string;
  /** Empty in `content_block_start`; the value comes in a `signature_delta`. */
  readonly signature?: string;
}

/** Reasoning that the API encrypted; it cannot be shown. */
export interface RedactedThinkingBlock {
  readonly type: "redacted_thinking";
  readonly data?: string;
}

/** A call of one of the CLI's tools. The answer is the `tool_result` with the same id. */
export interface ToolUseBlock {
  readonly type: "tool_use";
  /** @checked */
  readonly id: string;
  /** @checked */
  readonly name: string;
  readonly input: JsonObject;
  /** Who decided on the call, when it was not the model itself (programmatic tool calling). */
  readonly caller?: JsonObject;
  readonly cache_control?: CacheControl | null;
}

/** The output of a tool, in every observed or documented form: text, blocks, null, or an object of the tool. */
export type ToolResultContent = string | readonly ContentBlock[] | JsonObject | null;

/** The answer to a `tool_use`. */
export interface ToolResultBlock {
  readonly type: "tool_result";
  /** @checked */
  readonly tool_use_id: string;
  readonly content?: ToolResultContent;
  /** Absent means no error. Sub-agent results have no `is_error` in any measured version. */
  readonly is_error?: boolean;
  readonly cache_control?: CacheControl | null;
}

/** A passage offered to the model as a citable source. */
export interface SearchResultBlock {
  readonly type: "search_result";
  readonly source?: string;
  readonly title?: string;
  readonly content?: readonly ContentBlock[];
  readonly citations?: JsonObject;
  readonly cache_control?: CacheControl | null;
}

/** A tool named by a tool search, inside a `tool_result`. */
export interface ToolReferenceBlock {
  readonly type: "tool_reference";
  readonly tool_name?: string;
  readonly cache_control?: CacheControl | null;
}

/** The summary that replaced older context when the API itself compacted. */
export interface CompactionBlock {
  readonly type: "compaction";
  readonly content?: string | null;
}

/** A block of a kind newer than this file. Its fields are whatever the line holds. */
export interface UnknownBlock {
  readonly type: string;
  readonly [key: string]: Json | undefined;
}

/** Every kind of block known by name: a `switch` on `type` narrows it fully. */
export type KnownContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | DocumentBlock
  | SearchResultBlock
  | ToolReferenceBlock
  | CompactionBlock
  | ServerToolBlock;

/**
 * Any block. TypeScript has no "every string except these", so a test on `type` leaves `UnknownBlock` in the union and
 * its fields read as `Json`. To narrow, first ask `isKnownBlock` whether the block is a `KnownContentBlock`.
 */
export type ContentBlock = KnownContentBlock | UnknownBlock;

export type { DocumentBlock, ImageBlock } from "./media.ts";
