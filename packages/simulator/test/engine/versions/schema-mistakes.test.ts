import { expect, test } from "vitest";
import { findSchemaMistake } from "../../../src/engine/versions/output-schema.ts";

test.each([
  [
    { type: "nonsense" },
    "data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf",
  ],
  [
    { type: "object", required: "a", properties: { a: 5 } },
    "data/required must be array, data/properties/a must be object,boolean",
  ],
  [{ type: "object", properties: { a: { $ref: "#/$defs/none" } } }, "can't resolve reference #/$defs/none from id #"],
  [
    { type: "object", nonsense: 5, properties: { a: { type: "string", also: 1 } } },
    'strict mode: unknown keyword: "nonsense"',
  ],
  [
    { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" },
    'no schema with key or ref "https://json-schema.org/draft/2020-12/schema"',
  ],
])("refuses an invalid schema with the message of ajv: %j", (schema, words) => {
  expect(findSchemaMistake(schema)).toBe(words);
});

test.each([
  { $schema: "http://json-schema.org/draft-07/schema#", $id: "http://x/y", type: "object" },
  { properties: { a: true, b: false, c: { items: [{ type: "number" }], additionalItems: false } } },
  { type: "object", properties: { next: { $ref: "#" } }, $defs: { unused: { odd: 1 } } },
])("accepts a valid schema: %j", (schema) => {
  expect(findSchemaMistake(schema)).toBeUndefined();
});
