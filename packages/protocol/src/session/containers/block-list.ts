// The blocks of a message, in the order of their numbers. Almost always the number is the place; only a block that is sent
// whole (a server tool, say) may come after a later one has begun.

import type { List } from "./list.ts";
import type { TranscriptBlock } from "../transcript.ts";

type Blocks = List<TranscriptBlock>;

export function blockAt(blocks: Blocks, number: number): TranscriptBlock | undefined {
  return blocks.at(placeOf(blocks, number));
}

/** The blocks with this one under its number. */
export function putBlock(blocks: Blocks, block: TranscriptBlock): Blocks {
  const place = placeOf(blocks, block.block);
  if (place < blocks.length) return blocks.with(place, block);
  if ((blocks.at(-1)?.block ?? -1) < block.block) return blocks.append(block);
  return insertBlock(blocks, block);
}

/** Moves the later blocks up by one: it is near the end, where a list of any length is cheap to change. */
function insertBlock(blocks: Blocks, block: TranscriptBlock): Blocks {
  let moved = blocks.append(blocks.at(-1) as TranscriptBlock);
  let place = blocks.length - 1;
  for (; place > 0 && (blocks.at(place - 1) as TranscriptBlock).block > block.block; place -= 1) {
    moved = moved.with(place, blocks.at(place - 1) as TranscriptBlock);
  }
  return moved.with(place, block);
}

/** Where the block with this number stands, or the length if it does not. Numbers rise, so halves can be left out. */
function placeOf(blocks: Blocks, number: number): number {
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
