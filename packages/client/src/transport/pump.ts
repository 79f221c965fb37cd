// Reads a stream to its end, and can be paused. Node streams are read by events, which is several times faster than
// iterating them; other streams are iterated.

import { getErrorMessage } from "@unspool/protocol/kit";

export interface Pump {
  pause(): void;
  resume(): void;
  /** Stops reading, without a call of `onEnd`. */
  stop(): void;
}

export interface PumpHandlers {
  onData(chunk: Uint8Array): void;
  /** Called once, unless stopped. */
  onEnd(error: Error | undefined): void;
}

interface NodeReadable {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

export function createPump(source: AsyncIterable<Uint8Array>, handlers: PumpHandlers): Pump {
  return isReadable(source) ? listen(source, handlers) : iterate(source, handlers);
}

function isReadable(source: unknown): source is NodeReadable {
  const { on, pause, resume, destroy } = source as Partial<NodeReadable>;
  return [on, pause, resume, destroy].every((method) => typeof method === "function");
}

function listen(source: NodeReadable, handlers: PumpHandlers): Pump {
  let isOver = false;
  const end = (error?: Error): void => {
    if (isOver) return;
    isOver = true;
    handlers.onEnd(error);
  };
  source.on("data", (chunk) => {
    const bytes = isOver ? undefined : toBytes(chunk);
    if (bytes instanceof Error) end(bytes);
    else if (bytes !== undefined) handlers.onData(bytes);
  });
  source.on("end", () => end());
  source.on("error", end);
  source.on("close", () => end());
  return {
    pause: () => void source.pause(),
    resume: () => void source.resume(),
    stop() {
      isOver = true;
      source.destroy();
    },
  };
}

/** A Node stream with an encoding emits strings, whatever its type says. */
function toBytes(chunk: unknown): Uint8Array | Error {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk === "string") return Buffer.from(chunk);
  return new TypeError(`The program's output is ${chunk === null ? "null" : `a ${typeof chunk}`} instead of bytes.`);
}

function iterate(source: AsyncIterable<Uint8Array>, handlers: PumpHandlers): Pump {
  const iterator = source[Symbol.asyncIterator]();
  let isOver = false;
  let gate: Gate | undefined;
  const read = async (): Promise<Error | undefined> => {
    try {
      for (;;) {
        if (gate !== undefined) await gate.opened;
        const next: IteratorResult<Uint8Array, unknown> = await iterator.next();
        if (next.done === true || isOver) return undefined;
        // Paused while the read was in flight: the chunk is kept until the reader resumes.
        if (gate !== undefined) await gate.opened;
        if (isOver) return undefined;
        const bytes = toBytes(next.value);
        if (bytes instanceof Error) return bytes;
        handlers.onData(bytes);
      }
    } catch (error) {
      return error instanceof Error ? error : new Error(getErrorMessage(error));
    }
  };
  void read().then((error) => (isOver ? undefined : handlers.onEnd(error)));
  return {
    pause: () => void (gate ??= new Gate()),
    resume() {
      gate?.open();
      gate = undefined;
    },
    stop() {
      isOver = true;
      gate?.open();
      gate = undefined;
      // Not awaited: a generator that awaits something returns only after it.
      iterator.return?.().then(
        () => undefined,
        () => undefined,
      );
    },
  };
}

class Gate {
  readonly opened: Promise<void>;
  #open: (() => void) | undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open?.();
  }
}
