// The walk over a line against JSON.parse of it: any order of keys, any escapes, any hostile text, any cut.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeString } from "../../../src/stats/scan/json-bytes.ts";
import { createEntryScanner } from "../../../src/stats/scan/entry-scanner.ts";

const reader = createEntryScanner();

/** Texts that look like what is searched for. */
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom('"', "\\", "{", "}", "[", "]", ":", ",", "\n", "\u2028", "é", "🎉", "\uD800", "u0022"),
  }),
  fc.constantFrom(
    '"usage":{"output_tokens":99}',
    '","type":"assistant","x":"',
    "\\",
    '\\"',
    "<synthetic>",
    '}]}\n{"type":"user"',
  ),
  fc.string({ minLength: 100, maxLength: 300 }),
);
const figure = fc.oneof(fc.nat(), fc.constantFrom(0, -3, 1.5, 1e21, null, "7", true, 123456789012345680000));
const usage = fc.record(
  {
    input_tokens: figure,
    output_tokens: figure,
    cache_read_input_tokens: figure,
    cache_creation_input_tokens: figure,
    cache_creation: fc.oneof(
      fc.record({ ephemeral_1h_input_tokens: figure, ephemeral_5m_input_tokens: figure }, { requiredKeys: [] }),
      fc.constant(null),
    ),
    server_tool_use: fc.oneof(fc.record({ web_search_requests: figure }), fc.constant(null)),
    iterations: fc.array(fc.record({ input_tokens: figure, usage: fc.constant({ output_tokens: 5 }) }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: [] },
);
const block = fc.oneof(
  fc.record({ type: fc.constant("text"), text: hostile }),
  fc.record({ type: fc.constant("tool_use"), id: hostile, name: hostile, input: fc.jsonValue() }),
  fc.record(
    {
      type: fc.constant("tool_result"),
      tool_use_id: hostile,
      is_error: fc.constantFrom(true, false, null),
      content: fc.oneof(hostile, fc.array(fc.record({ type: fc.constant("text"), text: hostile }), { maxLength: 2 })),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("image"), source: fc.jsonValue() }),
  fc.jsonValue(),
);
const entry = fc.record(
  {
    type: fc.constantFrom("assistant", "user", "cost-state", "attachment", "summary", 3),
    timestamp: fc.oneof(
      fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
      hostile,
    ),
    sessionId: hostile,
    uuid: hostile,
    cwd: hostile,
    attributionAgent: hostile,
    promptSource: hostile,
    isSidechain: fc.constantFrom(true, false, null),
    isMeta: fc.constantFrom(true, false),
    isCompactSummary: fc.boolean(),
    isAbortedMidStream: fc.boolean(),
    costUSD: figure,
    toolUseResult: fc.jsonValue(),
    message: fc.oneof(
      fc.record(
        {
          id: hostile,
          model: hostile,
          usage: fc.oneof(usage, fc.constant(null)),
          content: fc.oneof(hostile, fc.array(block, { maxLength: 4 })),
          message: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
      hostile,
    ),
    other: fc.jsonValue(),
  },
  { requiredKeys: ["type"] },
);

/** Keys in any order, at every level. */
function shuffled(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, seed + 1));
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.entries(value as Fields).map(([key, item], place) => ({
    key,
    item,
    order: Math.sin(seed * 97 + place * 31),
  }));
  return Object.fromEntries(
    keys.sort((left, right) => left.order - right.order).map(({ key, item }) => [key, shuffled(item, seed + 1)]),
  );
}

/** Spaces and escapes that JSON allows and JSON.stringify does not write. */
function dressed(json: string, style: number): string {
  if (style === 0) return json;
  if (style === 1) return JSON.stringify(JSON.parse(json), null, 1).replaceAll("\n", "\t");
  return json
    .replaceAll('"type"', String.raw`"t\u0079pe"`)
    .replaceAll('"usage"', String.raw`"\u0075sage"`)
    .replaceAll("assistant", String.raw`assist\u0061nt`);
}

describe("the entry scanner", () => {
  it("finds the same fields as JSON.parse, whatever the texts contain", () => {
    fc.assert(
      fc.property(entry, fc.nat(1000), fc.nat(2), (value, seed, style) => {
        const line = dressed(JSON.stringify(shuffled(value, seed)), style);
        const bytes = Buffer.from(`xx${line}\n{"type":"user"}`);
        const expected = expectedOf(JSON.parse(line) as Fields);
        const end = 2 + Buffer.byteLength(line);
        for (const isWhole of [true, false]) {
          const isCounted = reader.scan(bytes, 2, end, false, isWhole);
          expect(isCounted).toBe(expected !== undefined);
          if (expected === undefined) continue;
          const isEnough =
            isWhole && expected.type === "user" && expected.results.length > 0 && !Number.isNaN(expected.time);
          if (isEnough) expect(found(bytes)["results"]).toEqual(expected.results);
          else expect(found(bytes)).toEqual(expected);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("rejects a last line that was cut", () => {
    fc.assert(
      fc.property(entry, fc.nat(10_000), (value, cut) => {
        const line = Buffer.from(JSON.stringify(value));
        expect(reader.scan(line, 0, cut % line.length, false, false)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

type Fields = Readonly<Record<string, unknown>>;

function found(bytes: Buffer): Fields {
  const { entry: own } = reader;
  const text = ({ from, to }: { from: number; to: number }): string | undefined =>
    from < 0 ? undefined : decodeString(bytes, from, to);
  const list = (places: { at: number[]; count: number }, width: number): number[][] =>
    Array.from({ length: places.count / width }, (_, row) => places.at.slice(row * width, row * width + width));
  return {
    type: own.type,
    time: own.time,
    session: text(own.session),
    uuid: text(own.uuid),
    cwd: text(own.cwd),
    agentKind: text(own.agentKind),
    promptSource: text(own.promptSource),
    isOfAgent: own.isSidechain,
    isMeta: own.isMeta,
    isCut: own.isAborted,
    cost: own.costUsd,
    id: text(own.messageId),
    model: text(own.model),
    usage: { ...own.usage },
    hasUsage: own.hasUsage,
    calls: list(own.calls, 4).map(([a, b, c, d]) => [decodeString(bytes, a!, b!), decodeString(bytes, c!, d!)]),
    results: list(own.results, 3).map(([a, b, isError]) => [decodeString(bytes, a!, b!), isError === 1]),
    texts: list(own.texts, 2).map(([a, b]) => decodeString(bytes, a!, b!)),
    others: own.otherBlocks,
  };
}

function expectedOf(value: Fields): (Fields & { type: string; time: number; results: unknown[] }) | undefined {
  const type = value["type"];
  if (type !== "assistant" && type !== "user" && type !== "cost-state") return undefined;
  const text = (one: unknown): string | undefined => (typeof one === "string" ? one : undefined);
  const number = (one: unknown): number => (typeof one === "number" && one > 0 ? one : 0);
  const object = (one: unknown): Fields =>
    typeof one === "object" && one !== null && !Array.isArray(one) ? (one as Fields) : {};
  const message = object(value["message"]);
  const own = object(message["usage"]);
  const write = number(own["cache_creation_input_tokens"]);
  const hour = Math.min(write, number(object(own["cache_creation"])["ephemeral_1h_input_tokens"]));
  const content = message["content"];
  const blocks = Array.isArray(content)
    ? content.filter((one) => typeof one === "object" && one !== null && !Array.isArray(one)).map(object)
    : [];
  const known = new Set(["tool_use", "tool_result", "text", "thinking", "redacted_thinking"]);
  return {
    type,
    time:
      typeof value["timestamp"] === "string"
        ? Date.parse(Buffer.from(JSON.stringify(value["timestamp"]).slice(1, -1)).toString("latin1"))
        : Number.NaN,
    session: text(value["sessionId"]),
    uuid: text(value["uuid"]),
    cwd: text(value["cwd"]),
    agentKind: text(value["attributionAgent"]),
    promptSource: text(value["promptSource"]),
    isOfAgent: value["isSidechain"] === true,
    isMeta: value["isMeta"] === true || value["isCompactSummary"] === true,
    isCut: value["isAbortedMidStream"] === true,
    cost: typeof value["costUSD"] === "number" && value["costUSD"] >= 0 ? value["costUSD"] : -1,
    id: text(message["id"]),
    model: text(message["model"]),
    usage: {
      input: number(own["input_tokens"]),
      output: number(own["output_tokens"]),
      cacheRead: number(own["cache_read_input_tokens"]),
      cacheWrite: write - hour,
      cacheWriteHour: hour,
      webSearches: number(object(own["server_tool_use"])["web_search_requests"]),
    },
    hasUsage: typeof message["usage"] === "object" && message["usage"] !== null,
    calls: blocks
      .filter((one) => one["type"] === "tool_use" && typeof one["id"] === "string" && typeof one["name"] === "string")
      .map((one) => [one["id"], one["name"]]),
    results: blocks
      .filter((one) => one["type"] === "tool_result" && typeof one["tool_use_id"] === "string")
      .map((one) => [one["tool_use_id"], one["is_error"] === true]),
    texts:
      typeof content === "string"
        ? [content]
        : blocks.filter((one) => one["type"] === "text" && typeof one["text"] === "string").map((one) => one["text"]),
    others: blocks.filter((one) => !known.has(one["type"] as string)).length,
  };
}
