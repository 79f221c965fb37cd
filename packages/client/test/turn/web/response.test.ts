// A turn as a response: what is sent when, and what a reader that comes back gets.
import type { Event } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { SYSTEM_CLOCK, type Clock } from "../../../src/clock.ts";
import { EventLog } from "../../../src/turn/event-log.ts";
import type { TurnResponseOptions } from "../../../src/turn/web/response-types.ts";
import { toSseResponse } from "../../../src/turn/web/response.ts";
import { manualClock } from "../manual-clock.ts";
import { FIELDS } from "../turn-fields.ts";

const delta = (text: string, block = 0): Event => ({
  type: "text-delta",
  agent: null,
  line: 1,
  messageId: "m",
  block,
  text,
});
const pieceOfCall = (partialJson: string): Event => ({
  type: "tool-call-delta",
  agent: null,
  line: 1,
  messageId: "m",
  block: 2,
  toolUseId: "t",
  partialJson,
});
const notice = (subtype: string): Event => ({ type: "notice", agent: null, line: 1, subtype, data: {} });

/** Creates a turn whose events the test adds. */
function turn(tag = "turn1") {
  const log = new EventLog<Event>({ maxBehind: 1e6, maxKept: 1000, onProgress: () => undefined });
  let settle: (fields: typeof FIELDS) => void = () => undefined;
  const settled = new Promise<typeof FIELDS>((resolve) => {
    settle = resolve;
  });
  return {
    log,
    feed: (...events: readonly Event[]): void => {
      for (const event of events) log.add(event);
      log.flush(100);
    },
    end: (): void => {
      settle(FIELDS);
      log.end();
    },
    respond: (options: TurnResponseOptions = {}, clock: Clock = SYSTEM_CLOCK): Response =>
      toSseResponse({ tag, log, settled }, options, clock),
  };
}

function reader(response: Response): () => Promise<string> {
  const chunks = (response.body as ReadableStream<Uint8Array>).getReader();
  return async () => new TextDecoder().decode((await chunks.read()).value);
}

const ids = (body: string): string[] => Array.from(body.matchAll(/^id: (.*)$/gm), ([, id = ""]) => id);
const texts = (body: string): string[] =>
  Array.from(body.matchAll(/^data: (.*)$/gm), ([, data = ""]) => JSON.parse(data) as { text?: string }).map(
    ({ text }) => text ?? "-",
  );
