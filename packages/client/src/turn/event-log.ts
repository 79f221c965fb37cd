// A log with one writer and any number of readers. Each reader gets every item from the first one on, at its own pace, then
// the end or the error. Batches are linked forwards only, so what all readers have passed is garbage. The writer can see how
// far the slowest reader is behind. `keep` also keeps the last items for readers that come back; items count from 1.

import { ClaudeError } from "../errors.ts";

export interface EventLogOptions {
  /** Size by which the slowest reader may be behind before `isBehind`. */
  readonly maxBehind: number;
  /** Size that is kept from the beginning for late readers. With 0 they start at the present item. */
  readonly maxKept: number;
  /** A reader has caught up or left, so `isBehind` may have changed. */
  readonly onProgress: () => void;
}

interface Batch<Item> {
  readonly number: number;
  readonly items: readonly Item[];
  /** Size of all batches before this one. */
  readonly start: number;
  readonly end: number;
  /** Number of the last item. It also counts items that were not kept. */
  readonly count: number;
  next: Batch<Item> | undefined;
}

interface Reader<Item> {
  batch: Batch<Item>;
  /** Size of what the reader has passed. */
  passed: number;
  wake: (() => void) | undefined;
}

type Ending = { readonly error: unknown } | { readonly error?: undefined };

export class EventLog<Item> {
  readonly #options: EventLogOptions;
  readonly #readers = new Set<Reader<Item>>();
  /** The batch before the first kept item. It is empty until the beginning has been released. */
  #first: Batch<Item> | undefined;
  #maxKept: number;
  /** Whether the oldest batches are released one by one beyond `maxKept`, and not all at once. */
  #keepsLast = false;
  #last: Batch<Item>;
  #open: Item[] = [];
  /** Size of what was added since the last batch. */
  #size = 0;
  #ending: Ending | undefined;

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#maxKept = options.maxKept;
    this.#last = { number: 0, items: [], start: 0, end: 0, count: 0, next: undefined };
    this.#first = options.maxKept > 0 ? this.#last : undefined;
  }

  /** Keeps at least the last items of this size from now on, for readers that come back. */
  keep(size: number): void {
    if (size <= 0) return;
    this.#maxKept = Math.max(this.#maxKept, size);
    this.#keepsLast = true;
    this.#first ??= this.#last;
  }

  /** Whether everything after this item can be read. */
  keeps(after: number): boolean {
    return this.#first !== undefined && after >= this.#first.count && after <= this.#last.count;
  }

  get hasReaders(): boolean {
    return this.#readers.size > 0;
  }

  /** Whether the slowest reader is too far behind. */
  get isBehind(): boolean {
    return this.lag > this.#options.maxBehind;
  }

  /** Size by which the slowest reader is behind. */
  get lag(): number {
    let lag = 0;
    for (const { passed } of this.#readers) lag = Math.max(lag, this.#last.end - passed);
    return lag;
  }

  /** Whether a reader reads, or may still start from the beginning. */
  get #isHeard(): boolean {
    return this.#readers.size > 0 || this.#first !== undefined;
  }

  /** Adds an item. Readers see it at the next `flush`. */
  add(item: Item): void {
    this.#open.push(item);
  }

  /** Makes the added items visible. @param size their size, which also counts if no item was added: a line comes in chunks */
  flush(size: number): void {
    this.#size += size;
    const { number, end, count } = this.#last;
    const all = count + this.#open.length;
    if (!this.#isHeard) {
      this.#open = [];
      this.#size = 0;
      // Not linked to the batch before, because no reader comes from there.
      this.#last = { number: number + 1, items: [], start: end, end: end + size, count: all, next: undefined };
      return;
    }
    if (this.#open.length === 0) return;
    const batch: Batch<Item> = {
      number: number + 1,
      items: this.#open,
      start: end,
      end: end + this.#size,
      count: all,
      next: undefined,
    };
    this.#size = 0;
    this.#open = [];
    this.#last.next = batch;
    this.#last = batch;
    this.#trim();
    this.#wakeAll();
  }

  /** Ends the log for all readers after the items before. Only the first call counts. */
  end(ending: Ending = {}): void {
    if (this.#ending !== undefined) return;
    this.flush(0);
    this.#ending = ending;
    this.#wakeAll();
  }

  /** Starts a reader. @param after the last item that it has. By default none, or all items so far if nothing is kept */
  read(after?: number): AsyncIterableIterator<Item> {
    if (after === undefined && this.#options.maxKept === 0) return this.#readFrom(this.#last, this.#last.count);
    const item = after ?? 0;
    let start = this.#first;
    if (start === undefined || !this.keeps(item)) return this.#gone(item);
    while (start.next !== undefined && start.count < item) start = start.next;
    return this.#readFrom(start, item);
  }

  #trim(): void {
    if (this.#first === undefined || this.#last.end - this.#first.end <= this.#maxKept) return;
    if (!this.#keepsLast) {
      this.#first = undefined;
      return;
    }
    while (this.#first.next !== undefined && this.#last.end - this.#first.end > this.#maxKept) {
      const passed: Batch<Item> = this.#first;
      this.#first = this.#first.next;
      this.#letGo(passed);
    }
  }

  #wakeAll(): void {
    for (const reader of this.#readers) reader.wake?.();
  }

  /**
   * Unlinks a batch that all readers have passed. Otherwise one dead batch in the old generation keeps the next one alive,
   * and so on: nearly everything survives, and collecting it takes a third of the whole time.
   */
  #letGo(batch: Batch<Item>): void {
    if (this.#first !== undefined && batch.number >= this.#first.number) return;
    for (const reader of this.#readers) if (reader.batch.number <= batch.number) return;
    batch.next = undefined;
  }

  #readFrom(start: Batch<Item>, after: number): AsyncIterableIterator<Item> {
    const unread = start.count - after;
    const reader: Reader<Item> = { batch: start, passed: unread === 0 ? start.end : start.start, wake: undefined };
    let index = start.items.length - unread;
    let isDone = false;
    this.#readers.add(reader);
    const leave = (): void => {
      isDone = true;
      this.#readers.delete(reader);
      reader.wake?.();
      this.#options.onProgress();
    };
    /** Returns the next item or the end, or `undefined` if the reader has to wait. */
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
        // Overlapping calls are served in order.
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

  /** Returns a reader that fails, because a stream must not silently lack its beginning. */
  #gone(after: number): AsyncIterableIterator<Item> {
    const message =
      after === 0
        ? `The beginning of this turn's events is no longer kept: more than ${this.#maxKept} bytes came before the first reader. Start reading when you ask.`
        : `The events after number ${after} of this turn are no longer all kept: more than ${this.#maxKept} bytes came after it. Reconnect sooner, or raise \`maxReplayBytes\`.`;
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: () => Promise.reject(new ClaudeError("events-gone", message)),
    };
  }
}
