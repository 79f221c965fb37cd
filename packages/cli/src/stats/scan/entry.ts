// The fields of one transcript line that are counted: numbers, and the offsets of strings in the buffer. The scanner fills
// the same entry for every line, so that a line allocates nothing.

import { clearUsage, createUsage, type Usage } from "./usage.ts";

/** The range of a string between its quotes; `from` is -1 if there is none. */
export interface Span {
  from: number;
  to: number;
}

/** A list that is emptied by resetting its count: releasing its memory for every line is the largest cost. */
export interface OffsetList {
  readonly at: number[];
  count: number;
}

export type EntryType = "assistant" | "user" | "cost-state";

export interface Entry {
  type: EntryType | undefined;
  /** NaN if the line has no timestamp. */
  time: number;
  readonly session: Span;
  readonly uuid: Span;
  readonly cwd: Span;
  /** Kind of the sub-agent (2.1.200 and later). */
  readonly agentKind: Span;
  readonly promptSource: Span;
  isSidechain: boolean;
  isMeta: boolean;
  isAborted: boolean;
  /** The CLI's own price of the line (before 1.0.9); -1 if the line has none. */
  costUsd: number;
  readonly messageId: Span;
  readonly model: Span;
  readonly usage: Usage;
  hasUsage: boolean;
  /** Tool calls, four offsets each: from and to of the id, from and to of the name. */
  readonly calls: OffsetList;
  /** Tool results, three numbers each: from and to of the call's id, 1 if it failed. */
  readonly results: OffsetList;
  /** From and to of each text. */
  readonly texts: OffsetList;
  /** Number of blocks of another type, such as images. */
  otherBlocks: number;
}

export function createEntry(): Entry {
  return {
    type: undefined,
    time: Number.NaN,
    session: createSpan(),
    uuid: createSpan(),
    cwd: createSpan(),
    agentKind: createSpan(),
    promptSource: createSpan(),
    isSidechain: false,
    isMeta: false,
    isAborted: false,
    costUsd: -1,
    messageId: createSpan(),
    model: createSpan(),
    usage: createUsage(),
    hasUsage: false,
    calls: { at: [], count: 0 },
    results: { at: [], count: 0 },
    texts: { at: [], count: 0 },
    otherBlocks: 0,
  };
}

export function createSpan(): Span {
  return { from: -1, to: -1 };
}

export function clearEntry(entry: Entry): void {
  entry.type = undefined;
  entry.time = Number.NaN;
  entry.session.from = -1;
  entry.uuid.from = -1;
  entry.cwd.from = -1;
  entry.agentKind.from = -1;
  entry.promptSource.from = -1;
  entry.isSidechain = false;
  entry.isMeta = false;
  entry.isAborted = false;
  entry.costUsd = -1;
  clearMessage(entry);
}

export function clearMessage(entry: Entry): void {
  entry.messageId.from = -1;
  entry.model.from = -1;
  clearUsage(entry.usage);
  entry.hasUsage = false;
  clearContent(entry);
}

export function clearContent(entry: Entry): void {
  entry.calls.count = 0;
  entry.results.count = 0;
  entry.texts.count = 0;
  entry.otherBlocks = 0;
}

export function addOffset(list: OffsetList, offset: number): void {
  list.at[list.count] = offset;
  list.count += 1;
}
