// The fast path decodes a delta line from a template, without JSON.parse. A line that ends in CR LF never takes it (a
// template ends in the LF itself), so decoding one stream with both line endings exercises both paths. Their events must
// be equal in every field.

import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDecoder, type DecoderOptions } from "../../src/decoder.ts";
import type { Event } from "../../src/translate/events.ts";
import { originalOf } from "../../src/translate/original.ts";
import { loadRuns } from "../../../../fixtures/load.ts";
import { conversation } from "./conversation.ts";
import { render, type Dialect } from "./render.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";
import { anyLine, blockStart, delta, line, start, text, TEXT, THINKING, TOOL, uuidOf } from "./stream-lines.ts";

const recordings = loadRuns("recordings");

function eventsOf(lines: readonly string[], lineEnd: string, options: Omit<DecoderOptions, "onEvent"> = {}): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ ...options, onEvent: (event) => events.push(event) });
  decoder.push(lines.map((each) => each + lineEnd).join(""));
  decoder.end();
  return events;
}

/** Compares the two paths, and each event's original with its line. */
function expectOneMeaning(lines: readonly string[]): Event[] {
  const fast = eventsOf(lines, "\n");
  const general = eventsOf(lines, "\r\n");
  // The cheap comparison comes first; `expect` runs only for its report.
  if (!isDeepStrictEqual(fast, general)) expect({ lines, events: fast }).toEqual({ lines, events: general });
  for (const event of fast) {
    const original = originalOf(event);
    if (original === undefined) continue;
    const parsed: unknown = JSON.parse((lines[event.line - 1] ?? "").replace(/^\ufeff/, ""));
    if (!isDeepStrictEqual(original, parsed)) expect(original).toEqual(parsed);
  }
  return fast;
}

/** Only an event of the fast path builds its original anew on each access. */
function isFast(event: Event): boolean {
  return originalOf(event) !== originalOf(event);
}

describe("the fast path and the general path give the same events", () => {
  it("for every recording", () => {
    for (const { lines, stdinLines } of recordings) {
      expectOneMeaning(lines);
      expectOneMeaning(stdinLines);
    }
  });

  it("and the fast path takes every delta except the first of its kind", () => {
    for (const { lines } of recordings.filter(({ name }) => name.includes("partial"))) {
      const deltas = eventsOf(lines, "\n").filter((event) => event.type.endsWith("-delta"));
      const kinds = new Set(deltas.map((event) => `${event.agent} ${event.type}`));
      expect(deltas.filter(isFast)).toHaveLength(deltas.length - kinds.size);
      expect(deltas.length).toBeGreaterThan(kinds.size * 2);
    }
  });

  it("for conversations in every dialect with partial messages", () => {
    const flag = fc.boolean();
    const dialect = fc.record<Dialect>({
      lines: fc.constantFrom("per-block", "cumulative", "whole"),
      partials: fc.constantFrom("finished-before-stop", "finished-after-stop", "finished-at-end"),
      hasIds: flag,
      hasUuids: flag,
      hasParents: flag,
      hasSession: flag,
      isThoughtText: flag,
      marksOwnCalls: flag,
    });
    const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 });
    checkProperty(
      "delta template, conversations",
      fc.property(conversation(false), dialect, choices, (said, spoken, chosen) => {
        expectOneMeaning(render(said, spoken, chosen));
      }),
      scaleRuns(60),
    );
  });

  it("for any order of lines: agents interleaved, messages reopened, blocks of one index, late and broken lines", () => {
    checkProperty(
      "delta template, any order",
      fc.property(fc.array(anyLine, { minLength: 2, maxLength: 25 }), (makers) => {
        expectOneMeaning(makers.map((make, number) => make(number)));
      }),
      scaleRuns(320),
    );
  });
});

