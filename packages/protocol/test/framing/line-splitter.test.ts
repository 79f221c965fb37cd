// Splits bytes into lines: only LF ends a line, and nothing is lost for any chunks. The last property compares with a naive
// model that has the whole input at once.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSplitter } from "../../src/framing/line-splitter.ts";
import { checkProperty } from "../../../../tools/testing/property.ts";

/** A line, or the size of one that was skipped. */
type Found = string | number;

function split(chunks: Iterable<Uint8Array | string>, maxLineBytes?: number): Found[] {
  const found: Found[] = [];
  const splitter = createLineSplitter(sinkInto(found), maxLineBytes);
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return found;
}

function sinkInto(found: Found[]): Parameters<typeof createLineSplitter>[0] {
  return {
    onRegion(region) {
      expect(region.at(-1)).toBe(10);
      found.push(...decoder.decode(region).slice(0, -1).split("\n"));
    },
    onLongLine: () => false,
    onOversize: (bytes) => found.push(bytes),
  };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);
const oneByOne = (bytes: Uint8Array): Uint8Array[] => Array.from(bytes, (byte) => Uint8Array.of(byte));

describe("the end of a line", () => {
  it("is LF only: CR, NUL, U+0085, U+2028 and U+2029 are text", () => {
    expect(split(["a\rb\0c\u0085d\u2028e\u2029f\vg\fh\nsecond\n"])).toEqual([
      "a\rb\0c\u0085d\u2028e\u2029f\vg\fh",
      "second",
    ]);
  });

  it("leaves a CR before the LF in the line", () => {
    expect(split(["a\r\n\r\n\r\r\n"])).toEqual(["a\r", "\r", "\r\r"]);
  });

  it("may follow another, which gives an empty line", () => {
    expect(split(["\n\na\n\n"])).toEqual(["", "", "a", ""]);
  });

  it("does not affect a byte-order mark, which stays in the line", () => {
    expect(split([Uint8Array.of(0xef, 0xbb, 0xbf, 97, 10, 0xef, 0xbb, 0xbf, 98, 10)])).toEqual(["\ufeffa", "\ufeffb"]);
  });
});

describe("the last line", () => {
  it("without LF is delivered at the end of the input", () => {
    expect(split(["a\nb"])).toEqual(["a", "b"]);
  });

  it("with LF leaves nothing for the end of the input", () => {
    expect(split(["a\n"])).toEqual(["a"]);
  });

  it("without LF is not delivered before the end of the input", () => {
    const found: Found[] = [];
    const splitter = createLineSplitter(sinkInto(found));
    splitter.push("a\nb");
    expect(found).toEqual(["a"]);
    splitter.end();
    expect(found).toEqual(["a", "b"]);
  });

  it("cut inside a UTF-8 sequence keeps its text and ends in U+FFFD", () => {
    expect(split([Uint8Array.of(97, 0xe2, 0x82)])).toEqual(["a\ufffd"]);
  });

  it("does not exist in an empty input", () => {
    expect(split([])).toEqual([]);
    expect(split(["", new Uint8Array(0)])).toEqual([]);
  });
});

