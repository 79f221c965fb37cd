// A value that JSON cannot represent is rejected in any position.
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { encode } from "../../src/encode/encode.ts";
import { getRejection } from "./refusal.ts";

const answering = (value: unknown) => encode.answer("r", { value });
const refuses = (value: unknown) => getRejection(() => answering(value));
const nested = (depth: number) => {
  let value: unknown = 0;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { inner: value };
  return value;
};

class Point {
  readonly x = 1;
}

describe("a value is rejected", () => {
  test.for([
    ["undefined in an array", [undefined], "value[0]"],
    ["a hole in an array", Array(1), "value[0]"],
    ["NaN", Number.NaN, "value"],
    ["Infinity", { far: -Infinity }, "value.far"],
    ["a bigint", 1n, "value"],
    ["a symbol", Symbol("s"), "value"],
    ["a function", { run() {} }, "value.run"],
    ["a Date", new Date(0), "value"],
    ["a Map", new Map(), "value"],
    ["a Set", new Set(), "value"],
    ["bytes", new Uint8Array(1), "value"],
    ["an Error", new Error("x"), "value"],
    ["a RegExp", /x/, "value"],
    ["a boxed string", Object("x"), "value"],
    ["a promise", Promise.resolve(), "value"],
    ["a URL", new URL("https://example.org"), "value"],
    ["an instance of a class", new Point(), "value"],
  ] as const)("when it is %s", ([, value, path]) => {
    expect(refuses(value)).toEqual(["not-json", path]);
  });

  test("when it has a toJSON method, which is never called", () => {
    let isCalled = false;
    const toJSON = () => {
      isCalled = true;
      return "surprise";
    };
    expect(refuses({ toJSON })).toEqual(["not-json", "value"]);
    expect(refuses(Object.assign([1], { toJSON }))).toEqual(["not-json", "value"]);
    expect(refuses(Object.create({ toJSON }))).toEqual(["not-json", "value"]);
    expect(isCalled).toBe(false);
  });

  test("when it contains itself", () => {
    const loop: Record<string, unknown> = { list: [] };
    loop["list"] = [{ back: loop }];
    expect(refuses(loop)).toEqual(["cyclic", "value.list[0].back"]);
  });

  test("when a user message contains itself", () => {
    const block = { type: "tool_result" as const, tool_use_id: "t", content: [] as object[] };
    block.content.push(block);
    const content = [block] as unknown as Parameters<typeof encode.user>[0];
    expect(getRejection(() => encode.user(content))).toEqual(["cyclic", "content[0].content[0]"]);
  });

  test("when it is nested so deeply that a parser might fail", () => {
    expect(refuses(nested(100_000))[0]).toBe("too-deep");
    expect(refuses(nested(501))[0]).toBe("too-deep");
    expect(answering(nested(490))).toHaveLength(answering(0).length + 245 * 2 + 245 * 10);
  });

  test("when a key contains a lone surrogate", () => {
    expect(refuses({ "\ud800": 1 })[0]).toBe("lone-surrogate");
  });
});

describe("a value is written", () => {
  test("at each position where it is referenced", () => {
    const shared = { a: 1 };
    expect(answering([shared, shared])).toContain('[{"a":1},{"a":1}]');
  });

  test("without its undefined fields and symbol keys", () => {
    expect(answering({ a: undefined, [Symbol("meta")]: 1, b: 2 })).toContain('"value":{"b":2}');
  });

  test("with __proto__ and constructor as ordinary keys", () => {
    const json = '{"__proto__":{"a":1},"constructor":2,"toJSON":"text"}';
    const value = JSON.parse(json) as object;
    expect(answering(value)).toContain(`"value":${json}`);
    expect(encode.allow("r", value)).toContain(`"updatedInput":${json}`);
  });

  test("when it comes from another realm or has no prototype", () => {
    expect(answering(runInNewContext("({ a: [1] })"))).toContain('{"a":[1]}');
    expect(answering(Object.assign(Object.create(null), { a: 1 }))).toContain('{"a":1}');
  });
});
