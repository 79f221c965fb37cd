// One line of a transcript → an entry, without parsing it: keys are found by walking the line's structure, in whatever
// order they stand, so nothing that a text says can be taken for a key. A tool's result is passed over, not read.

import {
  addPlace,
  clearContent,
  clearEntry,
  clearFigures,
  clearMessage,
  createEntry,
  type Entry,
  type EntryType,
  type Span,
} from "./entry.ts";
import { BROKEN, endOfString, figureAt, skipSpace, skipValue } from "./json-bytes.ts";
import { createKeys, findWord, isArray, isObject, isString, STOP, type TakeValue, walkArray, walkObject } from "./keys.ts";
import { momentAt } from "./moment.ts";

const ENTRY = createKeys([
  "type",
  "timestamp",
  "sessionId",
  "uuid",
  "cwd",
  "attributionAgent",
  "promptSource",
  "isSidechain",
  "isMeta",
  "isCompactSummary",
  "isVisibleInTranscriptOnly",
  "isAbortedMidStream",
  "costUSD",
  "message",
]);
const MESSAGE = createKeys(["id", "model", "usage", "content"]);
const USAGE = createKeys([
  "input_tokens",
  "output_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "cache_creation",
  "server_tool_use",
]);
const CACHE_CREATION = createKeys(["ephemeral_1h_input_tokens"]);
const SERVER_TOOLS = createKeys(["web_search_requests"]);
const BLOCK = createKeys(["type", "id", "name", "tool_use_id", "is_error", "text"]);
const TYPES = createKeys(["assistant", "user", "cost-state"] satisfies EntryType[]);
const TYPE_NAMES: readonly EntryType[] = ["assistant", "user", "cost-state"];
const BLOCK_TYPES = createKeys(["tool_use", "tool_result", "text", "thinking", "redacted_thinking"]);

export interface EntryReader {
  /** Filled by `read`, until it is called again. */
  readonly entry: Entry;
  /**
   * @param wantsTime reads the time of lines of every type
   * @param isEnded the line had its end; if not, all of it is looked through, for it may be cut anywhere
   * @returns whether the line is of a type that is counted, and whole
   */
  read(bytes: Buffer, from: number, end: number, wantsTime: boolean, isEnded: boolean): boolean;
}

