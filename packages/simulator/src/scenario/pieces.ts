// How a block is cut into the deltas of a stream. Never inside a code point, so that each delta is whole text.

import type { Block } from "./types.ts";

const textPieceLength = 12;
const inputPieceLength = 20;

/** An empty text has no pieces. */
export function piecesOf(text: string, pieceLength: number = textPieceLength): readonly string[] {
  const pieces: string[] = [];
  // Long texts in short pieces are what the speed of a stream is measured with, and most have one unit for each point.
  if (!/[\ud800-\udfff]/.test(text)) {
    const step = Math.max(1, Math.ceil(pieceLength));
    for (let from = 0; from < text.length; from += step) pieces.push(text.slice(from, from + step));
    return pieces;
  }
  let from = 0;
  let to = 0;
  let length = 0;
  while (to < text.length) {
    to += (text.codePointAt(to) as number) > 0xffff ? 2 : 1;
    length += 1;
    if (length < pieceLength && to < text.length) continue;
    pieces.push(text.slice(from, to));
    from = to;
    length = 0;
  }
  return pieces;
}

/** Text and thinking in pieces of `pieceLength`, a tool's input in pieces of 20; other blocks come whole, in none. */
export function piecesOfBlock(block: Block, pieceLength?: number): readonly string[] {
  if ("text" in block) return block.pieces ?? piecesOf(block.text, pieceLength);
  if ("thinking" in block) return piecesOf(block.thinking, pieceLength);
  if ("tool" in block) return piecesOf(block.rawInput ?? JSON.stringify(block.input), inputPieceLength);
  return [];
}
