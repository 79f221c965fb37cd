import { CONTENT_BLOCK_TYPES } from "./generated/known-names.ts";
import type { ContentBlock, KnownContentBlock } from "./shared/content.ts";

/** Whether a block is of a kind that this version knows; then a test on its `type` narrows it to one kind. */
export function isKnownBlock(block: ContentBlock): block is KnownContentBlock {
  return CONTENT_BLOCK_TYPES.has(block.type);
}