export function createEntryReader(): EntryReader {
  const entry = createEntry();
  const block = { type: -1, id: span(), name: span(), result: span(), text: span(), isError: false };
  let wantsTime = false;
  let isWhole = false;
  let isOther = false;
  let cacheHour = 0;

  const takeUsage: TakeValue = (key, bytes, from, end) => {
    if (key === 4) return isObject(bytes, from) ? walkObject(bytes, from, end, CACHE_CREATION, takeCache) : skipValue(bytes, from, end);
    if (key === 5) return isObject(bytes, from) ? walkObject(bytes, from, end, SERVER_TOOLS, takeSearches) : skipValue(bytes, from, end);
    const to = skipValue(bytes, from, end);
    if (to === BROKEN) return BROKEN;
    const figure = figureAt(bytes, from, to);
    if (key === 0) entry.usage.input = figure;
    else if (key === 1) entry.usage.output = figure;
    else if (key === 2) entry.usage.cacheRead = figure;
    else entry.usage.cacheWrite = figure;
    return to;
  };
  const takeCache: TakeValue = (_key, bytes, from, end) => {
    const to = skipValue(bytes, from, end);
    if (to !== BROKEN) cacheHour = figureAt(bytes, from, to);
    return to;
  };
  const takeSearches: TakeValue = (_key, bytes, from, end) => {
    const to = skipValue(bytes, from, end);
    if (to !== BROKEN) entry.usage.webSearches = figureAt(bytes, from, to);
    return to;
  };

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
    return takeSpan(key === 1 ? block.id : key === 2 ? block.name : key === 3 ? block.result : block.text, bytes, from, end);
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

  const takeMessage: TakeValue = (key, bytes, from, end) => {
    if (key === 0) return takeSpan(entry.messageId, bytes, from, end);
    if (key === 1) return takeSpan(entry.model, bytes, from, end);
    if (key === 2) {
      clearFigures(entry.usage);
      cacheHour = 0;
      entry.hasUsage = isObject(bytes, from);
      if (!entry.hasUsage) return skipValue(bytes, from, end);
      const to = walkObject(bytes, from, end, USAGE, takeUsage);
      // The hour's part is within the whole.
      entry.usage.cacheWriteHour = Math.min(cacheHour, entry.usage.cacheWrite);
      entry.usage.cacheWrite -= entry.usage.cacheWriteHour;
      return to;
    }
    clearContent(entry);
    if (isArray(bytes, from)) return walkArray(bytes, from, end, takeBlock);
    if (!isString(bytes, from)) return skipValue(bytes, from, end);
    const quote = endOfString(bytes, from + 1, end);
    if (quote === BROKEN) return BROKEN;
    addPlace(entry.texts, from + 1);
    addPlace(entry.texts, quote);
    return quote + 1;
  };

  /** Behind the results of tools stands what they printed once more, in a form of their own. */
  const isEnough = (): boolean => isWhole && entry.results.count > 0 && entry.type === "user" && !Number.isNaN(entry.time);

  const takeEntry: TakeValue = (key, bytes, from, end) => {
    const to = takeEntryValue(key, bytes, from, end);
    return to >= 0 && isEnough() ? STOP : to;
  };
  const takeEntryValue: TakeValue = (key, bytes, from, end) => {
    switch (key) {
      case 0: {
        if (!isString(bytes, from)) return skipValue(bytes, from, end);
        const quote = endOfString(bytes, from + 1, end);
        if (quote === BROKEN) return BROKEN;
        entry.type = TYPE_NAMES[findWord(TYPES, bytes, from, quote)];
        isOther = entry.type === undefined;
        return isOther && (!wantsTime || !Number.isNaN(entry.time)) ? STOP : quote + 1;
      }
      case 1: {
        if (!isString(bytes, from)) return skipValue(bytes, from, end);
        const quote = endOfString(bytes, from + 1, end);
        if (quote === BROKEN) return BROKEN;
        entry.time = momentAt(bytes, from + 1, quote);
        return isOther && !Number.isNaN(entry.time) ? STOP : quote + 1;
      }
      case 2:
        return takeSpan(entry.session, bytes, from, end);
      case 3:
        return takeSpan(entry.uuid, bytes, from, end);
      case 4:
        return takeSpan(entry.cwd, bytes, from, end);
      case 5:
        return takeSpan(entry.agentKind, bytes, from, end);
      case 6:
        return takeSpan(entry.promptSource, bytes, from, end);
      case 13: {
        clearMessage(entry);
        return isObject(bytes, from) ? walkObject(bytes, from, end, MESSAGE, takeMessage) : skipValue(bytes, from, end);
      }
      default: {
        const to = skipValue(bytes, from, end);
        if (to === BROKEN) return BROKEN;
        if (key === 12) {
          const isNumber = bytes[from] !== 0x22 && ((bytes[from] ?? 0) & 0xf0) === 0x30;
          entry.cost = isNumber ? figureAt(bytes, from, to) : -1;
        } else if (isTrue(bytes, from, to)) {
          if (key === 7) entry.isOfAgent = true;
          else if (key === 11) entry.isCut = true;
          else entry.isMeta = true;
        }
        return to;
      }
    }
  };

  return {
    entry,
    read(bytes, from, end, wants, isEnded) {
      clearEntry(entry);
      wantsTime = wants;
      isWhole = isEnded;
      isOther = false;
      const start = skipSpace(bytes, from, end);
      if (start >= end || !isObject(bytes, start)) return false;
      const to = walkObject(bytes, start, end, ENTRY, takeEntry);
      if (to === STOP) return entry.type !== undefined;
      if (to === BROKEN) {
        // A line that was being written when its writer died tells nothing, not even a time.
        entry.time = Number.NaN;
        return false;
      }
      if (skipSpace(bytes, to, end) !== end) return false;
      return entry.type !== undefined;
    },
  };
}

function span(): Span {
  return { from: -1, to: -1 };
}

function takeSpan(target: Span, bytes: Buffer, from: number, end: number): number {
  const isText = isString(bytes, from);
  const to = skipValue(bytes, from, end);
  target.from = isText && to !== BROKEN ? from + 1 : -1;
  target.to = to - 1;
  return to;
}

function isTrue(bytes: Buffer, from: number, to: number): boolean {
  return to - from === 4 && bytes[from] === 0x74;
}