describe("a line that is almost a delta is decoded correctly", () => {
  const kinds: [string, object, (piece: string) => object][] = [
    ["text", TEXT, text],
    ["thinking", THINKING, (thinking) => ({ type: "thinking_delta", thinking })],
    ["tool", TOOL, (partial_json) => ({ type: "input_json_delta", partial_json })],
  ];

  it.each(kinds)("with any one character changed: %s", (_, block, piece) => {
    const before = [line(start("m"), 1), line(blockStart(0, block), 2)];
    const after = [line({ type: "content_block_stop", index: 0 }, 3), line({ type: "message_stop" }, 4)];
    const [first, second, third] = ["one", "two", "six"].map((word, i) => line(delta(0, piece(word)), 10 + i)) as [
      string,
      string,
      string,
    ];
    for (const change of changesOf(first)) {
      // Once among good lines, and once as the line from which the template is learnt.
      expectOneMeaning([...before, first, change(second), third, ...after]);
      expectOneMeaning([...before, change(first), change(second), third, ...after]);
    }
  });

  it.each<[string, (input: string) => string]>([
    ["a second text", (l) => l.replace(/("text":"[^"]*")/, '$1,"text":"other"')],
    ["a second type of the delta", (l) => l.replace('"text_delta"', '"text_delta","type":"thinking_delta"')],
    ["a second event at the end", (l) => l.replace(/\}$/, ',"event":{"type":"ping"}}')],
    [
      "a second delta at the end",
      (l) =>
        l.replace(/\}$/, ',"event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"B"}}}'),
    ],
    ["a second event before the uuid", (l) => l.replace(',"uuid"', ',"event":{"type":"ping"},"uuid"')],
    ["a second type of the line", (l) => l.replace(/\}$/, ',"type":"keep_alive"}')],
    ["a second type behind an escape", (l) => l.replace(/\}$/, ',"ty\\u0070e":"keep_alive"}')],
    ["a second uuid", (l) => l.replace(/\}$/, `,"uuid":"${uuidOf(99)}"}`)],
    ["a second uuid of another length", (l) => l.replace(/\}$/, ',"uuid":"short"}')],
    ["a second uuid behind an escape", (l) => l.replace(/\}$/, ',"\\u0075uid":"short"}')],
    ["a second session", (l) => l.replace(/\}$/, ',"session_id":"other"}')],
    ["a second parent", (l) => l.replace(/\}$/, ',"parent_tool_use_id":"toolu_9"}')],
    ["a uuid inside another object first", (l) => l.replace(',"uuid"', `,"more":{"uuid":"${uuidOf(12)}"},"uuid"`)],
    ["a uuid inside another object only", (l) => l.replace(/"uuid":("[^"]*")/, '"more":{"uuid":$1}')],
    ["a uuid with an escape", (l) => l.replace("4000", "4\\u003000")],
    ["a uuid with a quote", (l) => l.replace("4000", '4\\"00')],
    ["a uuid with a raw tab", (l) => l.replace("4000", "4\t00")],
    ["a uuid with a surrogate pair", (l) => l.replace("4000", "4😀0")],
    ["a shorter uuid", (l) => l.replace("4000", "400")],
    ["a longer uuid", (l) => l.replace("4000", "40000")],
    ["a uuid that is not a string", (l) => l.replace(/"uuid":"[^"]*"/, '"uuid":7')],
    ["no uuid", (l) => l.replace(/,"uuid":"[^"]*"/, "")],
    ["no session", (l) => l.replace(',"session_id":"s"', "")],
    ["a session that is not a string", (l) => l.replace('"session_id":"s"', '"session_id":7')],
    ["a parent that is not a string", (l) => l.replace('"parent_tool_use_id":null', '"parent_tool_use_id":7')],
    ["a time", (l) => l.replace(/\}$/, ',"timestamp":"2026-01-02T03:04:05Z"}')],
    ["an agent id", (l) => l.replace(/\}$/, ',"agent_id":"a1"}')],
    ["a message id", (l) => l.replace(/\}$/, ',"api_message_id":"m"}')],
    ["the id of a message that never started", (l) => l.replace(/\}$/, ',"api_message_id":"nobody"}')],
    ["a message id that is not a string", (l) => l.replace(/\}$/, ',"api_message_id":7}')],
    ["a camel-case session", (l) => l.replace('"session_id"', '"sessionId"')],
    ["prototype keys", (l) => l.replace(/\}$/, ',"__proto__":{"uuid":"x","type":"keep_alive"}}')],
    ["a field after the delta", (l) => l.replace('"}},', '"},"extra":1},')],
    ["a field in the delta", (l) => l.replace('"}},', '","extra":1}},')],
    ["a space in front", (l) => ` ${l}`],
    ["a byte-order mark in front", (l) => `\ufeff${l}`],
    ["spaces around colons", (l) => l.replaceAll(":", " : ")],
    ["tabs after commas", (l) => l.replaceAll(",", ",\t")],
    ["a space at the end", (l) => `${l} `],
    ["two objects", (l) => l + l],
    ["two objects with a comma", (l) => `${l},${l}`],
    ["a brace too many", (l) => `${l}}`],
    ["a brace too few", (l) => l.slice(0, -1)],
    ["index 0.0", (l) => l.replace('"index":0', '"index":0.0')],
    ["index -0", (l) => l.replace('"index":0', '"index":-0')],
    ["index 0e5", (l) => l.replace('"index":0', '"index":0e5')],
    ["index 1", (l) => l.replace('"index":0', '"index":1')],
    ["index -1", (l) => l.replace('"index":0', '"index":-1')],
    ["index as text", (l) => l.replace('"index":0', '"index":"0"')],
    ["no index", (l) => l.replace('"index":0,', "")],
    ["keys in another order", (l) => JSON.stringify(reversed(JSON.parse(l)))],
    ["an empty text", (l) => l.replace(/"text":"[^"]*"/, '"text":""')],
    ["no text", (l) => l.replace(/,"text":"[^"]*"/, "")],
    ["a text that is not a string", (l) => l.replace(/"text":"[^"]*"/, '"text":["a"]')],
    ["another type of delta", (l) => l.replace("text_delta", "new_delta")],
    ["a type of delta for another block", (l) => l.replace('text_delta","text"', 'thinking_delta","thinking"')],
  ])("with %s", (_, change) => {
    const good = ["one", "two", "three"].map((word, i) => line(delta(0, text(word)), 10 + i)) as [
      string,
      string,
      string,
    ];
    const before = [line(start("m"), 1), line(blockStart(0, TEXT), 2)];
    const after = [line({ type: "message_stop" }, 4)];
    expectOneMeaning([...before, good[0], change(good[1]), good[2], ...after]);
    expectOneMeaning([...before, ...good.map(change), good[2], ...after]);
    expectOneMeaning([...good.map(change), ...good]);
  });

  it.each<[string, string, string | undefined]>([
    ["an escaped letter", "\\u0041", "A"],
    ["an escaped slash", "a\\/b", "a/b"],
    ["an escaped quote", 'say \\"hi\\"', 'say "hi"'],
    ["two backslashes before the end", "a\\\\", "a\\"],
    ["three backslashes and a quote", 'a\\\\\\"', 'a\\"'],
    ["every short escape", "\\b\\f\\n\\r\\t", "\b\f\n\r\t"],
    ["an escaped surrogate pair", "\\ud83d\\ude00", "😀"],
    ["an escaped high surrogate alone", "a\\ud83d", "a\ud83d"],
    ["an escaped low surrogate alone", "\\ude00b", "\ude00b"],
    ["an escaped NUL", "\\u0000", "\0"],
    ["DEL", "a\u007fb", "a\u007fb"],
    ["separators", "a\u2028b\u2029c\u0085d", "a\u2028b\u2029c\u0085d"],
    ["a byte-order mark", "\ufeffa", "\ufeffa"],
    ["a raw surrogate pair", "😀", "😀"],
    ["text that looks like the end of the line", '\\"}},\\"uuid\\":\\"', '"}},"uuid":"'],
    ["unescaped text that looks like the end of the line", '"}},"uuid":"', undefined],
    ["a raw tab", "a\tb", undefined],
    ["a raw NUL", "a\0b", undefined],
    ["a raw CR", "a\rb", undefined],
    ["a raw escape sequence", "\u001b[31m", undefined],
    ["an unknown escape", "\\x41", undefined],
    ["a short escape", "\\u12", undefined],
    ["a letter in an escape", "\\u00zz", undefined],
    ["a backslash at the end", "a\\", undefined],
  ])("with %s in its text", (_, raw, meaning) => {
    const good = line(delta(0, text("good")), 10);
    const strange = line(delta(0, text("TEXT")), 11).replace("TEXT", () => raw);
    const before = [line(start("m"), 1), line(blockStart(0, TEXT), 2)];
    for (const lines of [
      [...before, good, strange, good],
      [...before, strange, strange, good],
    ]) {
      const texts = expectOneMeaning(lines).filter((event) => event.type === "text-delta" && event.line === 4);
      expect(texts.map((event) => "text" in event && event.text)).toEqual(meaning === undefined ? [] : [meaning]);
    }
  });
});

