// The content of a message, read in place: which tools it calls, which results it brings, and where its texts are.

import { addPlace, clearContent, type Entry, noSpan } from "./entry.ts";
import { BROKEN, endOfString, skipValue } from "./json-bytes.ts";
import {
  createKeys,
  findWord,
  isArray,
  isObject,
  isString,
  isTrue,
  takeSpan,
  type TakeValue,
  walkArray,
  walkObject,
} from "./keys.ts";

const BLOCK = createKeys(["type", "id", "name", "tool_use_id", "is_error", "text"]);
const BLOCK_TYPES = createKeys(["tool_use", "tool_result", "text", "thinking", "redacted_thinking"]);

/** @param from the first byte of `content` @returns behind it, or BROKEN */
export type ReadContent = (bytes: Buffer, from: number, end: number) => number;

export function createContentReader(entry: Entry): ReadContent {
  const block = { type: -1, id: noSpan(), name: noSpan(), result: noSpan(), text: noSpan(), isError: false };

  const takeBlockValue: TakeValue = (key, bytes, from, end) => {
    if (key === 4) {
      const to = skipValue(bytes, from, end);
      block.isError = isTrue(bytes, from, to);
      return to;
    }
    if (!isString(bytes, from)) return skipValue(bytes, from, end);
    if (key === 0) {
      const quote = endOfString(bytes, from + 1, end);
      if (quote === BROKEN) return BROKEN;
      block.type = findWord(BLOCK_TYPES, bytes, from, quote);
      return quote + 1;
    }
    return takeSpan(
      key === 1 ? block.id : key === 2 ? block.name : key === 3 ? block.result : block.text,
      bytes,
      from,
      end,
    );
  };
  const takeBlock = (bytes: Buffer, from: number, end: number): number => {
    if (!isObject(bytes, from)) return skipValue(bytes, from, end);
    block.type = -1;
    block.id.from = -1;
    block.name.from = -1;
    block.result.from = -1;
    block.text.from = -1;
    block.isError = false;
    const to = walkObject(bytes, from, end, BLOCK, takeBlockValue);
    if (to === BROKEN) return BROKEN;
    if (block.type === 0) {
      if (block.id.from >= 0 && block.name.from >= 0) {
        addPlace(entry.calls, block.id.from);
        addPlace(entry.calls, block.id.to);
        addPlace(entry.calls, block.name.from);
        addPlace(entry.calls, block.name.to);
      }
    } else if (block.type === 1) {
      if (block.result.from >= 0) {
        addPlace(entry.results, block.result.from);
        addPlace(entry.results, block.result.to);
        addPlace(entry.results, block.isError ? 1 : 0);
      }
    } else if (block.type === 2) {
      if (block.text.from >= 0) {
        addPlace(entry.texts, block.text.from);
        addPlace(entry.texts, block.text.to);
      }
    } else if (block.type === -1) entry.others += 1;
    return to;
  };

  return (bytes, from, end) => {
    clearContent(entry);
    if (isArray(bytes, from)) return walkArray(bytes, from, end, takeBlock);
    if (!isString(bytes, from)) return skipValue(bytes, from, end);
    const quote = endOfString(bytes, from + 1, end);
    if (quote === BROKEN) return BROKEN;
    addPlace(entry.texts, from + 1);
    addPlace(entry.texts, quote);
    return quote + 1;
  };
}
