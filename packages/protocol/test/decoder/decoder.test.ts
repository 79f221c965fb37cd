// The decoder: lines as they are on the wire, options, stats and the end of the stream.

import { describe, expect, it } from "vitest";
import { createDecoder, type DecoderOptions } from "../../src/decoder.ts";
import { DEFAULT_MAX_LINE_BYTES } from "../../src/framing/line-splitter.ts";
import type { Event } from "../../src/translate/events.ts";
import { originalOf } from "../../src/translate/original.ts";

function decodeAll(chunks: readonly (Uint8Array | string)[], options: Omit<DecoderOptions, "onEvent"> = {}): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ ...options, onEvent: (event) => events.push(event) });
  for (const chunk of chunks) decoder.push(chunk);
  decoder.end();
  return events;
}

const STATUS = '{"type":"system","subtype":"status","status":"compacting"}';
const status = { type: "session-status", agent: null, status: "compacting" };
const result = (cost: number): string =>
  `${JSON.stringify({ type: "result", subtype: "success", total_cost_usd: cost })}\n`;

describe("a line", () => {
  it.each([
    ["LF", `${STATUS}\n`],
    ["CR LF", `${STATUS}\r\n`],
    ["two CRs and an LF, since CR is a space in JSON", `${STATUS}\r\r\n`],
    ["nothing, at the end", STATUS],
    ["a CR, at the end", `${STATUS}\r`],
    ["spaces and a LF", `${STATUS} \t \n`],
  ])("may end in %s", (_, text) => {
    expect(decodeAll([text])).toEqual([{ ...status, line: 1 }]);
  });

  it.each([
    ["the first", `\ufeff${STATUS}\n`, 1],
    ["a later one", `\n\ufeff${STATUS}\n`, 2],
    ["one that ends in CR LF", `\ufeff${STATUS}\r\n`, 1],
  ])("may start with a byte-order mark: %s", (_, text, line) => {
    expect(decodeAll([text])).toEqual([{ ...status, line }]);
    expect(decodeAll([new TextEncoder().encode(text)])).toEqual([{ ...status, line }]);
  });

  it("loses only one byte-order mark and one CR; the quoted text of a malformed line shows any others", () => {
    expect(decodeAll(["\ufeff\ufeffx\r\r\n"])).toMatchObject([{ type: "malformed", text: "\ufeffx\r" }]);
  });

  it.each([
    ["one, as 1.0.110 writes before the line that follows /compact", `\u001b[?25l${STATUS}\n`],
    ["two, and CR LF", `\u001b[?25h\u001b[0;1m${STATUS}\r\n`],
  ])("may start with terminal sequences: %s", (_, text) => {
    expect(decodeAll([text])).toEqual([{ ...status, line: 1 }]);
    expect(decodeAll([new TextEncoder().encode(text)])).toEqual([{ ...status, line: 1 }]);
  });

  it.each(["\u001b[?25l", "\u001b[31mred\u001b[0m", "\u001b", "\u001b[;;;", "\u001b{}"])(
    "of terminal sequences and no object is no JSON, quoted whole: %j",
    (text) => {
      expect(decodeAll([`${text}\n${STATUS}\n`])).toMatchObject([
        { type: "malformed", reason: "not-json", text },
        { ...status, line: 2 },
      ]);
    },
  );

  it("keeps a byte-order mark, separators and NUL inside its strings", () => {
    const text = "\ufeffa\u2028b\u2029c\u0085d\\u0000\ufeff";
    expect(decodeAll([`{"type":"new${text}"}\n`])).toMatchObject([
      { wireType: "new\ufeffa\u2028b\u2029c\u0085d\0\ufeff" },
    ]);
  });

  it("with a raw NUL is one malformed line", () => {
    expect(decodeAll([`{"type":"a\0b"}\n${STATUS}\n`])).toMatchObject([
      { type: "malformed", reason: "not-json", line: 1 },
      { ...status, line: 2 },
    ]);
  });

  it("with invalid UTF-8 in a string is decoded with U+FFFD", () => {
    const bytes = Uint8Array.from([
      ...new TextEncoder().encode('{"type":"a'),
      0xff,
      ...new TextEncoder().encode('b"}\n'),
    ]);
    expect(decodeAll([bytes])).toMatchObject([{ type: "unknown", wireType: "a\ufffdb" }]);
  });

  it("that is blank is counted and gives no event", () => {
    expect(decodeAll(["\n\r\n  \t\n\ufeff\n", STATUS])).toEqual([{ ...status, line: 5 }]);
  });

  it("that is cut off by the end of the stream is `truncated`; the same line with an LF is not", () => {
    expect(decodeAll(['{"type":"ass'])).toMatchObject([{ type: "malformed", reason: "truncated" }]);
    expect(decodeAll(['{"type":"ass\n'])).toMatchObject([{ type: "malformed", reason: "not-json" }]);
    expect(decodeAll(["[1]"])).toMatchObject([{ type: "malformed", reason: "not-object" }]);
  });

  it("that is malformed is quoted up to 1000 characters", () => {
    expect(decodeAll([`${"x".repeat(5000)}\n`])).toMatchObject([{ type: "malformed", text: "x".repeat(1000) }]);
  });
});