describe("a template is dropped when", () => {
  const of = (piece: string, number: number, more: object = {}): string => line(delta(0, text(piece)), number, more);
  const open = [line(start("m"), 1), line(blockStart(0, TEXT), 2), of("a", 3), of("b", 4)];
  const finished = (id: string, content: string, uuid: string): string =>
    JSON.stringify({
      type: "assistant",
      message: { id, role: "assistant", content: [{ type: "text", text: content }] },
      session_id: "s",
      parent_tool_use_id: null,
      uuid,
    });

  it.each<[string, string[]]>([
    ["the block has stopped", [line({ type: "content_block_stop", index: 0 }, 5)]],
    ["the message has stopped", [line({ type: "message_stop" }, 5)]],
    [
      "the message has stopped and its finished text is longer",
      [line({ type: "message_stop" }, 5), finished("m", "abc", "u")],
    ],
    ["another message was finished, then this one is longer", [finished("n", "x", "v"), finished("m", "abc", "u")]],
    ["the finished text has arrived", [finished("m", "ab", "u")]],
    ["the finished text contradicts", [finished("m", "other", "u")]],
    ["the next message has started", [line(start("n"), 5)]],
    ["the same message has started again", [line(start("m"), 5)]],
    ["the block has started again", [line(blockStart(0, TEXT), 5)]],
    ["a block of another kind has taken its index", [line(blockStart(0, THINKING), 5)]],
    ["the next block has started", [line(blockStart(1, TEXT), 5)]],
    ["the turn has ended", ['{"type":"result","subtype":"success","session_id":"s"}']],
    [
      "a user message has arrived",
      ['{"type":"user","message":{"content":"hi"},"session_id":"s","parent_tool_use_id":null}'],
    ],
    ["the conversation was reset", ['{"type":"conversation_reset","session_id":"s"}']],
    ["another session streams", [of("x", 5, { session_id: "t" })]],
    [
      "another agent streams",
      [
        line(start("n"), 5, { parent_tool_use_id: "toolu_7" }),
        line(blockStart(0, TEXT), 6, { parent_tool_use_id: "toolu_7" }),
        of("x", 7, { parent_tool_use_id: "toolu_7" }),
      ],
    ],
    [
      "a line with a time came between",
      ['{"type":"tool_progress","tool_use_id":"t","timestamp":"2026-01-02T03:04:05Z"}'],
    ],
  ])("%s", (_, between) => {
    expectOneMeaning([...open, ...between, of("c", 20), of("d", 21)]);
    expectOneMeaning([...open, ...between, of("c", 20), ...between, of("d", 21)]);
    expectOneMeaning([...open, ...between, of("c", 20)]);
  });

  it("the agent's tool call is answered", () => {
    const agent = { parent_tool_use_id: "toolu_7" };
    const lines = [
      line(start("n"), 1, agent),
      line(blockStart(0, TEXT), 2, agent),
      of("a", 3, agent),
      of("b", 4, agent),
    ];
    const answer =
      '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"toolu_7","content":"ok"}]},"session_id":"s"}';
    expectOneMeaning([...lines, answer, of("c", 5, agent), of("d", 6, agent)]);
  });

  it("a task has ended and its agent continues", () => {
    const agent = { parent_tool_use_id: "toolu_7", agent_id: "a1" };
    const over =
      '{"type":"system","subtype":"task_notification","task_id":"a1","tool_use_id":"toolu_8","session_id":"s"}';
    const asks = '{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","agent_id":"a1"}}';
    expectOneMeaning([line(start("n"), 1, agent), of("a", 3, agent), of("b", 4, agent), over, of("c", 5, agent), asks]);
  });

  it("a finished line has brought a block without an index", () => {
    const of1 = (number: number): string => line(delta(-1, text("a")), number);
    const thought = JSON.stringify({
      type: "assistant",
      message: {
        content: [
          { type: "text", text: "other" },
          { type: "thinking", thinking: "t" },
          { type: "text", text: "b" },
        ],
      },
      session_id: "s",
      uuid: "u",
    });
    expectOneMeaning([line(start("m"), 1), of1(2), thought.replace('"content"', '"id":"m","content"'), of1(3), of1(4)]);
    expectOneMeaning([of1(1), thought, of1(2), of1(3)]);
    expectOneMeaning([line(start("m"), 1), of1(2), finished("m", "x", "u"), finished("m", "y", "v"), of1(3), of1(4)]);
  });

  it("a line that gives no template has opened another message", () => {
    const bare = (event: object, more: object = {}): string =>
      JSON.stringify({ type: "stream_event", event, session_id: "s", ...more });
    const piece = (number: number): string => bare(delta(0, text("a")), { uuid: uuidOf(number) });
    const stranger = bare(delta(0, text("x")), { api_message_id: "nobody" });
    expectOneMeaning([bare(start("m")), piece(1), piece(2), stranger, piece(3), piece(4)]);
  });

  it("nine agents stream at once, more than are remembered", () => {
    const agents = Array.from({ length: 9 }, (__, i) => ({ parent_tool_use_id: `toolu_${i}` }));
    const opened = agents.flatMap((agent, i) => [
      line(start(`m${i}`), i, agent),
      line(blockStart(0, TEXT), 20 + i, agent),
    ]);
    const said = Array.from({ length: 40 }, (__, i) => of(`${i} `, 100 + i, agents[(i * i) % 9]));
    expectOneMeaning([...opened, ...said]);
  });
});

