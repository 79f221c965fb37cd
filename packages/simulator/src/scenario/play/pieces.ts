// Splits blocks into the deltas of a stream, never inside a code point.

import type { Block } from "../types.ts";

const textPieceLength = 12;
const inputPieceLength = 20;

/** Splits a text. An empty text has no pieces. */
export function splitText(text: string, pieceLength: number = textPieceLength): readonly string[] {
  const pieces: string[] = [];
  // The fast path for texts without surrogates: benchmarks use long texts in short pieces.
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

/** Splits text and thinking into pieces of `pieceLength`, a tool's input into pieces of 20. Other blocks have no pieces. */
export function splitBlock(block: Block, pieceLength?: number): readonly string[] {
  if ("text" in block) return block.pieces ?? splitText(block.text, pieceLength);
  if ("thinking" in block) return splitText(block.thinking, pieceLength);
  if ("tool" in block) return splitText(block.rawInput ?? JSON.stringify(block.input), inputPieceLength);
  return [];
}
