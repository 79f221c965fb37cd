// Compares the errors of structured output with those that real CLIs sent to the model.
import { describe, expect, it, test } from "vitest";
import { findOutputErrors, toUsableSchema } from "../../../src/engine/versions/output-schema.ts";
import type { Json } from "../../../src/json.ts";
import { play } from "../play.ts";

const newest = (schema: unknown, value: Json): string => findOutputErrors(schema, value, "2.1.325").join(", ");

const references = {
  type: "object",
  properties: { a: { $ref: "#/$defs/n" }, b: { $ref: "#/definitions/m" } },
  $defs: { n: { type: "number" } },
  definitions: { m: { type: "string", minLength: 2 } },
  required: ["a"],
};
const choices = {
  type: "object",
  properties: {
    a: { anyOf: [{ type: "number" }, { type: "string", pattern: "^x" }] },
    b: { oneOf: [{ type: "number", minimum: 3 }, { type: "integer" }] },
    c: { allOf: [{ type: "number" }, { minimum: 5 }, { maximum: 2 }] },
    d: { not: { type: "null" } },
    e: { const: 7 },
    f: { enum: ["p", "q"] },
  },
};
const limits = {
  type: "object",
  minProperties: 2,
  properties: {
    s: { type: "string", minLength: 3, maxLength: 4, pattern: "^a" },
    n: { type: "number", exclusiveMinimum: 3, multipleOf: 2 },
    l: { type: "array", items: { type: "number" }, minItems: 2, uniqueItems: true },
    t: { type: ["string", "null"] },
    i: { type: "integer" },
  },
  required: ["s", "n"],
};
const conditions = JSON.parse(
  `{"type":"object","properties":{"k":{"type":"string"}},
    "if":{"properties":{"k":{"const":"a"}}},"then":{"required":["x"]},"else":{"required":["y"]},
    "additionalProperties":{"type":"number"},"patternProperties":{"^z":{"type":"boolean"}}}`,
) as unknown;
const nested = {
  type: "object",
  properties: {
    o: {
      type: "object",
      properties: {
        p: {
          type: "array",
          items: {
            type: "object",
            required: ["q"],
            additionalProperties: false,
            properties: { q: { type: "boolean" } },
          },
        },
      },
      required: ["p"],
    },
  },
  required: ["o"],
};

test.each<readonly [unknown, Json, string]>([
  [references, { a: "x", b: "y" }, "/a: must be number, /b: must NOT have fewer than 2 characters (got 1)"],
  [references, { b: 4 }, "root: must have required property 'a', /b: must be string"],
  [references, { a: 1, b: "yy" }, ""],
  [choices, { a: true }, "/a: must be number, /a: must be string, /a: must match a schema in anyOf"],
  [choices, { a: "y" }, '/a: must be number, /a: must match pattern "^x", /a: must match a schema in anyOf'],
  [choices, { b: 4 }, "/b: must match exactly one schema in oneOf"],
  [choices, { b: "z" }, "/b: must be number, /b: must be integer, /b: must match exactly one schema in oneOf"],
  [choices, { c: "x" }, "/c: must be number"],
  [choices, { c: 3 }, "/c: must be >= 5, /c: must be <= 2"],
  [choices, { d: null }, "/d: must NOT be valid"],
  [
    choices,
    { e: 8, f: "r" },
    '/e: must be equal to constant: 7, /f: must be equal to one of the allowed values: ["p","q"]',
  ],
  [
    limits,
    {},
    "root: must NOT have fewer than 2 properties (got 0), root: must have required property 's', root: must have required property 'n'",
  ],
  [
    limits,
    { s: "b", n: 3, l: [1] },
    '/s: must NOT have fewer than 3 characters (got 1), /s: must match pattern "^a", /n: must be > 3, /n: must be multiple of 2, /l: must NOT have fewer than 2 items (got 1)',
  ],
  [
    limits,
    { s: "abcde", n: 5, l: ["x", 1, 1], t: 4 },
    "/s: must NOT have more than 4 characters (got 5), /n: must be multiple of 2, /l/0: must be number, /l: must NOT have duplicate items (items ## 2 and 1 are identical), /t: must be string,null",
  ],
  [
    limits,
    { s: "abc", n: 4, l: [1, 1], i: 1.5 },
    "/l: must NOT have duplicate items (items ## 1 and 0 are identical), /i: must be integer",
  ],
  [conditions, { k: "a" }, "root: must have required property 'x', root: must match \"then\" schema"],
  [conditions, { k: "b" }, "root: must have required property 'y', root: must match \"else\" schema"],
  [conditions, { k: "a", x: "s", z1: 4 }, "/x: must be number, /z1: must be boolean"],
  [conditions, { k: "b", y: 1 }, ""],
  [nested, { o: {} }, "/o: must have required property 'p'"],
  [
    nested,
    { o: { p: [{ q: true }, { q: 1, "a/b": 2 }] } },
    "/o/p/1: must NOT have additional properties ('a/b' is not allowed), /o/p/1/q: must be boolean",
  ],
  [{ type: "array", items: { type: "number" } }, { a: 1 }, "root: must be array"],
])("the newest version reports the measured errors: %j %j", (schema, value, errors) => {
  expect(newest(schema, value)).toBe(errors);
});

test.each([
  ["2.1.74", "/s: must NOT have more than 4 characters, /l/0: must be number"],
  ["2.0.76", ".s: should NOT be longer than 4 characters, .l[0]: should be number"],
])("%s reports the errors in shorter texts", (version, errors) => {
  expect(findOutputErrors(limits, { s: "abcde", n: 4, l: ["x", 1] }, version).join(", ")).toBe(errors);
});

describe("schemas", () => {
  it("a schema can refer to itself, even in a cycle", () => {
    const tree = { type: "object", properties: { next: { $ref: "#" }, size: { type: "number" } } };
    expect(newest(tree, { next: { next: { size: "big" } } })).toBe("/next/next/size: must be number");
    expect(newest({ $ref: "#" }, 1)).toBe("");
  });

  it("ignores a schema whose pattern is not a regular expression", () => {
    expect(newest({ pattern: "^a+$" }, "b")).toBe('root: must match pattern "^a+$"');
    expect(newest({ pattern: "(" }, "b")).toBe("");
  });

  it.each([
    ["2.1.325", true],
    ["2.1.200", false],
  ])("%s can use a schema with a format: %s", (version, isOne) => {
    const schema = { type: "object", properties: { mail: { type: "string", format: "email" } } };
    expect(toUsableSchema(schema, version) === schema).toBe(isOne);
  });

  it.each([
    ["2.1.20", false],
    ["2.0.76", true],
  ])("%s can use a schema with an unknown keyword: %s", (version, isOne) => {
    const schema = { type: "object", nonsense: 5 };
    expect(toUsableSchema(schema, version) === schema).toBe(isOne);
  });
});

it("treats a control request named like an Object method as unknown", async () => {
  const playing = play([]);
  playing.control("toString");
  await playing.finish();
  expect(playing.outline()).toEqual(["answer error"]);
  expect(playing.complaints).toBe("");
});