describe("a new block reuses the template of the last block of its kind, with its own message id", () => {
  const named = (id: string | undefined, event: object, number: number, more: object = {}): string =>
    line(event, number, { ...more, api_message_id: id });
  /** One message of one block and two deltas; `more` is added to the deltas. */
  const message = (id: string | undefined, number: number, more: object = {}): string[] => [
    line(start(id ?? "m"), number),
    named(id, blockStart(0, TEXT), number + 1),
    named(id, delta(0, text("one")), number + 2, more),
    named(id, delta(0, text("two — é😀")), number + 3, more),
    named(id, { type: "content_block_stop", index: 0 }, number + 4),
    named(id, { type: "message_stop" }, number + 5),
  ];

  it.each<[string, string[], number]>([
    ["two messages with ids", [...message("a", 10), ...message("b", 20)], 3],
    ["messages without ids", [...message(undefined, 10), ...message(undefined, 20)], 3],
    ["an id with special characters of JSON and of String.replace", [...message("a", 10), ...message('"$&\\', 20)], 3],
    ["an id that is not ASCII", [...message("a", 10), ...message("é", 20)], 1],
    ["an id after a message without one", [...message(undefined, 10), ...message("b", 20)], 2],
    ["no id after a message with one", [...message("a", 10), ...message(undefined, 20)], 2],
    ["the id inside another field", [...message("a", 10, { x: { api_message_id: "a" } }), ...message("b", 20)], 2],
    ["an envelope over the limit", [...message("a", 10, { x: "x".repeat(3000) }), ...message("b", 20)], 1],
  ])("%s", (_, lines, fast) => {
    expect(expectOneMeaning(lines).filter(isFast)).toHaveLength(fast);
  });

  it("and a line without a message id goes to the streaming message, not to the one whose block has started", () => {
    const bare = (event: object, number: number, id?: string): string =>
      JSON.stringify({ type: "stream_event", event, session_id: "s", uuid: uuidOf(number), api_message_id: id });
    expectOneMeaning([
      bare(start("a"), 1),
      bare(blockStart(0, TEXT), 2),
      bare(delta(0, text("one")), 3),
      bare(start("b"), 4),
      bare(blockStart(0, TEXT), 5, "a"),
      bare(delta(0, text("two")), 6),
    ]);
  });
});

