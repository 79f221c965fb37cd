import { expect, it } from "vitest";
import { parseObject } from "../../src/kit.ts";

it("parses an object, and returns undefined for anything else", () => {
  expect(parseObject('{"a":1}')).toEqual({ a: 1 });
  for (const text of ["", "null", "[]", "1", '"a"', "{", "undefined"]) expect(parseObject(text)).toBeUndefined();
});
