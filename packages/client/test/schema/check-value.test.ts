import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { checkValue, type CheckResult } from "../../src/schema/check-value.ts";

describe("a valid value", () => {
  it.each([
    ["zod", z.object({ n: z.number() })],
    ["valibot", v.object({ n: v.number() })],
    ["arktype", type({ n: "number" })],
  ])("is returned by %s", async (_name, schema) => {
    expect(await checkValue(schema, { n: 1 })).toEqual({ ok: true, value: { n: 1 } });
  });

  it("is returned as the output of the schema", async () => {
    const schema = z.object({ size: z.string().transform(Number), tag: z.string().default("none") });
    expect(await checkValue(schema, { size: "3", more: 1 })).toEqual({ ok: true, value: { size: 3, tag: "none" } });
  });

  it("is checked by an asynchronous schema", async () => {
    const schema = z.string().refine(async (text) => (await Promise.resolve(text)) === "yes");
    expect(await checkValue(schema, "yes")).toEqual({ ok: true, value: "yes" });
    expect((await checkValue(schema, "no")).ok).toBe(false);
  });

  it("of a shape has its own keys only, and not those left out", async () => {
    const shape = { a: z.number(), b: z.string().optional(), c: z.string().default("x") };
    expect(await checkValue(shape, { a: 1, other: true })).toEqual({ ok: true, value: { a: 1, c: "x" } });
  });
});

describe("an invalid value", () => {
  it.each([
    ["zod", z.object({ deep: z.object({ n: z.number() }) })],
    ["valibot", v.object({ deep: v.object({ n: v.number() }) })],
    ["arktype", type({ deep: { n: "number" } })],
  ])("is reported with its path, once (%s)", async (_name, schema) => {
    const checked = await checkValue(schema, { deep: { n: "one" } });
    expect(checked.ok ? "" : checked.issues).toMatch(/^deep\.n[: ](?!.*deep\.n)/);
  });

  it("of a shape reports every key that is wrong or missing", async () => {
    const checked = await checkValue({ a: z.number(), b: z.number() }, { a: "x" });
    expect(checked.ok ? "" : checked.issues).toMatch(/^a: .*; b \(missing\): /);
  });

  it.each([[null], [[1]], ["text"]])("of a shape is reported if it is not an object: %j", async (value) => {
    expect(await checkValue({ a: z.number() }, value)).toEqual({ ok: false, issues: "it must be an object" });
  });

  it("is reported if the library throws", async () => {
    const schema = z.string().transform(() => {
      throw new Error("too much");
    });
    expect(await checkValue(schema, "x")).toEqual({ ok: false, issues: "too much" });
  });
});

it("does not check a JSON Schema, which the CLI does", async () => {
  expect(await checkValue({ type: "number" }, "text")).toEqual({ ok: true, value: "text" });
});

it("returns the output type of the schema", async () => {
  const schema = z.object({ size: z.string().transform(Number) });
  expectTypeOf(await checkValue(schema, {})).toEqualTypeOf<CheckResult<{ size: number }>>();
  const shape = { a: z.number(), b: v.optional(v.string()), c: type("boolean") };
  expectTypeOf(await checkValue(shape, {})).toEqualTypeOf<
    CheckResult<{ readonly a: number; readonly c: boolean; readonly b?: string | undefined }>
  >();
});
