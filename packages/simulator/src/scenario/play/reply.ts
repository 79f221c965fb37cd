// Normalizes the three forms of a reply, and the usage of a reply that names none.

import type { Block, Reply, ReplyDetails, ToolBlock, Usage } from "../types.ts";

/** A reply with blocks and stop reason. */
export interface PlainReply extends ReplyDetails {
  readonly blocks: readonly Block[];
  readonly stopReason: string;
}

export function normalizeReply(reply: Reply): PlainReply {
  if (typeof reply === "string") return toTextReply(reply);
  const details: ReplyDetails = isBlocks(reply) ? { blocks: reply } : reply;
  const blocks = details.blocks ?? [];
  const error = details.error ?? (isRejected(details) ? { status: 429 } : undefined);
  const refused = error === undefined ? {} : { error };
  return {
    ...details,
    ...refused,
    blocks,
    stopReason: details.stopReason ?? (blocks.some(isToolBlock) ? "tool_use" : "end_turn"),
  };
}

/** A reply with a rejected limit and no content is an error 429, even if the scenario names only the limit. */
function isRejected({ rateLimit, blocks = [] }: ReplyDetails): boolean {
  return rateLimit?.status === "rejected" && blocks.length === 0;
}

export function toTextReply(text: string): PlainReply {
  return { blocks: [{ text }], stopReason: "end_turn" };
}

export function isToolBlock(block: Block): block is ToolBlock {
  return "tool" in block;
}

function isBlocks(reply: readonly Block[] | ReplyDetails): reply is readonly Block[] {
  return Array.isArray(reply);
}

/** The usage of a reply without one: few tokens, none cached. */
export const ordinaryUsage: Usage = {
  inputTokens: 12,
  outputTokens: 20,
  cacheCreationInputTokens: 0,
  cacheReadInputTokens: 0,
};
