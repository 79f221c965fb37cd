// Messages between the stream and who reads them: each once, in order, then the end or the error. Its size is known, so
// that reading can stop while nobody takes them.

interface Waiting<Message> {
  readonly resolve: (result: IteratorResult<Message, void>) => void;
  readonly reject: (error: unknown) => void;
}

/** `error` is there, be it undefined, if it ended with one. */
interface Ending {
  readonly error?: unknown;
}

export class MessageQueue<Message> {
  #items: { readonly message: Message; readonly bytes: number }[] = [];
  #place = 0;
  #bytes = 0;
  #waiting: Waiting<Message>[] = [];
  #ending: Ending | undefined;
  readonly #onTaken: () => void;

  constructor(onTaken: () => void) {
    this.#onTaken = onTaken;
  }

  /** Of what waits to be taken. */
  get bytes(): number {
    return this.#bytes;
  }

  add(message: Message, bytes: number): void {
    if (this.#ending !== undefined) return;
    const reader = this.#waiting.shift();
    if (reader !== undefined) {
      reader.resolve({ done: false, value: message });
      return;
    }
    this.#items.push({ message, bytes });
    this.#bytes += bytes;
  }

  /** The first end counts. What was added before is still to be had. */
  end(ending: Ending = {}): void {
    if (this.#ending !== undefined) return;
    this.#ending = ending;
    const [first, ...others] = this.#waiting.splice(0);
    if (first === undefined) return;
    // An error is told once, as a generator does.
    this.#ending = {};
    if ("error" in ending) first.reject(ending.error);
    else first.resolve({ done: true, value: undefined });
    for (const { resolve } of others) resolve({ done: true, value: undefined });
  }

  /** The end now: what was not taken is given up. */
  discard(): void {
    this.#items = [];
    this.#place = 0;
    this.#bytes = 0;
    this.end();
    this.#ending = {};
  }

  next(): Promise<IteratorResult<Message, void>> {
    const item = this.#items[this.#place];
    if (item !== undefined) {
      this.#place += 1;
      this.#bytes -= item.bytes;
      if (this.#place === this.#items.length || this.#place === LARGEST_GAP) {
        this.#items = this.#items.slice(this.#place);
        this.#place = 0;
      }
      this.#onTaken();
      return Promise.resolve({ done: false, value: item.message });
    }
    if (this.#ending === undefined) return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    const ending = this.#ending;
    this.#ending = {};
    return tell(ending);
  }
}

async function tell<Message>(ending: Ending): Promise<IteratorResult<Message, void>> {
  if ("error" in ending) throw ending.error;
  return { done: true, value: undefined };
}

/** Taken ones are let go in lumps: shifting a long array each time costs its length. */
const LARGEST_GAP = 1024;
