import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { measureColumns, cutAt, isSimple, shorten } from "../../src/terminal/width.ts";
import { hasColours } from "../../src/terminal/style.ts";

describe("the width of text", () => {
  it("of simple characters is one column per code unit", () => {
    const simple = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter(isSimple);
    expect(simple.length).toBeGreaterThan(1000);
    for (const character of simple) {
      expect([character.codePointAt(0)?.toString(16), stringWidth(character)]).toEqual([
        character.codePointAt(0)?.toString(16),
        1,
      ]);
      expect(stringWidth(`a${character}${character}`)).toBe(3);
    }
  });

  it.each([
    ["plain", 5],
    ["日本語", 6],
    ["👩‍👩‍👧‍👦", 2],
    ["é", 1],
    ["│ ● ✓", 5],
  ])("of %s is %i", (text, columns) => {
    expect(measureColumns(text)).toBe(columns);
  });

  it("is respected when text is cut or shortened", () => {
    expect(cutAt("日本語", 3)).toEqual(["日", "本語"]);
    expect(shorten("日本語です", 7)).toBe("日本語…");
    expect(shorten("plain words", 7)).toBe("plain…");
    expect(shorten("fits", 4)).toBe("fits");
    expect(shorten("x".repeat(100_000), 3)).toBe("xx…");
  });
});

describe("colours", () => {
  it.each([
    [true, {}, false, true],
    [false, {}, false, false],
    [true, { NO_COLOR: "1" }, false, false],
    [true, { NO_COLOR: "" }, false, true],
    [false, { FORCE_COLOR: "1" }, false, true],
    [true, { FORCE_COLOR: "0" }, false, false],
    [false, { FORCE_COLOR: "3", NO_COLOR: "1" }, false, true],
    [true, { TERM: "dumb" }, false, false],
    [true, { FORCE_COLOR: "1" }, true, false],
  ])("terminal %s, environment %j, --no-color %s: coloured is %s", (isTTY, env, isRefused, isColoured) => {
    expect(hasColours({ isTTY }, env, isRefused)).toBe(isColoured);
  });
});
