// Helpers that read values: equality, types, and the text of a tool result.

import * as fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { isEqualJson } from "../../src/wire/equal.ts";
import type { Json } from "../../src/wire/json.ts";
import { asArray, asNumber, asObject, asObjects, asString, asStrings, asTime, isObject } from "../../src/wire/read.ts";
import { toolResultText } from "../../src/wire/tool-result-text.ts";
import { checkProperty } from "../../../../tools/testing/property.ts";

describe("JSON is equal", () => {
  it("when its text is equal, with keys in any order", () => {
    expect(isEqualJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  });

  it.each<[string, Json | undefined, Json | undefined]>([
    ["a key more", { a: 1 }, { a: 1, b: 2 }],
    ["another key", { a: 1 }, { b: 1 }],
    ["an item more", [1], [1, 2]],
    ["another order of items", [1, 2], [2, 1]],
    ["an array and an object", [], {}],
    ["nothing and null", undefined, null],
    ["null and an object", null, {}],
    ["a number and its text", 1, "1"],
    ["a key of the prototype", { toString: 1 }, {}],
    ["an own key against an inherited one", JSON.parse('{"__proto__":{}}') as Json, { a: {} }],
  ])("not with %s", (_, left, right) => {
    expect(isEqualJson(left, right)).toBe(false);
    expect(isEqualJson(right, left)).toBe(false);
  });

  it("when it is equal at any depth, even deeper than the call stack", () => {
    const deep = (core: string): Json => JSON.parse("[".repeat(100_000) + core + "]".repeat(100_000)) as Json;
    expect(isEqualJson(deep("1"), deep("1"))).toBe(true);
    expect(isEqualJson(deep("1"), deep("2"))).toBe(false);
  });

  it("exactly when isDeepStrictEqual says so", () => {
    const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
    checkProperty(
      "equal",
      fc.property(value, value, (left, right) => {
        const copy = JSON.parse(JSON.stringify(left)) as Json;
        expect(isEqualJson(left, copy)).toBe(true);
        const other = JSON.parse(JSON.stringify(right)) as Json;
        expect(isEqualJson(copy, other)).toBe(isDeepStrictEqual(copy, other));
      }),
    );
  });
});

describe("a value of the wrong type is read as missing", () => {
  const values: unknown[] = [null, undefined, true, 0, "", "text", [], [1], {}, { a: 1 }, () => 1];

  it("by every reader", () => {
    expect(values.map(asString)).toEqual([...Array.from({ length: 4 }), "", "text", ...Array.from({ length: 5 })]);
    expect(values.map(asNumber).filter((value) => value !== undefined)).toEqual([0]);
    expect(values.filter(isObject)).toEqual([{}, { a: 1 }]);
    expect(values.map(asObject).filter((value) => value !== undefined)).toEqual([{}, { a: 1 }]);
    expect(values.map(asArray).filter((value) => value.length > 0)).toEqual([[1]]);
    expect(asStrings(["a", 1, null, "b"])).toEqual(["a", "b"]);
    expect(asObjects([{}, [], null, "x", { a: 1 }])).toEqual([{}, { a: 1 }]);
  });

  it("when it is a number that is too large", () => {
    expect(asNumber(JSON.parse("1e999"))).toBeUndefined();
  });

  it("when it is a time that is not ISO text", () => {
    expect(asTime("2026-01-02T03:04:05.678Z")).toBe(1767323045678);
    expect(["yesterday", "", 5, null, {}].map(asTime)).toEqual(Array.from({ length: 5 }));
  });
});

describe("the text of a tool result", () => {
  it.each<[string, unknown, string]>([
    ["a string, as it is", " two\nlines ", " two\nlines "],
    [
      "text blocks, a line each",
      [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      "a\nb",
    ],
    ["nothing", undefined, ""],
    ["null", null, ""],
    ["no blocks", [], ""],
    [
      "an image, by a mark",
      [
        { type: "text", text: "a" },
        { type: "image", source: {} },
      ],
      "a\n[image]",
    ],
    ["strings among blocks", ["a", { type: "text", text: "b" }], "a\nb"],
    ["an object with a text", { type: "text", text: "a" }, "a"],
    ["any other object, as JSON", { a: [1] }, '{"a":[1]}'],
    ["blocks without a type, as JSON", [{ a: 1 }, null, 7, [1]], '{"a":1}\nnull\n7\n[1]'],
    ["a text block without text", [{ type: "text" }], "[text]"],
    ["a text that is no string", [{ type: "text", text: 5 }], "[text]"],
    ["a number", 5, "5"],
    ["false", false, "false"],
  ])("is made from %s", (_, content, text) => {
    expect(toolResultText(content)).toBe(text);
  });

  it("does not throw for deeply nested content", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(typeof toolResultText(JSON.parse(deep))).toBe("string");
    expect(typeof toolResultText(JSON.parse(`[{"a":${deep}}]`))).toBe("string");
    checkProperty(
      "tool result text",
      fc.property(fc.jsonValue(), (content) => {
        expect(typeof toolResultText(content)).toBe("string");
      }),
    );
  });
});