/** Waits until everything that is available has been read. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe("deltas", () => {
  it("are merged per block if available together, with the id of the last", async () => {
    const { feed, end, respond } = turn();
    feed(delta("a"), delta("b"), delta("c", 1), delta("d", 1), pieceOfCall('{"a"'), pieceOfCall(":1}"), notice("x"));
    end();
    const body = await respond().text();
    expect(texts(body)).toEqual(["ab", "cd", "-", "-", "done"]);
    expect(body).toContain(JSON.stringify('{"a":1}'));
    expect(ids(body)).toEqual(["turn1-2", "turn1-4", "turn1-6", "turn1-7", "turn1-end"]);
  });

  it("are collected until `mergeMs` after the last message if they come one by one", async () => {
    const clock = manualClock();
    const { feed, respond } = turn();
    const next = reader(respond({ mergeMs: 40, heartbeatMs: 0 }, clock));
    feed(delta("first"));
    expect(texts(await next())).toEqual(["first"]);
    const second = next();
    feed(delta("a"));
    await settle();
    expect(clock.waits).toEqual([40]);
    feed(delta("b"));
    await settle();
    clock.advance(40);
    expect(texts(await second)).toEqual(["ab"]);
  });

  it("are sent at once when another event comes", async () => {
    const clock = manualClock();
    const { feed, respond } = turn();
    const next = reader(respond({ heartbeatMs: 0 }, clock));
    feed(delta("first"));
    await next();
    const second = next();
    feed(delta("a"));
    await settle();
    feed(notice("x"));
    expect(texts(await second)).toEqual(["a", "-"]);
    expect(clock.waits).toEqual([]);
  });

  it("are sent in chunks of a bounded size, however many are available", async () => {
    const { feed, end, respond, log } = turn();
    log.keep(1e9);
    for (let count = 0; count < 100; count += 1) feed(...Array.from({ length: 100 }, () => delta("x".repeat(100))));
    end();
    const chunks = (respond().body as ReadableStream<Uint8Array>).getReader();
    const sizes: number[] = [];
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) sizes.push(chunk.value.length);
    expect(sizes.length).toBeGreaterThan(10);
    expect(Math.max(...sizes)).toBeLessThan(70_000);
  });
});

describe("a heartbeat", () => {
  it("is a comment that is sent after a silent interval, and only while somebody reads", async () => {
    const clock = manualClock();
    const { feed, end, respond } = turn();
    const next = reader(respond({ heartbeatMs: 5000 }, clock));
    expect(clock.waits).toEqual([]);
    const first = next();
    await settle();
    expect(clock.waits).toEqual([5000]);
    clock.advance(5000);
    expect(await first).toBe(":\n\n");
    expect(clock.waits).toEqual([]);
    const second = next();
    await settle();
    clock.advance(4999);
    feed(notice("x"));
    expect(ids(await second)).toEqual(["turn1-1"]);
    const third = next();
    await settle();
    expect(clock.waits).toEqual([5000]);
    end();
    expect(ids(await third)).toEqual(["turn1-end"]);
    expect(clock.waits).toEqual([]);
  });

  it("is not sent with an interval of 0", async () => {
    const clock = manualClock();
    const next = reader(turn().respond({ heartbeatMs: 0 }, clock));
    void next();
    await settle();
    expect(clock.waits).toEqual([]);
  });

  it("leaves no timer behind when the client goes away", async () => {
    const clock = manualClock();
    const { respond, log } = turn();
    const body = respond({}, clock).body as ReadableStream<Uint8Array>;
    const chunks = body.getReader();
    const waiting = chunks.read();
    await settle();
    expect(log.hasReaders).toBe(true);
    await chunks.cancel();
    expect((await waiting).done).toBe(true);
    expect([clock.waits, log.hasReaders]).toEqual([[], false]);
  });
});

describe("a filter", () => {
  it("selects the events that are sent, and the ids count all events", async () => {
    const { feed, end, respond } = turn();
    feed(notice("a"), delta("x"), notice("b"), delta("y"));
    end();
    const body = await respond({ filter: ({ type }) => type === "text-delta" }).text();
    expect(texts(body)).toEqual(["xy", "done"]);
    expect(ids(body)).toEqual(["turn1-4", "turn1-end"]);
  });

  it("ends the response without revealing the error if it throws", async () => {
    const { feed, respond, log } = turn();
    feed(notice("a"));
    const filter = (): boolean => {
      throw new Error("password=1");
    };
    const body = await respond({ filter }).text();
    expect(body).toContain('"code":"unknown"');
    expect(body).not.toContain("password");
    expect(log.hasReaders).toBe(false);
  });
});

describe("a reader that comes back", () => {
  it("gets the messages after the last one it has received", async () => {
    const { feed, end, respond } = turn();
    feed(delta("a"), delta("b"));
    const next = reader(respond());
    const [id = ""] = ids(await next());
    feed(delta("c"), notice("x"));
    end();
    const body = await respond({ lastEventId: id }).text();
    expect(texts(body)).toEqual(["c", "-", "done"]);
    expect(body).not.toContain("reset");
  });

  it.each(["other-1", "nonsense", "turn1-", "turn1-9999999999999999999", "turn1-1\nx"])(
    "is told to start over if its id belongs to another turn: %j",
    async (lastEventId) => {
      const { feed, end, respond } = turn();
      feed(delta("a"));
      end();
      const body = await respond({ lastEventId }).text();
      expect(body.startsWith("event: reset\ndata: {}\n\n")).toBe(true);
      expect(texts(body)).toEqual(["-", "a", "done"]);
    },
  );

  it("gets an error if the events are no longer kept", async () => {
    const { feed, end, respond } = turn();
    const next = reader(respond({ maxReplayBytes: 1000 }));
    feed(notice("a"));
    const [id = ""] = ids(await next());
    for (let count = 0; count < 12; count += 1) feed(notice("b"));
    end();
    const body = await respond({ lastEventId: id }).text();
    expect(body).toMatch(/^id: turn1-end\nevent: error\ndata: {"code":"events-gone"/);
    expect(ids(await respond({ lastEventId: "turn1-4" }).text())).toHaveLength(10);
  });

  it("gets status 204 if it has the last message", async () => {
    const { end, respond } = turn();
    end();
    const { status, body } = respond({ lastEventId: "turn1-end" });
    expect([status, body]).toEqual([204, null]);
  });
});

describe("toResponse", () => {
  it.each([
    [{ heartbeatMs: -1 }, "heartbeatMs"],
    [{ mergeMs: "soon" }, "mergeMs"],
    [{ filter: true }, "filter"],
    [{ maxReplayBytes: 1.5 }, "maxReplayBytes"],
    [{ lastEventId: 3 }, "lastEventId"],
    [{ heartBeatMs: 1 }, "heartBeatMs"],
  ])("refuses %j", (options, name) => {
    const { respond } = turn();
    expect(() => respond(options as unknown as TurnResponseOptions)).toThrow(new RegExp(name));
  });
});
