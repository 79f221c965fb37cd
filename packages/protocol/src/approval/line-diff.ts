// Compares the lines of two texts: removed, added and unchanged. The result contains all lines of both texts.

import { visiblePieces, type ApprovalLine } from "./visible.ts";

/**
 * Limit for the comparison, whose time and memory grow with the product of both lengths. Above it, all old lines come
 * first.
 */
const MAX_CELLS = 400_000;

export function lineDiff(before: string, after: string): readonly ApprovalLine[] {
  const old = toLines(before);
  const now = toLines(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const lines: ApprovalLine[] = [];
  const add = (sign: "+" | "-" | " ", text: string): void => void lines.push({ sign, pieces: visiblePieces(text) });
  for (const line of old.slice(0, start)) add(" ", line);
  compare(old.slice(start, old.length - end), now.slice(start, now.length - end), add);
  for (const line of old.slice(old.length - end)) add(" ", line);
  return lines;
}

/** Returns the lines of a text. An empty text has no lines. */
function toLines(text: string): readonly string[] {
  return text === "" ? [] : text.split("\n");
}

/** Compares by the longest common subsequence, so that most lines stay unchanged. */
function compare(
  old: readonly string[],
  now: readonly string[],
  add: (sign: "+" | "-" | " ", text: string) => void,
): void {
  const width = now.length + 1;
  const isSmall = (old.length + 1) * width <= MAX_CELLS;
  /** At (i, j): the number of lines that the remaining texts from i and j have in common. */
  const common = new Uint32Array(isSmall ? (old.length + 1) * width : 0);
  if (isSmall) {
    for (let i = old.length - 1; i >= 0; i -= 1) {
      for (let j = now.length - 1; j >= 0; j -= 1) {
        common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      }
    }
  }
  function at(i: number, j: number): number {
    return common[i * width + j] ?? 0;
  }
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const [before, after] = [old[i], now[j]];
    if (isSmall && before !== undefined && before === after) {
      add(" ", before);
      i += 1;
      j += 1;
    } else if (before !== undefined && (after === undefined || at(i + 1, j) >= at(i, j + 1))) {
      add("-", before);
      i += 1;
    } else {
      add("+", after ?? "");
      j += 1;
    }
  }
}
