// One writer, any number of readers: each gets every item from the first one on, at its own pace, then the end or the
// error. Items are held in batches that are linked forwards only, so what all readers have passed is free. The writer is
// told when the slowest reader is too far behind, and when it has caught up; who does not read does not hold it up.

import { ClaudeError } from "../errors.ts";

export interface EventLogOptions {
  /** So much may lie between the writer and the slowest reader. */
  readonly maxBehind: number;
  /** So much is kept from the beginning, for readers that come later. 0: they begin where they come. */
  readonly maxKept: number;
  /** A reader has caught up, or left: the writer may look at `isBehind` again. */
  readonly onProgress: () => void;
}

interface Batch<Item> {
  readonly number: number;
  readonly items: readonly Item[];
  /** Size of all before this one. */
  readonly start: number;
  readonly end: number;
  next: Batch<Item> | undefined;
}

interface Reader<Item> {
  batch: Batch<Item>;
  /** Size of what it has passed. */
  passed: number;
  wake: (() => void) | undefined;
}

type Ending = { readonly error: unknown } | { readonly error?: undefined };

export class EventLog<Item> {
  readonly #options: EventLogOptions;
  readonly #readers = new Set<Reader<Item>>();
  /** An empty batch in front of the first, until the beginning has been let go. */
  #first: Batch<Item> | undefined;
  #last: Batch<Item>;
  #open: Item[] = [];
  /** Of what has come since the last batch. */
  #size = 0;
  #ending: Ending | undefined;

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#last = { number: 0, items: [], start: 0, end: 0, next: undefined };
    this.#first = options.maxKept > 0 ? this.#last : undefined;
  }

  get hasReaders(): boolean {
    return this.#readers.size > 0;
  }

  /** The slowest reader is too far behind. */
  get isBehind(): boolean {
    for (const { passed } of this.#readers) if (this.#last.end - passed > this.#options.maxBehind) return true;
    return false;
  }

  /** Somebody reads, or may still come to read from the beginning. */
  get #isHeard(): boolean {
    return this.#readers.size > 0 || this.#first !== undefined;
  }

  /** Readers see it at the next `flush`. */
  add(item: Item): void {
    this.#open.push(item);
  }

  /** Hands on what was added. @param size how much it counts for, also where nothing was added: a line comes in pieces */
  flush(size: number): void {
    this.#size += size;
    if (!this.#isHeard) {
      this.#open = [];
      this.#size = 0;
      // Not linked to what came before: nobody will come from there.
      const { number, end } = this.#last;
      this.#last = { number: number + 1, items: [], start: end, end: end + size, next: undefined };
      return;
    }
    if (this.#open.length === 0) return;
    const { number, end } = this.#last;
    const batch: Batch<Item> = {
      number: number + 1,
      items: this.#open,
      start: end,
      end: end + this.#size,
      next: undefined,
    };
    this.#size = 0;
    this.#open = [];
    this.#last.next = batch;
    this.#last = batch;
    if (batch.end > this.#options.maxKept) this.#first = undefined;
    this.#wakeAll();
  }

  /** The end for all readers, when they have read what came before it. Only the first one counts. */
  end(ending: Ending = {}): void {
    if (this.#ending !== undefined) return;
    this.flush(0);
    this.#ending = ending;
    this.#wakeAll();
  }

  read(): AsyncIterableIterator<Item> {
    const { maxKept } = this.#options;
    const start = this.#first ?? (maxKept === 0 ? this.#last : undefined);
    return start === undefined ? this.#gone() : this.#readFrom(start);
  }

  #wakeAll(): void {
    for (const reader of this.#readers) reader.wake?.();
  }

  /**
   * Cuts off what all readers have left. Otherwise one dead batch that the collector takes for old keeps the next alive,
   * and that the next: nearly everything then survives, at a third of the whole time.
   */
  #letGo(batch: Batch<Item>): void {
    if (this.#first !== undefined) return;
    for (const reader of this.#readers) if (reader.batch.number <= batch.number) return;
    batch.next = undefined;
  }

  #readFrom(start: Batch<Item>): AsyncIterableIterator<Item> {
    const reader: Reader<Item> = { batch: start, passed: start.end, wake: undefined };
    let index = start.items.length;
    let isDone = false;
    this.#readers.add(reader);
    const leave = (): void => {
      isDone = true;
      this.#readers.delete(reader);
      reader.wake?.();
      this.#options.onProgress();
    };
    /** The next item if it is there, the end if it is the end, undefined if one has to wait. */
    const take = (): IteratorResult<Item, undefined> | undefined => {
      if (isDone) return { done: true, value: undefined };
      while (index === reader.batch.items.length) {
        const left = reader.batch;
        if (left.next === undefined) {
          if (this.#ending === undefined) return undefined;
          leave();
          // oxlint-disable-next-line only-throw-error -- handed on as it came
          if (this.#ending.error !== undefined) throw this.#ending.error;
          return { done: true, value: undefined };
        }
        reader.batch = left.next;
        index = 0;
        this.#letGo(left);
      }
      const { batch } = reader;
      const value = batch.items[index] as Item;
      index += 1;
      if (index === batch.items.length) {
        reader.passed = batch.end;
        this.#options.onProgress();
      }
      return { done: false, value };
    };
    const wait = async (): Promise<IteratorResult<Item, undefined>> => {
      for (;;) {
        const taken = take();
        if (taken !== undefined) return taken;
        await new Promise<void>((resolve) => {
          reader.wake = resolve;
        });
        reader.wake = undefined;
      }
    };
    let last: Promise<unknown> | undefined;
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next() {
        // Calls that overlap are served in their order.
        if (last !== undefined) {
          const next = last.then(wait, wait);
          last = next;
          return next;
        }
        try {
          const taken = take();
          if (taken !== undefined) return Promise.resolve(taken);
        } catch (error) {
          // oxlint-disable-next-line prefer-promise-reject-errors -- handed on as it came
          return Promise.reject(error);
        }
        const waiting = wait();
        last = waiting;
        const settle = (): void => {
          if (last === waiting) last = undefined;
        };
        waiting.then(settle, settle);
        return waiting;
      },
      return() {
        if (!isDone) leave();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  /** Better an error than a stream without its beginning. */
  #gone(): AsyncIterableIterator<Item> {
    const { maxKept } = this.#options;
    const message = `The beginning of this turn's events is no longer kept: more than ${maxKept} bytes came before anybody read them. Start reading when the turn is asked for.`;
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: () => Promise.reject(new ClaudeError("events-gone", message)),
    };
  }
}
