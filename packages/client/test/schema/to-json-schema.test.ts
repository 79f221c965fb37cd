import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as zm from "zod/mini";
import { toJsonSchema } from "../../src/schema/to-json-schema.ts";

const WANTED = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "number" } },
  required: ["name"],
};

/** A schema of a library version without a JSON Schema converter. */
function withoutOwnConverter<Schema extends { readonly "~standard": object }>(schema: Schema): Schema {
  const { jsonSchema: _, ...standard } = schema["~standard"] as { jsonSchema?: unknown };
  return new Proxy(schema, {
    get: (target, key) => (key === "~standard" ? standard : (Reflect.get(target, key) as unknown)),
  });
}

describe("the JSON Schema of a Standard Schema", () => {
  it.each([
    ["zod", z.object({ name: z.string(), age: z.number().optional() })],
    ["zod mini", zm.object({ name: zm.string(), age: zm.optional(zm.number()) })],
    [
      "zod 4.0, by a function of the library",
      withoutOwnConverter(z.object({ name: z.string(), age: z.number().optional() })),
    ],
    ["valibot", v.object({ name: v.string(), age: v.optional(v.number()) })],
    ["arktype", type({ name: "string", "age?": "number" })],
    ["arktype, by its own method", withoutOwnConverter(type({ name: "string", "age?": "number" }))],
  ] as const)("is made for %s, without a dialect", async (_name, schema) => {
    expect(await toJsonSchema(schema)).toEqual(WANTED);
  });

  it("describes the input of the schema, not its output", async () => {
    const schema = z.object({ tag: z.string().default("none"), size: z.string().transform(Number) });
    expect(await toJsonSchema(schema)).toEqual({
      type: "object",
      properties: { tag: { type: "string", default: "none" }, size: { type: "string" } },
      required: ["size"],
    });
  });

  it.each([
    ["zod", z.object({ when: z.date() })],
    ["valibot", v.object({ when: v.date() })],
  ])("is refused for a type that JSON cannot represent (%s)", async (vendor, schema) => {
    await expect(toJsonSchema(schema)).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringContaining(`The ${vendor} schema has no JSON Schema`) as string,
    });
  });

  it("is refused for a library without a converter, with advice", async () => {
    const standard = (vendor: string) => ({
      "~standard": { version: 1 as const, vendor, validate: (value: unknown) => ({ value }) },
    });
    await expect(toJsonSchema(standard("acme"))).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringMatching(/acme.*zod 4, valibot or arktype, or give a JSON Schema/) as string,
      details: { vendor: "acme" },
    });
    await expect(toJsonSchema(standard("zod"))).rejects.toThrow(/use zod 4 instead of zod 3/);
  });
});

describe("the JSON Schema of a shape", () => {
  it("requires every key that is not optional, with any library", async () => {
    const shape = {
      a: z.number(),
      b: v.optional(v.string()),
      c: type("boolean"),
      d: z.string().default("x"),
    };
    expect(await toJsonSchema(shape)).toEqual({
      type: "object",
      properties: {
        a: { type: "number" },
        b: { type: "string" },
        c: { type: "boolean" },
        d: { type: "string", default: "x" },
      },
      required: ["a", "c"],
    });
  });

  it("keeps references inside a member pointing into that member", async () => {
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
    });
    const { properties } = (await toJsonSchema({ "a/b": Tree, plain: z.string() })) as {
      readonly properties: Record<string, unknown>;
    };
    expect(JSON.stringify(properties["a/b"])).toContain('"$ref":"#/properties/a~1b"');
  });
});

it("returns a JSON Schema unchanged", async () => {
  const schema = { type: "object", properties: {}, $schema: "http://json-schema.org/draft-07/schema#" };
  expect(await toJsonSchema(schema)).toBe(schema);
});

it("refuses a value that is not a schema", async () => {
  await expect(toJsonSchema("string" as never)).rejects.toMatchObject({ code: "invalid-option" });
});

describe("a schema for the CLI's own validator", () => {
  const schema = z.object({
    pair: z.tuple([z.string(), z.number()]).meta({ id: "Pair", hint: "mine" }),
    rest: z.tuple([z.string()], z.number()),
    kind: z.enum(["prefixItems", "id"]).default("id"),
    prefixItems: z.string().optional(),
    at: z.iso.date().describe("The day").optional(),
    id: z.uuid().optional(),
  });

  it("has no keyword that would end 2.1.325 or be dropped by 2.1.74", async () => {
    const text = JSON.stringify(await toJsonSchema(schema));
    for (const word of ["$schema", '"id":"Pair"', "hint", '"prefixItems":[', '"format"'])
      expect(text).not.toContain(word);
  });

  it("has lists of any member for tuples, and keeps names and values that look like keywords", async () => {
    const { properties, required } = await toJsonSchema(schema);
    expect(properties).toMatchObject({
      rest: { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } },
      kind: { enum: ["prefixItems", "id"], default: "id" },
      prefixItems: { type: "string" },
      at: { type: "string", description: "The day (date)" },
      id: { type: "string", description: "Format: uuid" },
    });
    expect(required).toEqual(["pair", "rest"]);
  });

  it("is exact for a tool, which only the API reads", async () => {
    const { properties } = await toJsonSchema(schema, "api");
    expect(properties).toMatchObject({ rest: { prefixItems: [{ type: "string" }], items: { type: "number" } } });
  });
});
