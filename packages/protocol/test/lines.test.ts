import { array, assert, constantFrom, nat, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineReader, readLines, splitLines } from "../src/lines.ts";

const encoder = new TextEncoder();

describe("splitLines", () => {
  it("ends a line at LF only", () => {
    expect(textsOf(["a\r\nb\u2028c\u0000\n\nd"])).toEqual(["a\r", "b\u2028c\u0000", "", "d"]);
  });

  it("yields nothing for an empty input, and no empty line after a last LF", () => {
    expect(textsOf([])).toEqual([]);
    expect(textsOf([""])).toEqual([]);
    expect(textsOf(["a\n"])).toEqual(["a"]);
  });

  it("marks a last line that lacks its LF", () => {
    expect([...splitLines(["a\nb"])].map(({ hasEnd }) => hasEnd)).toEqual([true, false]);
  });

  it("keeps a byte-order mark", () => {
    expect(textsOf(["\uFEFFa\n"])).toEqual(["\uFEFFa"]);
  });

  it("keeps the first bytes of a line over the cap and counts the others", () => {
    const lines = [...splitLines(["abcdef\nab\nab", "cd", "\nabcd"], { maxLineBytes: 3 })].map(
      ({ text, omittedBytes }) => [text, omittedBytes],
    );
    expect(lines).toEqual([
      ["abc", 3],
      ["ab", 0],
      ["abc", 1],
      ["abc", 1],
    ]);
  });

  it("keeps every line, without bytes, at a cap of 0", () => {
    const lines = [...splitLines(["a", "b\n\nc"], { maxLineBytes: 0 })];
    expect(lines.map(({ text, omittedBytes, hasEnd }) => [text, omittedBytes, hasEnd])).toEqual([
      ["", 2, true],
      ["", 0, true],
      ["", 1, false],
    ]);
  });

  it("yields the lines of the whole text for any chunks", () => {
    const text = array(constantFrom("\n", "a", "é", "😀", "\r", "long enough ".repeat(600)), { maxLength: 40 });
    assert(
      property(text, array(nat()), (parts, cuts) => {
        const whole = parts.join("");
        const expected = whole.split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(textsOf(cut(encoder.encode(whole), cuts))).toEqual(expected);
        expect(textsOf(cut(whole, cuts))).toEqual(expected);
      }),
    );
  });
});

describe("createLineReader", () => {
  it("delivers each line before push returns, and the rest at the end", () => {
    const lines: string[] = [];
    const reader = createLineReader(({ text }) => lines.push(text));
    reader.push("a\nb");
    expect(lines).toEqual(["a"]);
    reader.push("c\nd");
    expect(lines).toEqual(["a", "bc"]);
    reader.end();
    expect(lines).toEqual(["a", "bc", "d"]);
  });

  it("does not depend on a chunk after push has returned", () => {
    const lines: string[] = [];
    const reader = createLineReader(({ text }) => lines.push(text));
    const chunk = encoder.encode("abc");
    reader.push(chunk);
    chunk.fill(0);
    reader.push("\n");
    expect(lines).toEqual(["abc"]);
  });
});

describe("readLines", () => {
  it("yields lines as they arrive", async () => {
    const read: string[] = [];
    async function* chunks(): AsyncGenerator<string> {
      yield "a\nb";
      expect(read).toEqual(["a"]);
      await Promise.resolve();
      yield "c\n";
      expect(read).toEqual(["a", "bc"]);
    }
    for await (const { text } of readLines(chunks())) read.push(text);
    expect(read).toEqual(["a", "bc"]);
  });
});

function textsOf(chunks: Iterable<Uint8Array | string>): string[] {
  return [...splitLines(chunks)].map(({ text }) => text);
}

function cut(input: Uint8Array | string, cuts: readonly number[]): (Uint8Array | string)[] {
  const ends = [...cuts.map((at) => at % (input.length + 1)), input.length].sort((a, b) => a - b);
  return ends.map((end, index) => input.slice(ends[index - 1] ?? 0, end));
}
