// The three ways to write a reply, made one.

import type { Block, Reply, ReplyDetails, ToolBlock } from "./types.ts";

/** A reply with its blocks and stop reason filled in. */
export interface PlainReply extends ReplyDetails {
  readonly blocks: readonly Block[];
  readonly stopReason: string;
}

export function plainReply(reply: Reply): PlainReply {
  if (typeof reply === "string") return textReply(reply);
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

/** Whoever has reached a limit and says nothing is refused, also if the scenario names only the limit. */
function isRejected({ rateLimit, blocks = [] }: ReplyDetails): boolean {
  return rateLimit?.status === "rejected" && blocks.length === 0;
}

export function textReply(text: string): PlainReply {
  return { blocks: [{ text }], stopReason: "end_turn" };
}

export function isToolBlock(block: Block): block is ToolBlock {
  return "tool" in block;
}

function isBlocks(reply: readonly Block[] | ReplyDetails): reply is readonly Block[] {
  return Array.isArray(reply);
}