describe("maxLineBytes", () => {
  it("defaults to 64 MiB", () => {
    expect(DEFAULT_MAX_LINE_BYTES).toBe(64 * 1024 * 1024);
  });

  it("skips a longer line, reports it once with its size, and continues", () => {
    const long = `{"type":"new","filler":"${"€".repeat(100)}"}`;
    const text = `${STATUS}\n${long}\n${STATUS}\n`;
    const expected = [
      { ...status, line: 1 },
      {
        type: "malformed",
        agent: null,
        line: 2,
        reason: "line-too-long",
        detail: "a line of 326 bytes was skipped, the limit is 100",
        text: "",
      },
      { ...status, line: 3 },
    ];
    expect(decodeAll([text], { maxLineBytes: 100 })).toEqual(expected);
    expect(decodeAll(text.split(""), { maxLineBytes: 100 })).toEqual(expected);
    expect(decodeAll([text], { maxLineBytes: 326 })).toHaveLength(3);
  });

  it("reports a too long last line without LF, which has no original", () => {
    const [event] = decodeAll(["x".repeat(11)], { maxLineBytes: 10 });
    expect(event).toMatchObject({ type: "malformed", reason: "line-too-long", line: 1 });
    expect(event && originalOf(event)).toBeUndefined();
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, "100"])("rejects %s with the value in the message", (maxLineBytes) => {
    expect(() => createDecoder({ onEvent: () => undefined, maxLineBytes: maxLineBytes as number })).toThrow(
      new RangeError(`maxLineBytes is ${maxLineBytes}: give a whole number of bytes above 0.`),
    );
  });
});

describe("now", () => {
  it("sets the time of events whose line has none, and leaves a line's own time", () => {
    let clock = 1000;
    const timed = '{"type":"keep_alive2","timestamp":"2026-01-02T03:04:05Z"}\n';
    const events = decodeAll([`${STATUS}\n`, timed, `${STATUS}\n`], { now: () => (clock += 1) });
    expect(events.map((event) => event.at)).toEqual([1001, 1767323045000, 1003]);
  });

  it("sets the same time for all events of a line, and for all events at the end", () => {
    let clock = 0;
    const line =
      '{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}}\n';
    const times = decodeAll([line], { now: () => (clock += 1) }).map((event) => event.at);
    expect(times).toEqual([1, 1, 1, 1, 1, 1, 2, 2]);
  });

  it("leaves events without a time when it is omitted", () => {
    expect(decodeAll([STATUS])[0]).not.toHaveProperty("at");
  });
});

describe("previousCostUsd", () => {
  const costs = (events: readonly Event[]): number[] =>
    events.flatMap((event) => (event.type === "turn-end" ? [event.costUsd] : []));

  it("defaults to 0, so the first turn costs the session's total", () => {
    expect(costs(decodeAll([result(1), result(1.5)]))).toEqual([1, 0.5]);
  });

  it("is subtracted from the total of the first turn", () => {
    expect(costs(decodeAll([result(1), result(1.5)], { previousCostUsd: 0.75 }))).toEqual([0.25, 0.5]);
  });

  it.each([Number.NaN, -1, Infinity, "1"])("rejects %s with the value in the message", (previousCostUsd) => {
    expect(() => createDecoder({ onEvent: () => undefined, previousCostUsd: previousCostUsd as number })).toThrow(
      String(previousCostUsd),
    );
  });
});

describe("stats", () => {
  it("count bytes, lines, events, and lines without events", () => {
    const decoder = createDecoder({ onEvent: () => undefined });
    expect(decoder.stats).toEqual({
      bytes: 0,
      lines: 0,
      events: 0,
      unknown: 0,
      malformed: 0,
      silent: { blank: 0, "keep-alive": 0, "already-seen": 0, bookkeeping: 0 },
    });
    decoder.push(`${STATUS}\n\n{"type":"keep_alive"}\n{"type":"new"}\nno\n`);
    decoder.push("ünfinished");
    expect(decoder.stats).toMatchObject({ bytes: 111, lines: 5, events: 3, unknown: 1, malformed: 1 });
    expect(decoder.stats.silent).toEqual({ blank: 1, "keep-alive": 1, "already-seen": 0, bookkeeping: 0 });
    decoder.end();
    expect(decoder.stats).toMatchObject({ bytes: 111, lines: 6, events: 4, malformed: 2 });
  });

  it("are a snapshot that later lines do not change", () => {
    const decoder = createDecoder({ onEvent: () => undefined });
    const before = decoder.stats;
    decoder.push("\n");
    expect(before.lines).toBe(0);
    expect(before.silent.blank).toBe(0);
  });

  it("count a repeated message as already seen", () => {
    const line = '{"type":"assistant","uuid":"u","message":{"id":"m","content":[{"type":"text","text":"a"}]}}\n';
    const decoder = createDecoder({ onEvent: () => undefined });
    decoder.push(line + line);
    expect(decoder.stats.silent["already-seen"]).toBe(1);
  });
});

