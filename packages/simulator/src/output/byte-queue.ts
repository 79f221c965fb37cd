// A pipe inside the process, with backpressure.

export interface ByteQueue extends AsyncIterable<Uint8Array> {
  /** Resolves when there is room again. */
  push(bytes: Uint8Array): Promise<void> | void;
  end(): void;
  /** Keeps what a pipe would have held, and drops the rest. */
  cut(): void;
}

/** Capacity of a pipe on Linux. */
const ROOM = 64 * 1024;

export function createByteQueue(room: number = ROOM): ByteQueue {
  const waiting: Uint8Array[] = [];
  let size = 0;
  let isEnded = false;
  let isLeft = false;
  let writers: (() => void)[] = [];
  let reader: (() => void) | undefined;

  const releaseWriters = (): void => {
    for (const release of writers) release();
    writers = [];
  };
  const wakeReader = (): void => {
    reader?.();
    reader = undefined;
  };

  return {
    push(bytes) {
      if (isEnded || isLeft || bytes.length === 0) return;
      waiting.push(bytes);
      size += bytes.length;
      wakeReader();
      if (size <= room) return;
      return new Promise((resolve) => writers.push(resolve));
    },
    end() {
      isEnded = true;
      wakeReader();
      releaseWriters();
    },
    cut() {
      let held = 0;
      const kept = waiting.splice(0).flatMap((bytes) => {
        const part = bytes.subarray(0, Math.max(0, room - held));
        held += bytes.length;
        return part.length === 0 ? [] : [part];
      });
      waiting.push(...kept);
      size = Math.min(size, room);
    },
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (waiting.length === 0 && !isEnded) {
          await new Promise<void>((resolve) => {
            reader = resolve;
          });
        }
        const value = waiting.shift();
        if (value === undefined) return { done: true, value: undefined };
        size -= value.length;
        if (size <= room) releaseWriters();
        return { done: false, value };
      },
      async return() {
        isLeft = true;
        waiting.length = 0;
        releaseWriters();
        return { done: true, value: undefined };
      },
    }),
  };
}