describe("chunks", () => {
  it("that are empty change nothing", () => {
    expect(split(["", "a", "", new Uint8Array(0), "b\n", "", "c"])).toEqual(["ab", "c"]);
  });

  it("of one byte give the same lines", () => {
    const text = "é€😀\n\u2028x\r\n漢字 without end";
    expect(split(oneByOne(bytesOf(text)))).toEqual(["é€😀", "\u2028x\r", "漢字 without end"]);
  });

  it("may end inside any UTF-8 sequence", () => {
    const text = "aéb€c😀d\nе€😀\n";
    const bytes = bytesOf(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(split([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(["aéb€c😀d", "е€😀"]);
    }
  });

  it("of text may end inside a surrogate pair", () => {
    const text = "a😀b😀\n😀";
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(split([text.slice(0, cut), "", text.slice(cut)])).toEqual(["a😀b😀", "😀"]);
    }
  });

  it("that are empty may come between the halves of a surrogate pair, as text or as bytes", () => {
    expect(split(["\ud83d", "", "\ude00\n"])).toEqual(["😀"]);
    expect(split(["\ud83d", new Uint8Array(0), "\ude00\n"])).toEqual(["😀"]);
  });

  it("with a lone surrogate give U+FFFD", () => {
    expect(split(["a\ud83d", "b\n"])).toEqual(["a\ufffdb"]);
    expect(split(["a\ud83d", "\n"])).toEqual(["a\ufffd"]);
    expect(split(["a\ude00b\n"])).toEqual(["a\ufffdb"]);
    expect(split(["a\ud83d", "\ud83d", "\ude00\n"])).toEqual(["a\ufffd😀"]);
    expect(split(["a\ud83d"])).toEqual(["a\ufffd"]);
    expect(split(["a\ud83d", bytesOf("b\n")])).toEqual(["a\ufffdb"]);
  });

  it("may be text and bytes in turn, also within one line", () => {
    expect(split(["a", bytesOf("é"), "😀", bytesOf("\nb"), "c\nd", bytesOf("e")])).toEqual(["aé😀", "bc", "de"]);
  });

  it("may be overwritten by their owner as soon as push returns", () => {
    const found: Found[] = [];
    const splitter = createLineSplitter(sinkInto(found));
    const shared = new Uint8Array(4);
    for (const text of ["abcd", "ef\ng", "hijk", "l\nmn"]) {
      shared.set(bytesOf(text));
      splitter.push(shared);
      shared.fill(0x21);
    }
    splitter.end();
    expect(found).toEqual(["abcdef", "ghijkl", "mn"]);
  });

  it("that are views into a larger buffer are read within their bounds", () => {
    const large = Buffer.from("xxa\nbyy");
    expect(split([large.subarray(2, 5)])).toEqual(["a", "b"]);
  });

  it("are counted in bytes, text as UTF-8", () => {
    const splitter = createLineSplitter(sinkInto([]));
    splitter.push("é\n");
    splitter.push(Uint8Array.of(10, 97));
    splitter.push("😀");
    expect(splitter.bytes).toBe(9);
  });
});

describe("bytes that are not UTF-8", () => {
  it.each<[string, number[], string]>([
    ["a byte that can start nothing", [97, 0xff, 98], "a\ufffdb"],
    ["a continuation alone", [97, 0x80, 98], "a\ufffdb"],
    ["an overlong slash", [0xc0, 0xaf], "\ufffd\ufffd"],
    ["an encoded surrogate", [0xed, 0xa0, 0x80], "\ufffd\ufffd\ufffd"],
    ["a sequence cut off by the LF", [97, 0xf0, 0x9f, 0x98], "a\ufffd"],
    ["a code point past the last", [0xf4, 0x90, 0x80, 0x80], "\ufffd\ufffd\ufffd\ufffd"],
  ])("become U+FFFD and do not affect the next line: %s", (_, bytes, text) => {
    const input = Uint8Array.from([...bytes, 10, 0xc3, 0xa9, 10]);
    expect(split([input])).toEqual([text, "é"]);
    expect(split(oneByOne(input))).toEqual([text, "é"]);
  });
});

describe("a line over the cap", () => {
  const cut = (text: string, size: number): string[] => text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];

  it.each([1, 2, 3, 7, 100])("is skipped at one byte over the cap and read at the cap, in chunks of %i", (size) => {
    expect(split(cut("123456789\n1234567890\n12345678901\nnext\n", size), 10)).toEqual([
      "123456789",
      "1234567890",
      11,
      "next",
    ]);
  });

  it.each([1, 3, 1000])(
    "is reported once with its size, and does not affect the next line, in chunks of %i",
    (size) => {
      const text = `before\n${"x".repeat(5000)}\nafter\n`;
      expect(split(cut(text, size), 64)).toEqual(["before", 5000, "after"]);
    },
  );

  it("may be followed by another", () => {
    expect(split(cut(`${"a".repeat(20)}\n${"b".repeat(30)}\n\n${"c".repeat(40)}\nd\n`, 7), 10)).toEqual([
      20,
      30,
      "",
      40,
      "d",
    ]);
  });

  it("may be the last one, without LF", () => {
    expect(split(["ok\n", "x".repeat(11)], 10)).toEqual(["ok", 11]);
    expect(split(["ok\n", "x".repeat(10)], 10)).toEqual(["ok", "x".repeat(10)]);
    expect(split(["ok\n", ...cut("x".repeat(500), 9)], 10)).toEqual(["ok", 500]);
  });

  it("is measured in bytes, not in characters", () => {
    expect(split(["€€€\n€€€€\n😀😀\n"], 9)).toEqual(["€€€", 12, "😀😀"]);
    expect(split(cut("€€€\n€€€€\n😀😀\n", 1), 9)).toEqual(["€€€", 12, "😀😀"]);
  });

  it("can be anywhere in one large chunk", () => {
    const lines = ["a".repeat(11), "b", "c".repeat(10), "d".repeat(12), "e"];
    expect(split([`${lines.join("\n")}\n`], 10)).toEqual([11, "b", "c".repeat(10), 12, "e"]);
  });

  it("can be a line of two bytes with a cap of one", () => {
    expect(split(["\na\nbb\nc"], 1)).toEqual(["", "a", 2, "c"]);
  });

  it("does not affect an incomplete line after it", () => {
    const found: Found[] = [];
    const splitter = createLineSplitter(sinkInto(found), 4);
    for (const chunk of ["12345", "678", "9\nab", "cd", "\nabcd", "e", "\n", "z"]) splitter.push(chunk);
    splitter.end();
    expect(found).toEqual([9, "abcd", 5, "z"]);
  });
});

describe("any chunks give the lines of the whole input", () => {
  const piece = fc.oneof(
    fc
      .constantFrom("\n", "\r\n", "\n\n", "\u2028", "\u0085", "\0", "\ufeff", "é", "€", "😀", "x".repeat(300))
      .map(bytesOf),
    fc.string({ maxLength: 8 }).map(bytesOf),
    fc.uint8Array({ maxLength: 6 }),
    fc.constantFrom(0x80, 0xc3, 0xe2, 0xf0, 0xff, 10).map((byte) => Uint8Array.of(byte)),
  );
  const cuts = fc.array(fc.nat(400), { maxLength: 30 });
  const cap = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(1000));

  it("for any bytes, valid UTF-8 or not, and any cap", () => {
    checkProperty(
      "framing, bytes",
      fc.property(fc.array(piece, { maxLength: 25 }), cuts, cap, (pieces, places, maxLineBytes) => {
        const whole = Uint8Array.from(pieces.flatMap((bytes) => [...bytes]));
        const expected = expectedLines(whole, maxLineBytes);
        expect(split(cutAt(whole, places), maxLineBytes)).toEqual(expected);
        expect(split(oneByOne(whole), maxLineBytes)).toEqual(expected);
        expect(split([whole], maxLineBytes)).toEqual(expected);
      }),
    );
  });

  it("for any text, surrogates of every kind included", () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: "binary", maxLength: 6 }), fc.constantFrom("\n", "😀", "\ud83d", "\ude00", "\r\n")),
      { maxLength: 20 },
    );
    checkProperty(
      "framing, text",
      fc.property(text, cuts, cap, (pieces, places, maxLineBytes) => {
        const whole = pieces.join("");
        const expected = expectedLines(bytesOf(whole), maxLineBytes);
        expect(split(cutAt(whole, places), maxLineBytes)).toEqual(expected);
        expect(split(whole.split(""), maxLineBytes)).toEqual(expected);
      }),
    );
  });

  it("for text and bytes in turn", () => {
    const part = fc.record({
      text: fc.oneof(fc.string({ unit: "grapheme", maxLength: 6 }), fc.constantFrom("\n", "a\nb", "😀\n")),
      isBytes: fc.boolean(),
      places: fc.array(fc.nat(20), { maxLength: 4 }),
    });
    checkProperty(
      "framing, mixed",
      fc.property(fc.array(part, { maxLength: 12 }), cap, (parts, maxLineBytes) => {
        const chunks = parts.flatMap(({ text, isBytes, places }) => cutAt(isBytes ? bytesOf(text) : text, places));
        const whole = parts.map((each) => each.text).join("");
        expect(split(chunks, maxLineBytes)).toEqual(expectedLines(bytesOf(whole), maxLineBytes));
      }),
    );
  });
});

