import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@unspool/protocol";
import { tool, type ToolContext } from "../../../src/control/tools/tool.ts";
import type { ToolOutput } from "../../../src/control/tools/tool-result.ts";

const context: ToolContext = { signal: new AbortController().signal, toolUseId: undefined };

async function callTool(output: unknown) {
  return tool("made", {}, () => output as ToolOutput | Promise<ToolOutput>).call({}, context);
}

describe("the input of a handler", () => {
  it("has the types of the shape", async () => {
    const add = tool("add", { a: z.number(), b: z.number() }, ({ a, b }) => {
      expectTypeOf(a).toBeNumber();
      return a + b;
    });
    expect(await add.call({ a: 2, b: 3 }, context)).toEqual({ content: [{ type: "text", text: "5" }] });
  });

  it("has optional members where the schema allows them", () => {
    tool("greet", { name: v.string(), title: v.optional(v.string()), loud: type("boolean") }, (input) => {
      expectTypeOf(input).toEqualTypeOf<{
        readonly name: string;
        readonly loud: boolean;
        readonly title?: string | undefined;
      }>();
      return input.name;
    });
  });

  it("has the output type of a schema of zod, valibot or arktype", () => {
    tool("one", z.object({ n: z.number() }), (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>());
    tool("two", v.object({ n: v.number() }), (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>());
    tool("three", type({ n: "number" }), (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>());
  });

  it("is any object with a JSON Schema", async () => {
    const json = tool("json", { type: "object", properties: { n: { type: "number" } } }, (input) => {
      expectTypeOf(input).toEqualTypeOf<JsonObject>();
      return input["n"];
    });
    expect(await json.call({ n: 4 }, context)).toEqual({ content: [{ type: "text", text: "4" }] });
  });

  it.each([
    ["zod", tool("add", z.object({ a: z.number() }), ({ a }) => a)],
    ["valibot", tool("add", v.object({ a: v.number() }), ({ a }) => a)],
    ["arktype", tool("add", type({ a: "number" }), ({ a }) => a)],
    ["a shape", tool("add", { a: z.number() }, ({ a }) => a)],
  ])("is reported to the model if it is invalid (%s)", async (_name, add) => {
    expect(await add.call({ a: "two" }, context)).toEqual({
      content: [{ type: "text", text: expect.stringMatching(/^Invalid input for add: a\b/) as string }],
      isError: true,
    });
  });
});

describe("the result of a handler", () => {
  const pixel = Buffer.from("89504e47", "hex");
  const image = { type: "image", data: "iVBORw==", mimeType: "image/png" };
  const file = { type: "resource", resource: { uri: "file:///a.txt", text: "a", mimeType: "text/plain" } };
  const link = { type: "resource_link", uri: "file:///b.txt", name: "b", annotations: { priority: 1 } };

  it.each([
    ["a text", "words", [{ type: "text", text: "words" }]],
    ["a number", 1.5, [{ type: "text", text: "1.5" }]],
    ["a boolean", false, [{ type: "text", text: "false" }]],
    ["null", null, [{ type: "text", text: "null" }]],
    ["nothing", undefined, []],
    ["an empty text", "", []],
    ["data", { a: [1, { b: null }] }, [{ type: "text", text: '{"a":[1,{"b":null}]}' }]],
    ["a list", ["x", 1], [{ type: "text", text: '["x",1]' }]],
    ["data with a `content` property", { content: ["x"] }, [{ type: "text", text: '{"content":["x"]}' }]],
    ["data with a `type` property", { type: "user", id: 5 }, [{ type: "text", text: '{"type":"user","id":5}' }]],
    ["a block of text", { type: "text", text: "words" }, [{ type: "text", text: "words" }]],
    ["an image of bytes", { type: "image", data: new Uint8Array(pixel), mimeType: "image/png" }, [image]],
    ["an image of a Buffer", { type: "image", data: pixel, mimeType: "image/png" }, [image]],
    ["an image in base64", image, [image]],
    [
      "a sound",
      { ...image, type: "audio", mimeType: "audio/wav" },
      [{ ...image, type: "audio", mimeType: "audio/wav" }],
    ],
    ["a file", file, [file]],
    ["a link with further MCP fields", link, [link]],
    ["a list of blocks", [{ type: "text", text: "see" }, image, link], [{ type: "text", text: "see" }, image, link]],
    [
      "a result",
      {
        content: [
          { type: "text", text: "see" },
          { ...image, data: pixel },
        ],
      },
      [{ type: "text", text: "see" }, image],
    ],
    ["a result without blocks", { content: [] }, []],
    ["a text that was cut in the middle of a character", "half \ud83d", [{ type: "text", text: "half \ufffd" }]],
  ])("may be %s", async (_name, output, content) => {
    expect(await callTool(output)).toEqual({ content });
  });

  it("may be marked as an error", async () => {
    const output = { content: [{ type: "text", text: "no" }], isError: true };
    expect(await callTool(output)).toEqual(output);
  });

  it("may have structured content and metadata beside its blocks", async () => {
    const output = { content: [{ type: "text", text: "5" }], structuredContent: { sum: 5 }, _meta: { "x/y": 1 } };
    expect(await callTool(output)).toEqual(output);
  });

  it.each([
    [
      "an image without its type",
      { type: "image", data: "iVBORw==" },
      'part of a block of type image: return { type: "image", data, mimeType }',
    ],
    [
      "an image of the Messages API",
      { type: "image", source: { type: "base64", media_type: "image/png", data: "" } },
      "return { type",
    ],
    ["an image as an address", { ...image, data: "data:image/png;base64,iVBORw==" }, "with bytes or base64 as data"],
    [
      "an image in the form of another SDK",
      { image: pixel, mimeType: "image/png" },
      'a form that MCP does not have: return { type: "image", data',
    ],
    [
      "an image in the form of another SDK, in a result",
      { content: [{ image: "", mediaType: "image/png" }] },
      "a form that MCP does not have",
    ],
    ["bytes", pixel, 'bytes alone: return { type: "image", data, mimeType }'],
    [
      "a text block without its text",
      { type: "text", content: "x" },
      'part of a block of type text: return { type: "text", text }',
    ],
    [
      "a link without a name",
      { type: "resource_link", uri: "file:///a" },
      'return { type: "resource_link", uri, name }',
    ],
    [
      "a file without its uri",
      { type: "resource", resource: { text: "a" } },
      'return { type: "resource", resource: { uri, text } }',
    ],
    ["texts among blocks", ["see", image], "a text among blocks"],
    ["a block of an unknown type", [image, { type: "video" }], 'a block of type "video", which MCP does not have'],
    ["a result whose content is not a list", { content: "no", isError: true }, "whose `content` is not a list"],
    ["data without content", { structuredContent: { a: 1 } }, "whose `content` is not a list"],
    [
      "a result with invalid structured content",
      { content: [], structuredContent: 5 },
      "`structuredContent` that is not an object",
    ],
    [
      "a result whose isError is not a boolean",
      { content: [{ type: "text", text: "x" }], isError: "yes" },
      "`isError` that is not true or false",
    ],
  ])("is rejected with advice on what to return if it is %s", async (_name, output, words) => {
    const { content, isError } = await callTool(output);
    expect(isError).toBe(true);
    expect(content).toHaveLength(1);
    expect(content[0]?.["text"]).toContain(words);
    expect(content[0]?.["text"]).toMatch(/^The tool returned .{1,400}JSON\.stringify\.$/);
  });

  it("does not compile if it is nearly a block", () => {
    const bytes = new Uint8Array(pixel);
    tool("image", {}, () => ({ type: "image", data: bytes, mimeType: "image/png" }));
    tool("later", {}, async () => ({ type: "text", text: "x" }));
    tool("list", {}, () => [
      { type: "text", text: "x" },
      { type: "image", data: "", mimeType: "image/png" },
    ]);
    tool("result", {}, () => ({ content: [{ type: "text", text: "x" }], isError: true }));
    tool("data", {}, () => ({ type: "user", names: ["a"], content: [1] }));
    tool("nothing", {}, () => {});
    tool("either", { n: z.number() }, ({ n }) => (n === 1 ? "one" : { n }));
    // @ts-expect-error it has no mimeType
    tool("near", {}, () => ({ type: "image", data: bytes }));
    // @ts-expect-error it has no mimeType
    tool("near", {}, async () => ({ type: "image", data: bytes }));
    // @ts-expect-error the field for the bytes is `data`
    tool("near", {}, () => ({ image: bytes, mimeType: "image/png" }));
    // @ts-expect-error bytes need a mimeType
    tool("near", {}, () => bytes);
    // @ts-expect-error the second has no mimeType
    tool("near", {}, () => [
      { type: "text", text: "x" },
      { type: "image", data: "" },
    ]);
    // @ts-expect-error it has no text
    tool("near", {}, () => ({ content: [{ type: "text", value: "x" }] }));
  });

  it("may be a promise", async () => {
    expect(await callTool(Promise.resolve("later"))).toEqual({ content: [{ type: "text", text: "later" }] });
  });

  it("is an error with the message, and no stack, if the handler throws", async () => {
    const boom = tool("boom", {}, () => {
      throw new Error("kaput");
    });
    expect(await boom.call({}, context)).toEqual({ content: [{ type: "text", text: "kaput" }], isError: true });
  });

  it.each([[new TypeError("")], [new Error("\n")], ["just text"], [undefined], [Object.create(null)]])(
    "is an error with a text for any thrown value: %o",
    async (thrown: unknown) => {
      const { content, isError } = await callTool(Promise.resolve().then(() => Promise.reject(thrown as Error)));
      expect(isError).toBe(true);
      expect(content[0]?.["text"]).toMatch(/\w/);
    },
  );

  it.each([
    ["a bigint", { n: 1n }],
    ["a circular object", createCircularObject()],
    ["a function", () => 1],
  ])("is an error if JSON cannot represent it: %s", async (_name, output) => {
    expect(await callTool(output)).toMatchObject({ isError: true });
  });
});

describe("a tool", () => {
  it.each([[""], ["two words"], ["a".repeat(65)], ["ä"]])("cannot be named %j", (name) => {
    expect(() => tool(name, {}, () => "")).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });

  it("is rejected without a handler", () => {
    expect(() => tool("x", {}, undefined as never)).toThrow(/no handler/);
  });

  it("requires an object as input, even if a JSON Schema has no type", async () => {
    expect(await tool("x", {}, () => "").inputSchema()).toEqual({ type: "object" });
    await expect(tool("x", z.string(), () => "").inputSchema()).rejects.toThrow(/tool x must describe an object/);
  });

  it("is rejected with unknown details", () => {
    const make = (details: object) => () => tool("add", { a: z.number() }, ({ a }) => a, details);
    expect(make({ descripton: "Adds" })).toThrow(
      'There is no `descripton` in the option `details` (its value is "Adds"). Did you mean `description`?',
    );
    expect(make({ annotations: { readOnly: true } })).toThrow("Did you mean `readOnlyHint`");
    expect(make({ annotations: { readOnlyHint: true }, alwaysLoad: false })).not.toThrow();
  });

  it("is named in the error if its schema cannot be converted", async () => {
    await expect(tool("when", { at: z.date() }, () => "").inputSchema()).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringContaining("The tool when:") as string,
    });
  });
});

function createCircularObject(): object {
  const one: { self?: object } = {};
  one.self = one;
  return one;
}
