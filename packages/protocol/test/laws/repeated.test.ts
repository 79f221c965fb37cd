// A long line may contain a tool's output twice; the fast path parses it once. The result must equal JSON.parse of the
// whole line in every field, and the fast path must decline any line it is not sure of.

import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRepeated } from "../../src/wire/repeated.ts";
import { decodeEvents } from "./observe.ts";
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

/** Parses a line on both paths and returns whether the fast path accepted it. */
function isRead(line: Uint8Array): boolean {
  const found = parseRepeated(line);
  if (found === undefined) return false;
  const parsed: unknown = JSON.parse(decoder.decode(line));
  if (!isDeepStrictEqual(found, parsed)) expect(found).toEqual(parsed);
  return true;
}

const output = 'if (a === "b") return "\\\\";\n\t// — é😀\u0000'.repeat(LONG / 40);

describe("the fast path for a line that repeats its output", () => {
  it("gives the events of the general path", () => {
    const line = lineOf(output);
    expect(isRead(encoder.encode(line))).toBe(true);
    // A byte-order mark in front forces the general path.
    expect(isRead(encoder.encode(`\ufeff${line}`))).toBe(false);
    expect(decodeEvents([`${line}\n`])).toEqual(decodeEvents([`\ufeff${line}\n`]));
  });

  it.each<[string, (line: string) => string]>([
    ["a CR at the end", (l) => `${l}\r`],
    ["a space in front", (l) => ` ${l}`],
    ["an additional field", (l) => l.replace(/\}$/, ',"more":"\\n"}')],
    ["an image", (l) => l.replace('"isImage":false', '"isImage":true')],
  ])("accepts a line with %s", (_, change) => {
    expect(isRead(encoder.encode(change(lineOf(output))))).toBe(true);
  });

  it.each<[string, (line: string) => string]>([
    ["another type", (l) => l.replace('"user"', '"assistant"')],
    ["a second type", (l) => l.replace(/\}$/, ',"type":"result"}')],
    ["a second message", (l) => l.replace(/\}$/, ',"message":{"content":"other"}}')],
    ["a second content", (l) => l.replace(',"is_error"', ',"content":"other","is_error"')],
    ["a second stdout", (l) => l.replace(',"stderr"', ',"stdout":"other","stderr"')],
    ["a second result", (l) => l.replace(/\}$/, ',"tool_use_result":{"stdout":"other"}}')],
    ["an escaped key", (l) => l.replace(',"stderr"', ',"\\u0073tdout":"other","stderr"')],
    ["the output's placeholder in another field", (l) => l.replace('"stderr":""', '"stderr":"OutputOfTool"')],
    ["the escaped placeholder", (l) => l.replace('"stderr":""', '"stdout":"\\u004futputOfTool"')],
    ["another field", (l) => l.replace('"stdout"', '"stdin"')],
    ["two objects", (l) => l + l],
    ["a brace too many", (l) => `${l}}`],
    ["a brace too few", (l) => l.slice(0, -1)],
    ["a second output that is longer", (l) => l.replace('","stderr"', 'x","stderr"')],
    ["a second output that is shorter", (l) => l.replace('\\u0000","stderr"', '","stderr"')],
    ["raw control characters", (l) => l.replaceAll("\\u0000", "\0")],
    ["raw quotes", (l) => l.replaceAll('\\"', '"')],
    ["unknown escapes", (l) => l.replaceAll("\\t", "\\x")],
  ])("declines a line with %s", (_, change) => {
    const line = change(lineOf(output));
    expect(line).not.toBe(lineOf(output));
    expect(isRead(encoder.encode(line))).toBe(false);
  });

  it.each<[string, string]>([
    ["no output", ""],
    ["a short output", "ok"],
    ["an output of quotes", '"'.repeat(LONG)],
    ["an output of backslashes", "\\".repeat(LONG)],
    ["an output that looks like the line", lineOf("x").repeat(80)],
    ["an output of placeholders", "OutputOfTool".repeat(2000)],
  ])("reads the right value from a line with %s", (_, said) => {
    isRead(encoder.encode(lineOf(said)));
    isRead(encoder.encode(lineOf(said, `${said}.`)));
    expect(decodeEvents([`${lineOf(said)}\n`])).toEqual(decodeEvents([`\ufeff${lineOf(said)}\n`]));
  });
});

it("agrees with JSON.parse for any output and any changed byte", () => {
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
