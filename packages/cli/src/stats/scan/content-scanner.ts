// Scans the content of a message for its tool calls, tool results and texts.

import { addOffset, clearContent, type Entry, createSpan } from "./entry.ts";
import { INVALID, findStringEnd, skipValue } from "./json-bytes.ts";
import {
  createKeySet,
  matchString,
  isArray,
  isObject,
  isString,
  isTrue,
  readSpan,
  type ValueHandler,
  walkArray,
  walkObject,
} from "./object-walker.ts";

const BLOCK = createKeySet(["type", "id", "name", "tool_use_id", "is_error", "text"]);
const BLOCK_TYPES = createKeySet(["tool_use", "tool_result", "text", "thinking", "redacted_thinking"]);

/** Scans a `content` value. Returns the offset after it, or INVALID. @param from its first byte */
export type ScanContent = (bytes: Buffer, from: number, end: number) => number;

export function createContentScanner(entry: Entry): ScanContent {
  const block = {
    type: -1,
    id: createSpan(),
    name: createSpan(),
    result: createSpan(),
    text: createSpan(),
    isError: false,
  };

  const onBlockValue: ValueHandler = (key, bytes, from, end) => {
    if (key === 4) {
      const to = skipValue(bytes, from, end);
      block.isError = isTrue(bytes, from, to);
      return to;
    }
    if (!isString(bytes, from)) return skipValue(bytes, from, end);
    if (key === 0) {
      const quote = findStringEnd(bytes, from + 1, end);
      if (quote === INVALID) return INVALID;
      block.type = matchString(BLOCK_TYPES, bytes, from, quote);
      return quote + 1;
    }
    return readSpan(
      key === 1 ? block.id : key === 2 ? block.name : key === 3 ? block.result : block.text,
      bytes,
      from,
      end,
    );
  };
  const onBlock = (bytes: Buffer, from: number, end: number): number => {
    if (!isObject(bytes, from)) return skipValue(bytes, from, end);
    block.type = -1;
    block.id.from = -1;
    block.name.from = -1;
    block.result.from = -1;
    block.text.from = -1;
    block.isError = false;
    const to = walkObject(bytes, from, end, BLOCK, onBlockValue);
    if (to === INVALID) return INVALID;
    if (block.type === 0) {
      if (block.id.from >= 0 && block.name.from >= 0) {
        addOffset(entry.calls, block.id.from);
        addOffset(entry.calls, block.id.to);
        addOffset(entry.calls, block.name.from);
        addOffset(entry.calls, block.name.to);
      }
    } else if (block.type === 1) {
      if (block.result.from >= 0) {
        addOffset(entry.results, block.result.from);
        addOffset(entry.results, block.result.to);
        addOffset(entry.results, block.isError ? 1 : 0);
      }
    } else if (block.type === 2) {
      if (block.text.from >= 0) {
        addOffset(entry.texts, block.text.from);
        addOffset(entry.texts, block.text.to);
      }
    } else if (block.type === -1) entry.otherBlocks += 1;
    return to;
  };

  return (bytes, from, end) => {
    clearContent(entry);
    if (isArray(bytes, from)) return walkArray(bytes, from, end, onBlock);
    if (!isString(bytes, from)) return skipValue(bytes, from, end);
    const quote = findStringEnd(bytes, from + 1, end);
    if (quote === INVALID) return INVALID;
    addOffset(entry.texts, from + 1);
    addOffset(entry.texts, quote);
    return quote + 1;
  };
}
