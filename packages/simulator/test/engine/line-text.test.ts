import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createLineText } from "../../src/engine/line-text.ts";
import type { JsonObject } from "../../src/json.ts";

const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "\ue000", '"\ue000"', "\ud83d", "\u2028\0"));
const value = fc.oneof(text, fc.constantFrom<(string | number | null | undefined)[]>(0, 1, null, undefined));
const delta = fc.oneof(
  fc.record({ type: fc.constant("text_delta"), text: value }),
  fc.record(
    { type: fc.constant("thinking_delta"), thinking: text, estimate: value },
    { requiredKeys: ["type", "thinking"] },
  ),
  fc.record({ partial_json: text, type: fc.constant("input_json_delta") }),
  fc.record({ type: fc.constant("signature_delta"), signature: text }),
);
const event = fc.oneof(
  fc.record({ type: fc.constant("content_block_delta"), index: fc.nat(1), delta }, { requiredKeys: ["type", "delta"] }),
  fc.record({ type: fc.constant("message_stop") }),
);
const more = { session: fc.constantFrom("a", "\ue000"), extra: fc.oneof(value, fc.constant([1])) };
const line = fc.oneof(
  fc.record({ type: fc.constant("stream_event"), event, ...more, uuid: value }, { requiredKeys: ["type", "event"] }),
  fc.record({ uuid: text, type: fc.constant("stream_event"), event }, { requiredKeys: ["type", "event"] }),
);

test("every line is what JSON.stringify makes of it, whatever came before", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const textOf = createLineText();
      for (const one of lines as JsonObject[]) expect(textOf(one)).toBe(JSON.stringify(one));
    }),
    { numRuns: Number(process.env["UNSPOOL_RUNS"] ?? 0) || 1000 },
  );
});

test("an object that was changed from within is seen", () => {
  const textOf = createLineText();
  const usage = { tokens: 1 };
  const one = { event: { delta: { type: "text_delta", text: "a" }, usage }, uuid: "u" };
  textOf(one);
  usage.tokens = 2;
  expect(textOf(one)).toBe(JSON.stringify(one));
});
