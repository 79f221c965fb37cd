import { describe, expect, test } from "vitest";
import { EventLog } from "../../src/turn/event-log.ts";
import { StreamSequence } from "../../src/turn/stream-sequence.ts";

function createLog(...items: readonly string[]): EventLog<string> {
  const log = new EventLog<string>({ maxBehind: 1, maxKept: 2, onProgress: () => undefined });
  for (const item of items) write(log, item);
  return log;
}

function write(log: EventLog<string>, item: string): void {
  log.add(item);
  log.flush(1);
}

async function collect(items: AsyncIterable<string>): Promise<readonly string[]> {
  const collected: string[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe("a sequence of streams", () => {
  test("is read as one stream by readers that join at any time", async () => {
    const sequence = new StreamSequence<string>();
    const early = collect({ [Symbol.asyncIterator]: () => sequence.read() });
    const [first, second] = [createLog("a", "b"), createLog("c")];
    sequence.add(() => first.read());
    const between = collect({ [Symbol.asyncIterator]: () => sequence.read() });
    first.end();
    sequence.add(() => second.read());
    second.end();
    sequence.end();
    expect(await early).toEqual(["a", "b", "c"]);
    expect(await between).toEqual(["a", "b", "c"]);
    expect(await collect({ [Symbol.asyncIterator]: () => sequence.read() })).toEqual(["a", "b", "c"]);
  });

  test("pauses a stream that a slow reader has not reached yet", async () => {
    const sequence = new StreamSequence<string>();
    const [first, second] = [createLog("a"), createLog()];
    sequence.add(() => first.read());
    const reader = sequence.read();
    sequence.add(() => second.read());
    write(second, "b");
    write(second, "c");
    expect(second.isBehind).toBe(true);
    // More items than are kept for later readers.
    write(second, "d");
    first.end();
    second.end();
    sequence.end();
    expect(await collect({ [Symbol.asyncIterator]: () => reader })).toEqual(["a", "b", "c", "d"]);
    expect(second.isBehind).toBe(false);
  });

  test("releases a reader that leaves from all streams, even while it waits", async () => {
    const sequence = new StreamSequence<string>();
    const [first, second] = [createLog(), createLog()];
    sequence.add(() => first.read());
    sequence.add(() => second.read());
    const reader = sequence.read();
    const waiting = [reader.next(), reader.next()];
    expect([first.hasReaders, second.hasReaders]).toEqual([true, true]);
    await reader.return?.();
    expect(await Promise.all(waiting)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
    expect([first.hasReaders, second.hasReaders]).toEqual([false, false]);
  });

  test("reports the error of a stream, or its own, once and after all items", async () => {
    const sequence = new StreamSequence<string>();
    const broken = createLog("a");
    broken.end({ error: new RangeError("broken") });
    sequence.add(() => broken.read());
    const reader = sequence.read();
    expect(await reader.next()).toEqual({ done: false, value: "a" });
    await expect(reader.next()).rejects.toThrow("broken");
    expect((await reader.next()).done).toBe(true);
    const failed = new StreamSequence<string>();
    failed.end({ error: new RangeError("failed") });
    failed.end();
    const other = failed.read();
    await expect(other.next()).rejects.toThrow("failed");
    expect((await other.next()).done).toBe(true);
  });
});
