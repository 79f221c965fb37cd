// Pieces of text are redacted as the whole is, wherever they were cut.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDeltaHold, type HeldLine } from "../../src/record/delta-hold.ts";
import { createPlainRedactor } from "../../src/record/redact-plain.ts";
import { createRedactor } from "../../src/record/redact.ts";
import { propertyRuns } from "./property-runs.ts";

const key = ["sk-", "ant-api03-AbCdEf0123456789abcdef"].join("");
const pem = (edge: string): string => ["-----", edge, " PRIV", "ATE KEY-----"].join("");
const words = fc.constantFrom(
  key,
  'password="',
  "password: ",
  "password=",
  "hunter2hunter2",
  "\\",
  '"',
  '\\"',
  "'",
  "token:",
  "API_KEY=",
  " ",
  "\n",
  "\t",
  ",",
  "://a:",
  "b@",
  "[redacted]",
  "Bearer ",
  "Authorization: ",
  "Basic ",
  pem("BEGIN"),
  pem("END"),
  "AbC123==",
  "word",
  "{",
  "}",
  ":",
  "secret",
  "=",
  "--token ",
  "\r\n",
  "é",
  "\u2028",
  "basic ",
  "AKIAIOSFODNN7EXAMPLE",
  "cookie: ",
);

interface Told {
  readonly deltas: readonly string[];
  readonly whole: string;
}

function tell(pieces: readonly string[], between: readonly object[] = []): Told {
  const lines: HeldLine[] = [];
  const hold = createDeltaHold(createPlainRedactor([]), createRedactor(), [], (line) => lines.push(line));
  const push = (message: object): void => {
    hold.push({ kind: "out", text: JSON.stringify(message), timeMs: 0, isCut: false, omittedBytes: 0 });
  };
  for (const text of pieces) {
    const event = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } };
    push({ type: "stream_event", event, parent_tool_use_id: null });
    between.forEach(push);
  }
  push({
    type: "assistant",
    message: { content: [{ type: "text", text: pieces.join("") }] },
    parent_tool_use_id: null,
  });
  const texts = lines.map(({ text }) => JSON.parse(text) as Line);
  expect(lines).toHaveLength(pieces.length * (1 + between.length) + 1);
  return {
    deltas: texts.flatMap(({ event }) => (event === undefined ? [] : [event.delta.text])),
    whole: texts.at(-1)?.message?.content[0]?.text ?? "",
  };
}

interface Line {
  readonly event?: { readonly delta: { readonly text: string } };
  readonly message?: { readonly content: readonly { readonly text: string }[] };
}

describe("text in pieces", () => {
  it("is redacted as the finished text is, wherever it was cut", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const text = parts.join("");
        const pieces: string[] = [];
        for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
        const { deltas, whole } = tell(pieces);
        expect(deltas.join("")).toBe(whole);
        expect(whole).not.toContain(key);
      }),
      propertyRuns(1000),
    );
  });

  it("keeps its place among other lines, which wait with it", () => {
    const { deltas } = tell(["a ", key.slice(0, 9), key.slice(9)], [{ type: "system", subtype: "status" }]);
    expect(deltas).toEqual(["a ", "[redacted]", ""]);
  });
});
