// A tool's output that stands twice in a long line may be read once, if that changes nothing: what is read must be what
// JSON.parse makes of the whole line, to the last field, and whoever is not sure must say so.

import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRepeated } from "../../src/wire/repeated.ts";
import { eventsOf } from "./observe.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";
import { uuidOf } from "./stream-lines.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const LONG = 20_000;

/** A result as 2.1.325 writes it. */
function lineOf(output: string, second: unknown = output): string {
  return JSON.stringify({
    type: "user",
    message: {
      role: "user",
      content: [{ tool_use_id: "toolu_1", type: "tool_result", content: output, is_error: false }],
    },
    parent_tool_use_id: null,
    session_id: "s",
    uuid: uuidOf(1),
    timestamp: "2026-11-15T20:57:58.412Z",
    tool_use_result: { stdout: second, stderr: "", interrupted: false, isImage: false },
  });
}

/** Reads a line both ways; says whether the short way was sure. */
function isRead(line: Uint8Array): boolean {
  const found = parseRepeated(line);
  if (found === undefined) return false;
  const parsed: unknown = JSON.parse(decoder.decode(line));
  if (!isDeepStrictEqual(found, parsed)) expect(found).toEqual(parsed);
  return true;
}

const output = 'if (a === "b") return "\\\\";\n\t// — é😀\u0000'.repeat(LONG / 40);

describe("a line that repeats its output", () => {
  it("is read, and gives the events of the general way", () => {
    const line = lineOf(output);
    expect(isRead(encoder.encode(line))).toBe(true);
    // A mark in front is for the general way.
    expect(isRead(encoder.encode(`\ufeff${line}`))).toBe(false);
    expect(eventsOf([`${line}\n`])).toEqual(eventsOf([`\ufeff${line}\n`]));
  });

  it.each<[string, (line: string) => string]>([
    ["a CR at the end", (l) => `${l}\r`],
    ["a space in front", (l) => ` ${l}`],
    ["a field more", (l) => l.replace(/\}$/, ',"more":"\\n"}')],
    ["an image", (l) => l.replace('"isImage":false', '"isImage":true')],
  ])("is read with %s", (_, change) => {
    expect(isRead(encoder.encode(change(lineOf(output))))).toBe(true);
  });

  it.each<[string, (line: string) => string]>([
    ["another type", (l) => l.replace('"user"', '"assistant"')],
    ["a second type", (l) => l.replace(/\}$/, ',"type":"result"}')],
    ["a second message", (l) => l.replace(/\}$/, ',"message":{"content":"other"}}')],
    ["a second content", (l) => l.replace(',"is_error"', ',"content":"other","is_error"')],
    ["a second stdout", (l) => l.replace(',"stderr"', ',"stdout":"other","stderr"')],
    ["a second result", (l) => l.replace(/\}$/, ',"tool_use_result":{"stdout":"other"}}')],
    ["a key behind an escape", (l) => l.replace(',"stderr"', ',"\\u0073tdout":"other","stderr"')],
    ["the sign for it elsewhere", (l) => l.replace('"stderr":""', '"stderr":"OutputOfTool"')],
    ["the sign behind an escape", (l) => l.replace('"stderr":""', '"stdout":"\\u004futputOfTool"')],
    ["another field", (l) => l.replace('"stdout"', '"stdin"')],
    ["two objects", (l) => l + l],
    ["a brace too many", (l) => `${l}}`],
    ["a brace too few", (l) => l.slice(0, -1)],
    ["a second output that is longer", (l) => l.replace('","stderr"', 'x","stderr"')],
    ["a second output that is shorter", (l) => l.replace('\\u0000","stderr"', '","stderr"')],
    ["raw control characters", (l) => l.replaceAll("\\u0000", "\0")],
    ["raw quotes", (l) => l.replaceAll('\\"', '"')],
    ["unknown escapes", (l) => l.replaceAll("\\t", "\\x")],
  ])("is left to the general way with %s", (_, change) => {
    const line = change(lineOf(output));
    expect(line).not.toBe(lineOf(output));
    expect(isRead(encoder.encode(line))).toBe(false);
  });

  it.each<[string, string]>([
    ["no output", ""],
    ["a short one", "ok"],
    ["one of quotes", '"'.repeat(LONG)],
    ["one of backslashes", "\\".repeat(LONG)],
    ["one that looks like the line", lineOf("x").repeat(80)],
    ["one of the signs for it", "OutputOfTool".repeat(2000)],
  ])("means what it says with %s", (_, said) => {
    isRead(encoder.encode(lineOf(said)));
    isRead(encoder.encode(lineOf(said, `${said}.`)));
    expect(eventsOf([`${lineOf(said)}\n`])).toEqual(eventsOf([`\ufeff${lineOf(said)}\n`]));
  });
});

it("whatever the output is, and whichever byte of the line was changed", () => {
  const words = fc.constantFrom("a", "word ", '"', "\\", "\n", "\0", "é", "😀", '","', '":"', '"content":"', "\u2028");
  const damage = fc.option(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })));
  checkProperty(
    "repeated output",
    fc.property(fc.array(words, { minLength: 1, maxLength: 60 }), fc.integer(), damage, (parts, seed, changed) => {
      const times = 1 + (Math.abs(seed) % 300);
      const line = encoder.encode(lineOf(parts.join("").repeat(times)));
      if (changed !== null) line[Math.floor(changed[0] * (line.length - 1))] = changed[1];
      isRead(line);
    }),
    scaleRuns(1000),
  );
});
