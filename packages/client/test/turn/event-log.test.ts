import { array, assert, asyncProperty, constant, nat, oneof } from "fast-check";
import { describe, expect, test } from "vitest";
import { EventLog } from "../../src/turn/event-log.ts";
import { getSeed, scaleSlowRuns } from "../../../../tools/testing/property.ts";

const ROOMY = { maxBehind: 100, maxKept: 1000, onProgress: () => undefined };

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}

describe("a log with several readers", () => {
  test("gives every reader every item, whenever it comes", async () => {
    const log = new EventLog<number>(ROOMY);
    const early = all(log.read());
    log.add(1);
    log.flush(1);
    const late = all(log.read());
    log.add(2);
    log.add(3);
    log.flush(1);
    log.end();
    const afterwards = all(log.read());
    expect(await Promise.all([early, late, afterwards])).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  test("gives the error only after the items before it, also to a slow reader", async () => {
    const log = new EventLog<number>(ROOMY);
    const reader = log.read();
    log.add(1);
    log.add(2);
    log.end({ error: new Error("gone") });
    expect(await reader.next()).toEqual({ done: false, value: 1 });
    expect(await reader.next()).toEqual({ done: false, value: 2 });
    await expect(reader.next()).rejects.toThrow("gone");
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  test("reports when the slowest reader is too far behind, has caught up, or has left", async () => {
    let progress = 0;
    const log = new EventLog<number>({ ...ROOMY, onProgress: () => (progress += 1) });
    const slow = log.read();
    const quick = log.read();
    for (let item = 0; item < 3; item += 1) {
      log.add(item);
      log.flush(50);
    }
    expect(log.isBehind).toBe(true);
    for (let item = 0; item < 3; item += 1) await quick.next();
    expect(log.isBehind).toBe(true);
    await slow.next();
    expect(log.isBehind).toBe(false);
    const before = progress;
    await slow.return?.();
    expect(progress).toBeGreaterThan(before);
  });

  test("is never behind without readers, and fails a late reader whose beginning is gone", async () => {
    const log = new EventLog<number>({ ...ROOMY, maxKept: 100 });
    for (let item = 0; item < 10; item += 1) {
      log.add(item);
      log.flush(50);
    }
    expect(log.isBehind).toBe(false);
    await expect(all(log.read())).rejects.toMatchObject({ code: "events-gone" });
  });

  test("starts a reader at the present item if nothing is kept", async () => {
    const log = new EventLog<number>({ ...ROOMY, maxKept: 0 });
    log.add(1);
    log.flush(1);
    const reader = all(log.read());
    log.add(2);
    log.end();
    expect(await reader).toEqual([2]);
  });

  test("ends a waiting read when the reader leaves", async () => {
    const log = new EventLog<number>(ROOMY);
    const reader = log.read();
    const waiting = reader.next();
    await reader.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(log.hasReaders).toBe(false);
  });

  test("serves overlapping calls of next in their order", async () => {
    const log = new EventLog<number>(ROOMY);
    const reader = log.read();
    const results = Promise.all([reader.next(), reader.next(), reader.next(), reader.next()]);
    log.add(1);
    log.flush(1);
    log.add(2);
    log.add(3);
    log.end();
    expect((await results).map((result) => (result.done === true ? "end" : result.value))).toEqual([1, 2, 3, "end"]);
  });

  test("law: whatever the order of writing, reading and leaving, no reader misses or doubles an item", async () => {
    await assert(
      asyncProperty(
        array(oneof(constant("add"), constant("flush"), constant("join"), nat(3)), { maxLength: 60 }),
        async (steps) => {
          const log = new EventLog<number>({ ...ROOMY, maxKept: 1e9 });
          const readers: { readonly reader: AsyncIterator<number>; readonly seen: number[] }[] = [];
          let count = 0;
          let flushed = 0;
          for (const step of steps) {
            if (step === "add") log.add(count++);
            else if (step === "flush") {
              log.flush(1);
              flushed = count;
            } else if (step === "join") readers.push({ reader: log.read(), seen: [] });
            else {
              const chosen = readers[step];
              if (chosen !== undefined && chosen.seen.length < flushed) {
                const next = await chosen.reader.next();
                if (next.done !== true) chosen.seen.push(next.value);
              }
            }
          }
          log.end();
          for (const { reader, seen } of readers) {
            for (let next = await reader.next(); next.done !== true; next = await reader.next()) seen.push(next.value);
            expect(seen).toEqual(Array.from({ length: count }, (_, item) => item));
          }
        },
      ),
      { numRuns: scaleSlowRuns(100), seed: getSeed() },
    );
  });
});

describe("a log whose beginning is no longer kept", () => {
  test("releases what all readers have passed, and nothing that a reader still needs", async () => {
    const log = new EventLog<number>({ ...ROOMY, maxKept: 1 });
    const [quick, slow] = [log.read(), log.read()];
    const read: number[] = [];
    for (let item = 0; item < 5; item += 1) {
      log.add(item);
      log.flush(1);
      const next = await quick.next();
      if (next.done !== true) read.push(next.value);
    }
    // One stands at the end of a batch, and waits there while the other goes on.
    expect((await slow.next()).value).toBe(0);
    log.add(5);
    log.flush(0);
    log.end();
    expect([...read, ...(await all(quick))]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await all(slow)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("a log that keeps the last items for readers that come back", () => {
  /** Ten items of size 10, with readers or without. */
  const filled = (maxKept: number, kept: number): EventLog<number> => {
    const log = new EventLog<number>({ ...ROOMY, maxKept });
    log.keep(kept);
    for (let item = 1; item <= 10; item += 1) {
      log.add(item);
      log.flush(10);
    }
    log.end();
    return log;
  };

  test("yields what came after the reader's last item", async () => {
    const log = filled(20, 40);
    expect([0, 5, 6, 9, 10, 11].map((after) => log.keeps(after))).toEqual([false, false, true, true, true, false]);
    expect(await all(log.read(6))).toEqual([7, 8, 9, 10]);
    expect(await all(log.read(10))).toEqual([]);
    await expect(all(log.read(5))).rejects.toMatchObject({ code: "events-gone" });
    await expect(all(log.read(11))).rejects.toMatchObject({ code: "events-gone" });
    await expect(all(log.read())).rejects.toMatchObject({ code: "events-gone" });
  });

  test("also counts items that were not kept", async () => {
    const log = new EventLog<number>({ ...ROOMY, maxKept: 1 });
    for (let item = 1; item <= 4; item += 1) {
      log.add(item);
      log.flush(10);
    }
    log.keep(100);
    log.add(5);
    log.end();
    expect([log.keeps(3), log.keeps(4)]).toEqual([false, true]);
    expect(await all(log.read(4))).toEqual([5]);
  });

  test("law: a reader that leaves and comes back at any item gets each one once", async () => {
    await assert(
      asyncProperty(array(nat(4), { maxLength: 30 }), nat(40), async (sizes, place) => {
        const log = new EventLog<number>({ ...ROOMY, maxKept: 1 });
        log.keep(1e9);
        let count = 0;
        for (const items of sizes) {
          for (let item = 0; item < items; item += 1) log.add((count += 1));
          log.flush(10);
        }
        log.end();
        const first = log.read();
        const seen: number[] = [];
        while (seen.length < Math.min(place, count)) seen.push((await first.next()).value as number);
        await first.return?.();
        expect([...seen, ...(await all(log.read(seen.length)))]).toEqual(
          Array.from({ length: count }, (_, n) => n + 1),
        );
      }),
      { numRuns: scaleSlowRuns(100), seed: getSeed() },
    );
  });
});
