// The blocks of a message, in the order of their numbers. Almost always the number is the place; only a block that is sent
// whole (a server tool, say) may come after a later one has begun.

import { listOf, type List } from "./list.ts";
import type { TranscriptBlock } from "./transcript.ts";

type Blocks = List<TranscriptBlock>;

export function blockAt(blocks: Blocks, number: number): TranscriptBlock | undefined {
  return blocks.at(placeOf(blocks, number));
}

/** The blocks with this one under its number. */
export function putBlock(blocks: Blocks, block: TranscriptBlock): Blocks {
  const place = placeOf(blocks, block.block);
  if (place < blocks.length) return blocks.with(place, block);
  if ((blocks.at(-1)?.block ?? -1) < block.block) return blocks.append(block);
  return listOf([...blocks, block].sort((left, right) => left.block - right.block));
}

/** Where the block with this number stands, or the length if it does not. */
function placeOf(blocks: Blocks, number: number): number {
  if (blocks.at(number)?.block === number) return number;
  for (let place = blocks.length - 1; place >= 0; place -= 1) {
    const candidate = (blocks.at(place) as TranscriptBlock).block;
    if (candidate === number) return place;
    if (candidate < number) break;
  }
  return blocks.length;
}