function cutAt<Whole extends Uint8Array | string>(whole: Whole, places: readonly number[]): Whole[] {
  const ends = [...places.map((place) => place % (whole.length + 1)), whole.length].sort((a, b) => a - b);
  return ends.map((end, i) => whole.slice(ends[i - 1] ?? 0, end) as Whole);
}

/** A container (UTF-16, a JSON array, JSON over several lines) is converted to lines first, so only chunks vary. */
function expectedLines(whole: Uint8Array, maxLineBytes: number): Found[] {
  return beginsLikeContainer(whole) ? split([whole], maxLineBytes) : naiveLines(whole, maxLineBytes);
}

function beginsLikeContainer(whole: Uint8Array): boolean {
  const text = Buffer.from(whole).toString("latin1");
  return /^(?:\xff\xfe|\xfe\xff|[ \t\r\n\xef\xbb\xbf]*(?:\[[ \t\r\n]*[{\]]|\{[ \t\r]*\n[ \t\r\n]*"))/.test(text);
}

/** The naive model: given the whole input, a line is the text between LFs. */
function naiveLines(whole: Uint8Array, maxLineBytes: number): Found[] {
  const lines: number[][] = [[]];
  for (const byte of whole) {
    if (byte === 10) lines.push([]);
    else lines.at(-1)?.push(byte);
  }
  if (lines.at(-1)?.length === 0) lines.pop();
  return lines.map((line) => (line.length > maxLineBytes ? line.length : decoder.decode(Uint8Array.from(line))));
}
