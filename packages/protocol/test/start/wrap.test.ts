// Words that come in pieces, set in lines.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../laws/runs.ts";
import { load } from "./scripts.ts";

const { createWrap, flow } = await load("wrap");
const { columnsOf, shorten } = await load("columns");

function wrapped(pieces: readonly string[], width: number): string {
  const wrap = createWrap(() => width);
  return [...pieces.flatMap((piece) => wrap.push(piece)), ...wrap.end()].join("");
}

describe("columns", () => {
  it.each([
    ["plain", 5],
    ["日本", 4],
    ["👩‍👩‍👧‍👦", 2],
    ["🇩🇪", 2],
    ["e\u0301", 1],
    ["│ ●", 3],
    ["✓", 1],
    ["❤️", 2],
    ["ｆｕｌｌ", 8],
  ])("%s takes %i", (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it("shortens by columns, not by characters", () => {
    expect(shorten("日本語です", 6)).toBe("日本…");
    expect(shorten("short", 5)).toBe("short");
    expect(shorten("a long line", 7)).toBe("a long…");
    expect(shorten("x".repeat(1_000_000), 4)).toBe("xxx…");
  });
});

describe("wrapping", () => {
  it("breaks at words, also when they come in pieces", () => {
    expect(wrapped(["one tw", "o three", " four"], 9)).toBe("one two\nthree\nfour");
  });

  it("cuts a word that is longer than a line", () => {
    expect(wrapped(["a abcdefghij b"], 4)).toBe("a\nabcd\nefgh\nij b");
  });

  it("breaks Chinese and Japanese between characters", () => {
    expect(wrapped(["日本語です ok"], 6)).toBe("日本語\nです\nok");
  });

  it("keeps line ends and indentation, but no blank lines at the edges and never two", () => {
    expect(wrapped(["\n\n  if (x) {\n    y();\n  }\n\n\n\nend\n\n"], 40)).toBe("  if (x) {\n    y();\n  }\n\nend");
  });

  it("breaks a list between its items, and an item only if it must", () => {
    expect(flow(["done", "$0.18", "16.2 s"], 14)).toEqual(["done · $0.18", "16.2 s"]);
    expect(flow(["done", "session 7e2d2632-0c0b"], 16)).toEqual(["done", "session", "7e2d2632-0c0b"]);
  });

  it("loses no word and keeps to the width, for any text and any cut", () => {
    const words = fc.array(fc.constantFrom("a", "word", "日本", "👩‍👧", " ", "  ", "\n", "longer-than-any-line"), {
      maxLength: 30,
    });
    check(
      "wrap: all words within the width",
      fc.property(words, fc.integer({ min: 2, max: 30 }), (pieces, width) => {
        const text = wrapped(pieces, width);
        expect(text.replaceAll(/\s/g, "")).toBe(pieces.join("").replaceAll(/\s/g, ""));
        for (const line of text.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
