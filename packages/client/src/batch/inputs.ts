// Reads the inputs of a map one by one, only when there is room for the next: from a list, a generator or a stream.

export type Inputs<Input> = Iterable<Input> | AsyncIterable<Input>;

/** An input and its index. */
export interface IndexedInput<Input> {
  readonly index: number;
  readonly input: Input;
}

export interface InputReader<Input> {
  /** The number of inputs. Undefined for a generator or a stream, which may not end. */
  readonly total: number | undefined;
  /** Whether the inputs come from a stream, whose next input may never come. */
  readonly isAsync: boolean;
  /** Returns the next input, or `undefined` after the last. Overlapping calls are served in order. */
  next(): Promise<IndexedInput<Input> | undefined>;
  /** Takes the rest of a list. Nothing more is taken from a generator or a stream. */
  rest(): readonly IndexedInput<Input>[];
  /** Stops reading. */
  close(): void;
}

export function createInputReader<Input>(inputs: Inputs<Input>): InputReader<Input> {
  const list = isList(inputs) ? [...inputs] : undefined;
  const isAsync = Symbol.asyncIterator in inputs;
  const iterator = isAsync ? inputs[Symbol.asyncIterator]() : (list ?? inputs)[Symbol.iterator]();
  let taken = 0;
  let isDone = false;
  let last: Promise<unknown> = Promise.resolve();

  const take = async (): Promise<IndexedInput<Input> | undefined> => {
    if (isDone) return undefined;
    try {
      const next = await iterator.next();
      if (next.done === true) {
        isDone = true;
        return undefined;
      }
      taken += 1;
      return { index: taken - 1, input: next.value };
    } catch (error) {
      isDone = true;
      throw error;
    }
  };

  return {
    total: list?.length,
    isAsync,
    next() {
      const next = last.then(take, take);
      last = next;
      return next;
    },
    rest() {
      const from = taken;
      taken = list?.length ?? taken;
      return (list ?? []).slice(from).map((input, offset) => ({ index: from + offset, input }));
    },
    close() {
      if (isDone) return;
      isDone = true;
      // Not awaited: a generator returns only after its next input.
      void (async () => iterator.return?.())().catch(() => undefined);
    },
  };
}

function isList<Input>(inputs: Inputs<Input>): inputs is readonly Input[] | Set<Input> {
  return Array.isArray(inputs) || inputs instanceof Set || inputs instanceof Map;
}
