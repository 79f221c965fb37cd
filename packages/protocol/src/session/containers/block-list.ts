// The blocks of a message, ordered by number. Almost always the number equals the index. Only a block that is sent
// whole (such as a server tool) may arrive after a later one has begun.

import type { List } from "./list.ts";
import type { TranscriptBlock } from "../transcript.ts";

type Blocks = List<TranscriptBlock>;

export function blockAt(blocks: Blocks, number: number): TranscriptBlock | undefined {
  return blocks.at(findPosition(blocks, number));
}

/** Returns the blocks with this one added, or replaced if its number exists. */
export function putBlock(blocks: Blocks, block: TranscriptBlock): Blocks {
  const place = findPosition(blocks, block.block);
  if (place < blocks.length) return blocks.with(place, block);
  if ((blocks.at(-1)?.block ?? -1) < block.block) return blocks.append(block);
  return insertBlock(blocks, block);
}

/** Moves the later blocks up by one. The new block is near the end, where changes are cheap in a list of any length. */
function insertBlock(blocks: Blocks, block: TranscriptBlock): Blocks {
  let moved = blocks.append(blocks.at(-1) as TranscriptBlock);
  let place = blocks.length - 1;
  for (; place > 0 && (blocks.at(place - 1) as TranscriptBlock).block > block.block; place -= 1) {
    moved = moved.with(place, blocks.at(place - 1) as TranscriptBlock);
  }
  return moved.with(place, block);
}

/**
 * Returns the index of the block with this number, or the length if there is none. Binary search, as numbers ascend.
 */
function findPosition(blocks: Blocks, number: number): number {
  if (blocks.at(number)?.block === number) return number;
  let start = 0;
  let end = blocks.length;
  while (start < end) {
    const middle = (start + end) >> 1;
    const candidate = (blocks.at(middle) as TranscriptBlock).block;
    if (candidate === number) return middle;
    if (candidate < number) start = middle + 1;
    else end = middle;
  }
  return blocks.length;
}
