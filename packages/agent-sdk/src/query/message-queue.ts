// A queue between the stream and its reader: each message once, in order, then the end or the error. Its size is known, so that
// the transport can be paused while nobody reads.

interface Waiting<Message> {
  readonly resolve: (result: IteratorResult<Message, void>) => void;
  readonly reject: (error: unknown) => void;
}

/** Has the key `error`, even if undefined, when the queue ended with an error. */
interface Ending {
  readonly error?: unknown;
}

export class MessageQueue<Message> {
  #items: { readonly message: Message; readonly bytes: number }[] = [];
  #nextIndex = 0;
  #bytes = 0;
  #readers: Waiting<Message>[] = [];
  #ending: Ending | undefined;
  readonly #onTaken: () => void;

  constructor(onTaken: () => void) {
    this.#onTaken = onTaken;
  }

  /** Size of the messages that have not been read. */
  get bytes(): number {
    return this.#bytes;
  }

  add(message: Message, bytes: number): void {
    if (this.#ending !== undefined) return;
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      reader.resolve({ done: false, value: message });
      return;
    }
    this.#items.push({ message, bytes });
    this.#bytes += bytes;
  }

  /** Ends the queue. Only the first call counts; messages added before can still be read. */
  end(ending: Ending = {}): void {
    if (this.#ending !== undefined) return;
    this.#ending = ending;
    const [first, ...others] = this.#readers.splice(0);
    if (first === undefined) return;
    // The error is thrown once, as a generator does.
    this.#ending = {};
    if ("error" in ending) first.reject(ending.error);
    else first.resolve({ done: true, value: undefined });
    for (const { resolve } of others) resolve({ done: true, value: undefined });
  }

  /** Ends the queue now and drops unread messages. */
  discard(): void {
    this.#items = [];
    this.#nextIndex = 0;
    this.#bytes = 0;
    this.end();
    this.#ending = {};
  }

  next(): Promise<IteratorResult<Message, void>> {
    const item = this.#items[this.#nextIndex];
    if (item !== undefined) {
      this.#nextIndex += 1;
      this.#bytes -= item.bytes;
      if (this.#nextIndex === this.#items.length || this.#nextIndex === MAX_READ_ITEMS) {
        this.#items = this.#items.slice(this.#nextIndex);
        this.#nextIndex = 0;
      }
      this.#onTaken();
      return Promise.resolve({ done: false, value: item.message });
    }
    if (this.#ending === undefined) return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }));
    const ending = this.#ending;
    this.#ending = {};
    return toResult(ending);
  }
}

async function toResult<Message>(ending: Ending): Promise<IteratorResult<Message, void>> {
  if ("error" in ending) throw ending.error;
  return { done: true, value: undefined };
}

/** Read messages are removed in batches, because shifting a long array costs its length. */
const MAX_READ_ITEMS = 1024;
