import type { ContentDelta } from "@unspool/protocol/wire";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createDialects } from "../../../src/engine/lines/dialects.ts";
import { createIdentity } from "../../../src/engine/identity.ts";
import { createStringifier } from "../../../src/engine/lines/stringify-line.ts";
import { createLineBuilder } from "../../../src/engine/lines/create-lines.ts";
import type { Dialect } from "../../../src/engine/lines/dialects.ts";
import { isObject, type Json, type JsonObject } from "../../../src/json.ts";
import { checkProperty, scaleRuns } from "../../../../../tools/testing/property.ts";

const text = fc.oneof(
  fc.constantFrom("a", "b", "", "\u0001", '"', '"\u0001', "\\", "\n", "\u007f", "é", "\u2028\0", "\ud83d", "语😀"),
  fc.string({ unit: "binary" }),
);
const value = fc.oneof(text, fc.constantFrom<(Json | undefined)[]>(0, -0, 1, null, undefined, true, [], [1], {}));
const TEXT_KEYS = ["text", "thinking", "partial_json"];

/** Generates objects with all entries in this order, or with some entries in another order. */
function generateObject(entries: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> {
  const each = Object.entries(entries).map(([key, made]) => fc.tuple(fc.constant(key), made));
  const all = fc.tuple(...each);
  const inOrder = all.map((list) => Object.fromEntries(list) as JsonObject);
  const anyhow = all.chain((list) => fc.shuffledSubarray(list)).map((list) => Object.fromEntries(list) as JsonObject);
  return fc.oneof({ weight: 5, arbitrary: inOrder }, anyhow);
}

const delta = fc.oneof(
  ...["text_delta", "thinking_delta", "input_json_delta", "signature_delta"].map((type, index) =>
    generateObject({ type: fc.constant(type), [TEXT_KEYS[index] ?? "signature"]: text }),
  ),
  generateObject({ type: fc.constant("text_delta"), text: value, thinking: value, 1: value, ["__proto__"]: value }),
);
const event = fc.oneof(
  { weight: 5, arbitrary: generateObject({ type: fc.constant("content_block_delta"), index: fc.nat(1), delta }) },
  generateObject({ type: value, delta: fc.oneof(delta, value), "\u0001": value }),
);
const line = fc.oneof(
  {
    weight: 5,
    arbitrary: generateObject({ type: fc.constant("stream_event"), event, session_id: value, uuid: text }),
  },
  generateObject({ uuid: value, event: fc.oneof(event, value), extra: value, delta }),
);

type Change = (object: JsonObject) => JsonObject;

const entryChanges: Change[] = [
  (object) => Object.fromEntries(Object.entries(object).slice(0, -1)),
  (object) => Object.fromEntries(Object.entries(object).toReversed()),
  (object) => Object.fromEntries(Object.entries(object).map(([key, one], at) => [at === 0 ? `${key}2` : key, one])),
  (object) => ({ ...object, more: 1 }),
];
const within = (key: string, change: Change): Change => {
  return (object) => (isObject(object[key]) ? { ...object, [key]: change(object[key]) } : object);
};
/** Changes of a line to the next one: only the uuid, as in deltas, or also one detail of the shape. */
const changed = fc.oneof(
  text.map((uuid): Change => (before) => ({ ...before, uuid })),
  value.map((uuid): Change => (before) => ({ ...before, uuid })),
  fc
    .constantFrom(...entryChanges)
    .chain((change) => fc.constantFrom(change, within("event", change), within("event", within("delta", change)))),
);

test("stringifies every line as JSON.stringify does, whatever lines came before", () => {
  checkProperty(
    "text of lines",
    fc.property(fc.array(fc.tuple(line, fc.array(changed, { maxLength: 4 })), { maxLength: 6 }), (runs) => {
      const textOf = createStringifier();
      for (const [first, changes] of runs) {
        expect(textOf(first)).toBe(JSON.stringify(first));
        let last = first;
        for (const change of changes) {
          last = change(last);
          expect(textOf(last)).toBe(JSON.stringify(last));
        }
      }
    }),
    scaleRuns(1000),
  );
});

test.each<[string, Dialect[]]>([
  ["1.0.60", []],
  ["2.0.76", []],
  ["2.1.325", []],
  ["2.1.325", ["no-ids"]],
  ["2.1.325", ["snapshots", "double-encoded"]],
])("stringifies the deltas of %s with the dialects %j as JSON.stringify does", (version, dialects) => {
  const identity = createIdentity(1);
  const lines = createLineBuilder({ version, sessionId: "s", identity, hasPartials: true });
  const translate = createDialects(dialects);
  const usage = { inputTokens: 1, outputTokens: 1, cacheCreationInputTokens: 0, cacheReadInputTokens: 0 };
  const message = { id: "m", requestId: "r", model: "x", usage, stopReason: null, isStreamed: true };
  const textOf = createStringifier();
  for (const type of ["text_delta", "thinking_delta", "input_json_delta", "signature_delta", "text_delta"]) {
    const key = { thinking_delta: "thinking", input_json_delta: "partial_json" }[type] ?? "text";
    for (const piece of ["plain", "", 'a "b"\n', "é😀", "\ud83d", "\u0001"]) {
      const grown = { type, [key]: piece } as unknown as ContentDelta;
      const made = lines.streamEvent({ type: "content_block_delta", index: 0, delta: grown }, message);
      for (const one of translate?.(made) ?? [made]) expect(textOf(one)).toBe(JSON.stringify(one));
    }
  }
});

test.each(["session", "usage"])("does not reuse the text of a line whose %s changed after it was written", (where) => {
  const textOf = createStringifier();
  const long = { event: { delta: { type: "text_delta", text: "a" } }, session: "s", usage: { tokens: 1 }, uuid: "u" };
  const { usage: _usage, ...flat } = long;
  const written = where === "usage" ? long : flat;
  textOf(written);
  if (where === "usage") long.usage.tokens = 2;
  else written.session = "t";
  expect(textOf(written)).toBe(JSON.stringify(written));
});
