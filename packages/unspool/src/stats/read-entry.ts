// One line of a transcript → an entry, without parsing it: keys are found by walking the line's structure, in whatever
// order they stand, so nothing that a text says can be taken for a key. A tool's result is passed over, not read.

import { clearEntry, clearFigures, clearMessage, createEntry, type Entry, type EntryType } from "./entry.ts";
import { BROKEN, endOfString, figureAt, skipSpace, skipValue } from "./json-bytes.ts";
import {
  createKeys,
  findWord,
  isObject,
  isString,
  isTrue,
  STOP,
  takeSpan,
  type TakeValue,
  walkObject,
} from "./keys.ts";
import { momentAt } from "./moment.ts";
import { createContentReader } from "./read-content.ts";
import { createUsageReader } from "./read-usage.ts";

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
const TYPES = createKeys(["assistant", "user", "cost-state"] satisfies EntryType[]);
const TYPE_NAMES: readonly EntryType[] = ["assistant", "user", "cost-state"];

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
  const readUsage = createUsageReader(entry.usage);
  const readContent = createContentReader(entry);
  let wantsTime = false;
  let isWhole = false;
  let isOther = false;

  const takeMessage: TakeValue = (key, bytes, from, end) => {
    if (key === 0) return takeSpan(entry.messageId, bytes, from, end);
    if (key === 1) return takeSpan(entry.model, bytes, from, end);
    if (key === 3) return readContent(bytes, from, end);
    clearFigures(entry.usage);
    entry.hasUsage = isObject(bytes, from);
    return entry.hasUsage ? readUsage(bytes, from, end) : skipValue(bytes, from, end);
  };

  /** Behind the results of tools stands what they printed once more, in a form of their own. */
  const isEnough = (): boolean =>
    isWhole && entry.results.count > 0 && entry.type === "user" && !Number.isNaN(entry.time);

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
