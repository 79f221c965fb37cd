// The byte scanner: reads one line of a transcript into an entry without parsing it. Other folders use this file, and the
// types in entry.ts and usage.ts; the other files of scan/ are internal.
//
// Why bytes: stats reads gigabytes and needs a few numbers per line. For 100 MB of transcripts (59,528 lines, Node 20) scanning
// takes 0.3 s of CPU time where JSON.parse takes 0.48 s. A scanned line allocates nothing, so a gigabyte needs 92 MB of memory
// (tools/benchmarks/cli: stats-floor, stats-memory).
//
// Keys are found by walking the structure of the line, in any order, so text that looks like a field is never taken for one.

import { clearEntry, clearMessage, createEntry, type Entry, type EntryType } from "./entry.ts";
import { findStringEnd, INVALID, parseCount, skipValue, skipWhitespace } from "./json-bytes.ts";
import {
  createKeySet,
  isObject,
  isString,
  isTrue,
  type KeySet,
  matchString,
  readSpan,
  STOP,
  type ValueHandler,
  walkIfObject,
  walkObject,
} from "./object-walker.ts";
import { createContentScanner } from "./content-scanner.ts";
import { parseTimestamp } from "./timestamp.ts";
import { clearUsage, createUsageScanner } from "./usage.ts";

export { decodeString } from "./json-bytes.ts";
export { createKeySet } from "./object-walker.ts";

export interface EntryScanner {
  /** The fields of the line that was scanned last. */
  readonly entry: Entry;
  /**
   * Returns whether the line is complete and of a type that is counted.
   * @param wantsTime whether to read the time of lines of every type
   * @param isEnded whether the line ended with LF; if not, all of it is checked, since it may be cut anywhere
   */
  scan(bytes: Buffer, from: number, end: number, wantsTime: boolean, isEnded: boolean): boolean;
}

/** The keys of a line that are read, each with its index in the key set. */
const KEY = {
  type: 0,
  timestamp: 1,
  sessionId: 2,
  uuid: 3,
  cwd: 4,
  attributionAgent: 5,
  promptSource: 6,
  isSidechain: 7,
  isMeta: 8,
  isCompactSummary: 9,
  isVisibleInTranscriptOnly: 10,
  isAbortedMidStream: 11,
  costUSD: 12,
  message: 13,
} as const;
const ENTRY = createKeySet(Object.keys(KEY));
const MESSAGE = createKeySet(["id", "model", "usage", "content"]);
const TYPE_NAMES: readonly EntryType[] = ["assistant", "user", "cost-state"];
const TYPES = createKeySet(TYPE_NAMES);

export function createEntryScanner(): EntryScanner {
  const entry = createEntry();
  const scanUsage = createUsageScanner(entry.usage);
  const scanContent = createContentScanner(entry);
  let wantsTime = false;
  let isLineEnded = false;
  let isOther = false;

  const onMessageValue: ValueHandler = (key, bytes, from, end) => {
    if (key === 0) return readSpan(entry.messageId, bytes, from, end);
    if (key === 1) return readSpan(entry.model, bytes, from, end);
    if (key === 3) return scanContent(bytes, from, end);
    clearUsage(entry.usage);
    entry.hasUsage = isObject(bytes, from);
    return entry.hasUsage ? scanUsage(bytes, from, end) : skipValue(bytes, from, end);
  };

  /** The part of a line after its tool results repeats their output in another form, so it is skipped. */
  const hasAll = (): boolean =>
    isLineEnded && entry.results.count > 0 && entry.type === "user" && !Number.isNaN(entry.time);

  const onEntryValue: ValueHandler = (key, bytes, from, end) => {
    const to = readEntryValue(key, bytes, from, end);
    return to >= 0 && hasAll() ? STOP : to;
  };
  const readEntryValue: ValueHandler = (key, bytes, from, end) => {
    switch (key) {
      case KEY.type: {
        if (!isString(bytes, from)) return skipValue(bytes, from, end);
        const quote = findStringEnd(bytes, from + 1, end);
        if (quote === INVALID) return INVALID;
        entry.type = TYPE_NAMES[matchString(TYPES, bytes, from, quote)];
        isOther = entry.type === undefined;
        return isOther && (!wantsTime || !Number.isNaN(entry.time)) ? STOP : quote + 1;
      }
      case KEY.timestamp: {
        if (!isString(bytes, from)) return skipValue(bytes, from, end);
        const quote = findStringEnd(bytes, from + 1, end);
        if (quote === INVALID) return INVALID;
        entry.time = parseTimestamp(bytes, from + 1, quote);
        return isOther && !Number.isNaN(entry.time) ? STOP : quote + 1;
      }
      case KEY.sessionId:
        return readSpan(entry.session, bytes, from, end);
      case KEY.uuid:
        return readSpan(entry.uuid, bytes, from, end);
      case KEY.cwd:
        return readSpan(entry.cwd, bytes, from, end);
      case KEY.attributionAgent:
        return readSpan(entry.agentKind, bytes, from, end);
      case KEY.promptSource:
        return readSpan(entry.promptSource, bytes, from, end);
      case KEY.message:
        clearMessage(entry);
        return walkIfObject(bytes, from, end, MESSAGE, onMessageValue);
      default: {
        const to = skipValue(bytes, from, end);
        if (to === INVALID) return INVALID;
        if (key === KEY.costUSD) {
          const isNumber = bytes[from] !== 0x22 && ((bytes[from] ?? 0) & 0xf0) === 0x30;
          entry.costUsd = isNumber ? parseCount(bytes, from, to) : -1;
        } else if (isTrue(bytes, from, to)) {
          if (key === KEY.isSidechain) entry.isSidechain = true;
          else if (key === KEY.isAbortedMidStream) entry.isAborted = true;
          else entry.isMeta = true;
        }
        return to;
      }
    }
  };

  return {
    entry,
    scan(bytes, from, end, wants, isEnded) {
      clearEntry(entry);
      wantsTime = wants;
      isLineEnded = isEnded;
      isOther = false;
      const start = skipWhitespace(bytes, from, end);
      if (start >= end || !isObject(bytes, start)) return false;
      const to = walkObject(bytes, start, end, ENTRY, onEntryValue);
      if (to === STOP) return entry.type !== undefined;
      if (to === INVALID) {
        // A line whose writer died while writing it is ignored, its time included.
        entry.time = Number.NaN;
        return false;
      }
      return skipWhitespace(bytes, to, end) === end && entry.type !== undefined;
    },
  };
}

/**
 * Returns the index of the first key of the line that is one of `keys`; undefined if it has none of them.
 * @param end the end of the line, which may be cut
 */
export function findFirstKey(keys: KeySet, bytes: Buffer, from: number, end: number): number | undefined {
  if (!isObject(bytes, from)) return undefined;
  let found: number | undefined;
  walkObject(bytes, from, end, keys, (key) => {
    found = key;
    return STOP;
  });
  return found;
}
