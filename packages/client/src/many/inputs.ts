// Inputs, taken one by one and only when there is room for one: a list, or anything that makes them as it goes.

export type Inputs<Input> = Iterable<Input> | AsyncIterable<Input>;

/** An input and its number, from 0. */
export interface Place<Input> {
  readonly index: number;
  readonly input: Input;
}

export interface InputReader<Input> {
  /** Undefined for inputs that are made one by one, perhaps without end. */
  readonly total: number | undefined;
  /** The next one may never come. */
  readonly isAsync: boolean;
  /** Undefined after the last. Calls that overlap are served in their order. */
  next(): Promise<Place<Input> | undefined>;
  /** What is left of a list. Of inputs that are made one by one nothing more is taken. */
  rest(): readonly Place<Input>[];
  /** No more will be taken. */
  close(): void;
}

export function createInputReader<Input>(inputs: Inputs<Input>): InputReader<Input> {
  const list = isList(inputs) ? [...inputs] : undefined;
  const isAsync = Symbol.asyncIterator in inputs;
  const iterator = isAsync ? inputs[Symbol.asyncIterator]() : (list ?? inputs)[Symbol.iterator]();
  let taken = 0;
  let isDone = false;
  let last: Promise<unknown> = Promise.resolve();

  const take = async (): Promise<Place<Input> | undefined> => {
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
      return (list ?? []).slice(from).map((input, place) => ({ index: from + place, input }));
    },
    close() {
      if (isDone) return;
      isDone = true;
      // A generator that is in the middle of its next input ends after it; nobody waits for that, nor for its errors.
      void (async () => iterator.return?.())().catch(() => undefined);
    },
  };
}

function isList<Input>(inputs: Inputs<Input>): inputs is readonly Input[] | Set<Input> {
  return Array.isArray(inputs) || inputs instanceof Set || inputs instanceof Map;
}
