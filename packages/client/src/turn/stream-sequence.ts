// Reads several streams as one, in order. Each reader opens a stream as soon as it is added, so a slow reader also slows a
// stream that it has not reached yet, and misses nothing of it.

type Open<Item> = () => AsyncIterator<Item>;

interface Ending {
  readonly error?: unknown;
}

interface Reader<Item> {
  /** The stream that is read, and those after it. */
  readonly streams: AsyncIterator<Item>[];
  wake: () => void;
}

export class StreamSequence<Item> {
  readonly #opens: Open<Item>[] = [];
  readonly #readers = new Set<Reader<Item>>();
  #ending: Ending | undefined;

  /** Adds a stream. @param open called at once for each present reader, and later for each new one */
  add(open: Open<Item>): void {
    if (this.#ending !== undefined) return;
    this.#opens.push(open);
    for (const reader of this.#readers) {
      reader.streams.push(open());
      reader.wake();
    }
  }

  /** Ends the sequence. Readers get the error, if there is one, after all streams. */
  end(ending: Ending = {}): void {
    this.#ending ??= ending;
    for (const { wake } of this.#readers) wake();
  }

  read(): AsyncIterableIterator<Item> {
    const reader: Reader<Item> = { streams: this.#opens.map((open) => open()), wake: () => undefined };
    this.#readers.add(reader);
    let isDone = false;
    const leave = (): void => {
      isDone = true;
      this.#readers.delete(reader);
      for (const stream of reader.streams.splice(0)) void stream.return?.();
      reader.wake();
    };
    const take = async (): Promise<IteratorResult<Item, undefined>> => {
      for (;;) {
        if (isDone) return { done: true, value: undefined };
        const [stream] = reader.streams;
        if (stream !== undefined) {
          const next = await stream.next();
          if (next.done !== true) return next;
          reader.streams.shift();
        } else if (this.#ending === undefined) {
          await new Promise<void>((resolve) => {
            reader.wake = resolve;
          });
        } else {
          leave();
          if (this.#ending.error !== undefined) throw this.#ending.error as Error;
        }
      }
    };
    const takeOrLeave = (): Promise<IteratorResult<Item, undefined>> =>
      take().catch((error: unknown) => {
        leave();
        throw error;
      });
    let last: Promise<unknown> = Promise.resolve();
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next() {
        // Overlapping calls are served in order.
        const next = last.then(takeOrLeave, takeOrLeave);
        last = next;
        return next;
      },
      return() {
        if (!isDone) leave();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}
