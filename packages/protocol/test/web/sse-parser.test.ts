import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSseParser, type SseMessage } from "../../src/web/sse-parser.ts";
import { checkProperty, scaleRuns } from "../../../../tools/testing/property.ts";

function parse(pieces: readonly string[], maxChars?: number): SseMessage[] {
  const messages: SseMessage[] = [];
  const parser = createSseParser((message) => messages.push(message), maxChars);
  for (const piece of pieces) parser.push(piece);
  return messages;
}

const message = (id: string | undefined, name: string, data: string): SseMessage => ({
  id,
  name,
  data,
  isTooLong: false,
});

describe("the parser of server-sent events", () => {
  it("reads id, name and data, and ignores comments and unknown fields", () => {
    expect(parse([": hello\nid: 1\nevent: text\nretry: 5\ndata: a:b\n\n:\n\n"])).toEqual([message("1", "text", "a:b")]);
  });

  it("joins several lines of data, with or without a space after the colon", () => {
    expect(parse(["data:a\ndata: b\ndata\ndata:  c\n\n"])).toEqual([message(undefined, "", "a\nb\n\n c")]);
  });

  it("ignores a message without data and an incomplete one", () => {
    expect(parse(["id: 1\nevent: text\n\n", "data: x\n"])).toEqual([]);
  });

  it("reports a message that is too long, and reads the next", () => {
    const pieces = ["event: a\ndata: ", "x".repeat(60), "x".repeat(60), "\n\nevent: b\ndata: 1\n\n"];
    expect(parse(pieces, 100)).toEqual([
      { ...message(undefined, "a", ""), isTooLong: true },
      message(undefined, "b", "1"),
    ]);
  });

  it("law: accepts LF, CR and CRLF, and any chunks", () => {
    const line = fc.constantFrom("data: a", "data:", "id: 7", "event: e", ": c", "", "", "nonsense", "data: b\u2028c");
    checkProperty(
      "server-sent messages",
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.array(fc.nat(200), { maxLength: 10 }),
        (lines, end, cuts) => {
          const text = lines.map((one) => one + end).join("");
          const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
          const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
          // A CR at the very end also ends a line.
          expect(parse(pieces)).toEqual(parse([lines.map((one) => `${one}\n`).join("")]));
        },
      ),
      scaleRuns(1000),
    );
  });

  it("law: does not throw for any text", () => {
    checkProperty(
      "server-sent garbage",
      fc.property(fc.array(fc.string({ unit: "binary" })), (pieces) => void parse(pieces)),
      scaleRuns(500),
    );
  });
});
