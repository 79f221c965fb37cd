// Structured answers of any type: a schema that is not an object is wrapped in one for the CLI, and its answer unwrapped.
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { type } from "arktype";
import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createClaude } from "../../src/claude.ts";
import { createAnswerFormat } from "../../src/schema/answer-schema.ts";

const VERSION = "2.1.325";

function answering(input: Record<string, unknown>) {
  const plays = scenario("answer").turn(say.tool("StructuredOutput", input as never), say.text("Done."));
  return createClaude({ spawn: spawnSimulated({ scenario: plays, version: VERSION }) });
}

describe("the schema of an answer", () => {
  it("is sent unchanged if its root is an object", async () => {
    const { jsonSchema } = await createAnswerFormat(z.object({ name: z.string() }));
    expect(jsonSchema).toMatchObject({ type: "object", properties: { name: { type: "string" } } });
  });

  it.each([
    ["an array of zod", z.array(z.string()), ["a", "b"]],
    ["a string of valibot", v.string(), "a"],
    ["a number of arktype", type("number"), 3],
    ["a union of objects", z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]), { b: 1 }],
    ["null", z.null(), null],
    ["a JSON Schema of an array", { type: "array", items: { type: "number" } }, [1, 2]],
  ] as const)("is wrapped in an object if it is %s", async (_name, schema, answer) => {
    const { jsonSchema } = await createAnswerFormat(schema);
    expect(jsonSchema).toMatchObject({ type: "object", required: ["value"], additionalProperties: false });
    const { data } = await answering({ value: answer }).ask("Go.", { schema });
    expect(data).toEqual(answer);
  });

  it("keeps its references when it is wrapped", async () => {
    interface Tree {
      readonly name: string;
      readonly children: readonly Tree[];
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(tree) }));
    const { jsonSchema } = await createAnswerFormat(z.array(tree));
    const references = JSON.stringify(jsonSchema).match(/"\$ref":"[^"]*"/g) ?? [];
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) expect(resolve(jsonSchema, reference.slice(8, -1))).toBeDefined();
    const leaf = { name: "leaf", children: [] };
    const { data } = await answering({ value: [leaf] }).ask("Go.", { schema: z.array(tree) });
    expect(data).toEqual([leaf]);
  });

  it("keeps the dialect of a JSON Schema at the root, and the references of one with an id", async () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const own = { $schema, $id: "urn:list", type: "array", items: { $ref: "#/$defs/a" }, $defs: { a: {} } };
    const { jsonSchema } = await createAnswerFormat(own);
    expect(jsonSchema).toMatchObject({ $schema, properties: { value: { items: { $ref: "#/$defs/a" } } } });
  });

  it("does not unwrap an object schema with a property of that name", async () => {
    const schema = z.object({ value: z.number() });
    expect((await answering({ value: 1 }).ask("Go.", { schema })).data).toEqual({ value: 1 });
  });

  it("unwraps every answer", async () => {
    const format = await createAnswerFormat({});
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(format.unwrap({ value })).toEqual(value);
      }),
    );
  });

  it("fails the turn if the answer does not match", async () => {
    const settled = await answering({ value: ["a"] }).ask("Go.", { schema: z.array(z.number()), reject: false });
    expect(settled.outcome).toBe("error");
  });
});

function resolve(root: unknown, reference: string): unknown {
  return decodeURIComponent(reference.slice(2))
    .split("/")
    .reduce((at, key) => (at as Record<string, unknown>)[key.replaceAll("~1", "/").replaceAll("~0", "~")], root);
}