it("an event of the fast path takes its time from `now`", () => {
  let clock = 0;
  const lines = [
    line(start("m"), 1),
    line(blockStart(0, TEXT), 2),
    line(delta(0, text("a")), 3),
    line(delta(0, text("b")), 4),
  ];
  const events = eventsOf(lines, "\n", { now: () => (clock += 1) });
  clock = 0;
  expect(events).toEqual(eventsOf(lines, "\r\n", { now: () => (clock += 1) }));
  expect(events.filter(isFast).map((event) => event.at)).toEqual([4]);
});

it("a complete delta at the end of a cut stream is decoded, and half of one is truncated", () => {
  const lines = [
    line(start("m"), 1),
    line(blockStart(0, TEXT), 2),
    line(delta(0, text("a")), 3),
    line(delta(0, text("b")), 4),
  ];
  const whole = lines.join("\n");
  const decodeText = (input: string): Event[] => {
    const events: Event[] = [];
    const decoder = createDecoder({ onEvent: (event) => events.push(event) });
    decoder.push(input);
    decoder.end();
    return events;
  };
  expect(decodeText(whole)).toEqual(eventsOf(lines, "\r\n"));
  for (let length = lines.slice(0, 3).join("\n").length + 2; length < whole.length; length += 1) {
    const last = decodeText(whole.slice(0, length)).find((event) => event.line === 4);
    expect(last).toMatchObject({ type: "malformed", reason: "truncated" });
  }
});

/** Every single-character change of a line, as functions, so that they apply to other lines of the same length too. */
function* changesOf(sample: string): Generator<(input: string) => string> {
  for (let at = 0; at < sample.length; at += 1) {
    yield (other) => other.slice(0, at) + other.slice(at + 1);
    for (const character of ['"', "\\"]) yield (other) => other.slice(0, at) + character + other.slice(at);
    yield (other) => `${other.slice(0, at)} ${other.slice(at + 1)}`;
  }
}

function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)]);
  return Object.fromEntries(entries.toReversed());
}
