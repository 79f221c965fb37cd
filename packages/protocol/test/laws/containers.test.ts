// Law: a JSON array, JSON over several lines and UTF-16 give the same events as one message per line, however the input is
// split into chunks.

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineNormalizer } from "../../src/framing/line-normalizer.ts";
import { loadRuns } from "../../../../fixtures/load.ts";
import { decodeEvents } from "./observe.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";

const recordings = loadRuns("recordings")
  .filter((_, index) => index % 9 === 0)
  .map(({ id, lines }) => ({ file: id, messages: messagesIn(lines) }));

/** An array can contain only valid JSON. */
function messagesIn(lines: readonly string[]): readonly unknown[] {
  return lines.flatMap((line): unknown[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

type Encoding = "utf-8" | "utf-8 with a mark" | "utf-16le" | "utf-16be";

function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf-8") return Buffer.from(text);
  if (encoding === "utf-8 with a mark") return Buffer.from(`\uFEFF${text}`);
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

const CONTAINERS: Readonly<Record<string, (messages: readonly unknown[]) => string>> = {
  "an array": (messages) => JSON.stringify(messages),
  "an array with a line end": (messages) => `${JSON.stringify(messages)}\n`,
  "an array over several lines": (messages) => `${JSON.stringify(messages, undefined, 2)}\n`,
  "an array with CR LF and tabs": (messages) => JSON.stringify(messages, undefined, "\t").replaceAll("\n", "\r\n"),
  "objects over several lines": (messages) =>
    messages.map((message) => `${JSON.stringify(message, undefined, 2)}\n`).join(""),
  lines: (messages) => messages.map((message) => `${JSON.stringify(message)}\n`).join(""),
};

const linesOf = CONTAINERS["lines"] as (messages: readonly unknown[]) => string;

const sizes = fc.array(fc.oneof(fc.constantFrom(0, 1, 2, 3), fc.nat(50), fc.nat(5000)), {
  minLength: 1,
  maxLength: 12,
});

describe("messages in a container", () => {
  it("give the events of the same messages as lines, in every encoding and with any chunks", () => {
    checkProperty(
      "containers",
      fc.property(
        fc.constantFrom(...recordings),
        fc.constantFrom(...Object.keys(CONTAINERS)),
        fc.constantFrom<Encoding>("utf-8", "utf-8 with a mark", "utf-16le", "utf-16be"),
        sizes,
        ({ messages }, name, encoding, lengths) => {
          const bytes = encode(CONTAINERS[name]?.(messages) ?? "", encoding);
          expect(decodeEvents(cut(bytes, lengths))).toEqual(decodeEvents([linesOf(messages)]));
        },
      ),
      scaleRuns(40),
    );
  });

  it("are split into one line per value for any JSON", () => {
    checkProperty(
      "containers of any JSON",
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        sizes,
        fc.constantFrom(0, 1, "\t"),
        (values, lengths, indent) => {
          const text = JSON.stringify(values, undefined, indent);
          expect(normalized(cut(Buffer.from(text), lengths))).toBe(linesOf(values));
        },
      ),
      scaleRuns(100),
    );
  });

  it("give their complete messages when they are cut off, and report the rest as truncated", () => {
    const { messages } = recordings[0] ?? { messages: [] };
    const text = JSON.stringify(messages);
    const events = decodeEvents([text.slice(0, -20)]);
    expect(events.filter(({ type }) => type === "malformed")).toMatchObject([{ reason: "truncated" }]);
  });
});

describe("lines that start like a container", () => {
  it.each([
    "[info] started\n{}\n",
    "[]x\n",
    "[ 1, 2 ]\n",
    "{\n{}\n",
    "{ \n\n\n[",
    "[",
    "{",
    `[${" ".repeat(80)}{}]\n`,
    "\n\n  {}\n",
    "\uFEFF\n",
    "",
  ])("pass unchanged: %j", (text) => {
    for (const size of [1, 2, 1000]) {
      const lines = normalized(cut(Buffer.from(text), [size]));
      expect(lines).toBe(text === "[]x\n" ? "x\n" : text);
    }
  });

  it.each([
    ['[{"a":"b\n{"c":1}\n{"d":2}\n', '{"a":"b\n{"c":1}\n{"d":2}\n'],
    ['[{\n{"c":1}\n{"d":2}\n', '{\n{"c":1}\n{"d":2}\n'],
    ['[\n{"c":1}\n{"d":2}\n]\n', '{"c":1}\n{"d":2}\n]\n'],
    ['[{}}{"c":1}\n', '{}\n}{"c":1}\n'],
    ['[{"c":1},]\n[{"d":[2, {}]}]{"e":3}\n{"f":4}', '{"c":1}\n{"d":[2,{}]}\n{"e":3}\n{"f":4}'],
  ])("do not swallow the lines after them: %j", (text, expected) => {
    for (const size of [1, 3, 1000]) expect(normalized(cut(Buffer.from(text), [size]))).toBe(expected);
  });

  it("lose no character except spaces and the array's own punctuation", () => {
    const piece = fc.constantFrom("[", "]", "{", "}", '"', "\\", ",", ":", " ", "\n", "a", "é", "\uFEFF");
    checkProperty(
      "normalizer, garbage",
      fc.property(fc.array(piece, { maxLength: 30 }), sizes, (pieces, lengths) => {
        const bytes = Buffer.from(pieces.join(""));
        const out = normalized(cut(bytes, lengths));
        expect(out).toBe(normalized([bytes]));
        expect(out.replaceAll(/[[\],\s]/g, "")).toBe(pieces.join("").replaceAll(/[[\],\s]/g, ""));
      }),
    );
  });
});

function normalized(chunks: Iterable<Uint8Array>): string {
  const out: Uint8Array[] = [];
  const normalizer = createLineNormalizer((bytes) => out.push(Uint8Array.from(bytes)));
  for (const chunk of chunks) normalizer.push(chunk);
  normalizer.end();
  return Buffer.concat(out).toString("utf8");
}

function* cut(whole: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  const isStuck = lengths.every((length) => length === 0);
  for (let start = 0, turn = 0; start < whole.length; turn += 1) {
    const end = isStuck ? whole.length : start + (lengths[turn % lengths.length] ?? 1);
    yield Uint8Array.from(whole.subarray(start, end));
    start = end;
  }
}
