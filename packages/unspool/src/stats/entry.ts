// What one line of a transcript holds, as far as it is counted: figures, and the places of strings in the bytes. One entry
// is filled again and again, so that a line leaves nothing behind.

/** Where a string is: behind its opening quote, and its closing one; `from` is -1 if there is none. */
export interface Span {
  from: number;
  to: number;
}

/** A list that is emptied by its count: giving up its memory for each line is what costs most. */
export interface Places {
  readonly at: number[];
  count: number;
}

export type EntryType = "assistant" | "user" | "cost-state";

export interface Figures {
  input: number;
  output: number;
  cacheRead: number;
  /** Written to the cache for five minutes, or for a time that is not told. */
  cacheWrite: number;
  /** Written to the cache for an hour. */
  cacheWriteHour: number;
  webSearches: number;
}

export interface Entry {
  type: EntryType | undefined;
  /** NaN if there is none. */
  time: number;
  readonly session: Span;
  readonly uuid: Span;
  readonly cwd: Span;
  /** Kind of the agent (2.1.200 and later). */
  readonly agentKind: Span;
  readonly promptSource: Span;
  isOfAgent: boolean;
  isMeta: boolean;
  isCut: boolean;
  /** What the CLI charged, where it says so per line (before 1.0.9); -1 if not. */
  cost: number;
  readonly messageId: Span;
  readonly model: Span;
  readonly usage: Figures;
  hasUsage: boolean;
  /** Calls, four places each: from and to of the id, from and to of the name. */
  readonly calls: Places;
  /** Results, three numbers each: from and to of the call's id, 1 if it failed. */
  readonly results: Places;
  /** From and to of each text. */
  readonly texts: Places;
  /** Blocks of another kind, such as images. */
  others: number;
}

export function createEntry(): Entry {
  return {
    type: undefined,
    time: Number.NaN,
    session: noSpan(),
    uuid: noSpan(),
    cwd: noSpan(),
    agentKind: noSpan(),
    promptSource: noSpan(),
    isOfAgent: false,
    isMeta: false,
    isCut: false,
    cost: -1,
    messageId: noSpan(),
    model: noSpan(),
    usage: noFigures(),
    hasUsage: false,
    calls: { at: [], count: 0 },
    results: { at: [], count: 0 },
    texts: { at: [], count: 0 },
    others: 0,
  };
}

export function noFigures(): Figures {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0, webSearches: 0 };
}

export function noSpan(): Span {
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
  entry.isOfAgent = false;
  entry.isMeta = false;
  entry.isCut = false;
  entry.cost = -1;
  clearMessage(entry);
}

export function clearMessage(entry: Entry): void {
  entry.messageId.from = -1;
  entry.model.from = -1;
  clearFigures(entry.usage);
  entry.hasUsage = false;
  clearContent(entry);
}

export function clearContent(entry: Entry): void {
  entry.calls.count = 0;
  entry.results.count = 0;
  entry.texts.count = 0;
  entry.others = 0;
}

export function clearFigures(figures: Figures): void {
  figures.input = 0;
  figures.output = 0;
  figures.cacheRead = 0;
  figures.cacheWrite = 0;
  figures.cacheWriteHour = 0;
  figures.webSearches = 0;
}

export function addPlace(places: Places, place: number): void {
  places.at[places.count] = place;
  places.count += 1;
}