describe("end()", () => {
  const open = `${JSON.stringify({ type: "stream_event", event: { type: "content_block_start", index: 0, content_block: { type: "text", text: "a" } } })}\n`;

  it("closes open blocks as aborted, with the number of the last line", () => {
    expect(decodeAll([open, "\n"]).slice(3)).toEqual([
      { type: "text-end", agent: null, line: 2, messageId: "line-1", block: 0, text: "a", aborted: true },
      { type: "message-end", agent: null, line: 2, messageId: "line-1", stopReason: null },
    ]);
  });

  it("does nothing when it is called again", () => {
    const events: Event[] = [];
    const decoder = createDecoder({ onEvent: (event) => events.push(event) });
    decoder.push(`${open}half`);
    decoder.end();
    const { stats } = decoder;
    decoder.end();
    expect(decoder.stats).toEqual(stats);
    expect(events.filter((event) => event.type === "malformed")).toHaveLength(1);
  });

  it("gives no event for an empty stream", () => {
    expect(decodeAll([])).toEqual([]);
    expect(decodeAll(["", new Uint8Array(0)])).toEqual([]);
  });

  it("makes a later push throw an error that says what to do", () => {
    const decoder = createDecoder({ onEvent: () => undefined });
    decoder.end();
    expect(() => decoder.push("x")).toThrow(
      new TypeError("This decoder has ended: make a new one for another stream."),
    );
    expect(decoder.stats.lines).toBe(0);
  });

  it("gives events without an original, because no line caused them", () => {
    const late = decodeAll([open]).slice(3);
    expect(late.map(originalOf)).toEqual([undefined, undefined]);
  });
});

describe("events", () => {
  it("are delivered before push returns", () => {
    const events: Event[] = [];
    const decoder = createDecoder({ onEvent: (event) => events.push(event) });
    decoder.push(STATUS);
    expect(events).toHaveLength(0);
    decoder.push("\n");
    expect(events).toHaveLength(1);
  });

  it("survive JSON and structuredClone without their original", () => {
    const [event] = decodeAll([STATUS]) as [Event];
    expect(originalOf(event)).toEqual(JSON.parse(STATUS));
    for (const copy of [structuredClone(event), JSON.parse(JSON.stringify(event)) as Event, { ...event }]) {
      expect(copy).toEqual(event);
      expect(originalOf(copy)).toBeUndefined();
    }
  });

  it("are not lost when the consumer throws: push throws the error, and the next chunk is decoded completely", () => {
    const seen: string[] = [];
    const decoder = createDecoder({
      onEvent(event) {
        seen.push(`${event.type} ${event.line}`);
        if (event.line === 1) throw new Error("consumer");
      },
    });
    expect(() => decoder.push(`${STATUS}\n${STATUS}\n{"type":`)).toThrow("consumer");
    decoder.push('"new"}\n');
    decoder.end();
    expect(seen).toEqual(["session-status 1", "session-status 2", "unknown 3"]);
  });

  it("of two decoders are independent", () => {
    const first: Event[] = [];
    const second: Event[] = [];
    const one = createDecoder({ onEvent: (event) => first.push(event) });
    const two = createDecoder({ onEvent: (event) => second.push(event) });
    one.push(STATUS.slice(0, 10));
    two.push(`${STATUS}\n`);
    one.push(`${STATUS.slice(10)}\n`);
    expect(first).toEqual(second);
  });
});

describe("a decoder rejects", () => {
  it.each([
    ["an ArrayBuffer", new ArrayBuffer(8), "ArrayBuffer"],
    ["a DataView", new DataView(new ArrayBuffer(8)), "DataView"],
    ["a number", 5, "number"],
    ["nothing", undefined, "undefined"],
  ])("a chunk that is neither bytes nor text, naming its type: %s", (_, chunk, name) => {
    const decoder = createDecoder({ onEvent: () => undefined });
    expect(() => decoder.push(chunk as never)).toThrow(`A chunk must be a Uint8Array or a string, not ${name}.`);
  });

  it("options without onEvent", () => {
    expect(() => createDecoder({} as never)).toThrow("createDecoder needs { onEvent }");
  });
});
