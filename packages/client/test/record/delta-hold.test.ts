// Deltas are redacted like the whole text, wherever it is split.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDeltaHold, type HeldLine } from "../../src/record/delta-hold.ts";
import { createPlainRedactor, createRedactor } from "@unspool/protocol/redact";
import { getSeed, scaleSlowRuns } from "../../../../tools/testing/property.ts";

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
  "login me ",
  "password ",
  "ENV ",
  "set -x ",
  "API_KEY ",
  "curl ",
  " -u me:",
  '"auth" : "',
  "bWU6aHVudGVyMg==",
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
  hold.flush();
  const texts = lines.map(({ text }) => JSON.parse(text) as Line);
  expect(lines).toHaveLength(pieces.length * (1 + between.length) + 1);
  return {
    deltas: texts.flatMap(({ event }) => (event === undefined ? [] : [event.delta.text])),
    whole: texts.at(-1)?.message?.content[0]?.text ?? "",
  };
}

const event = (fields: object, agent: string | null = null): object => ({
  type: "stream_event",
  event: fields,
  parent_tool_use_id: agent,
});
const start = (index: number, text = ""): object =>
  event({ type: "content_block_start", index, content_block: { type: "text", text } });
const piece = (index: number, text: string): object =>
  event({ type: "content_block_delta", index, delta: { type: "text_delta", text } });
const stop = (index: number): object => event({ type: "content_block_stop", index });
const block = (text: string): object => ({
  type: "assistant",
  message: { id: "m", content: [{ type: "text", text }] },
  parent_tool_use_id: null,
});
const ended = event({ type: "message_stop" });

/** Returns what is written for these lines. */
function written(messages: readonly object[], values: readonly string[] = []): string[] {
  const lines: string[] = [];
  const redact = createRedactor({ values });
  const hold = createDeltaHold(createPlainRedactor(values), redact, values, (line) => lines.push(line.text));
  for (const message of messages) {
    hold.push({ kind: "out", text: JSON.stringify(message), timeMs: 0, isCut: false, omittedBytes: 0 });
  }
  hold.flush();
  expect(lines).toHaveLength(messages.length);
  return lines;
}

/** All texts of the lines, as a reader joins them. */
function joinTexts(lines: readonly string[], name: string): string {
  return [...lines.join("\n").matchAll(new RegExp(`"${name}":"((?:[^"\\\\]|\\\\.)*)"`, "g"))]
    .map(([, text = ""]) => JSON.parse(`"${text}"`) as string)
    .join("");
}

interface Line {
  readonly event?: { readonly delta: { readonly text: string } };
  readonly message?: { readonly content: readonly { readonly text: string }[] };
}

describe("text in deltas", () => {
  it("is redacted like the whole text, wherever it is split", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const text = parts.join("");
        const pieces: string[] = [];
        for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
        const { deltas, whole } = tell(pieces);
        expect(deltas.join("")).toBe(whole);
        expect(whole).not.toContain(key);
      }),
      { numRuns: scaleSlowRuns(1000), seed: getSeed() },
    );
  });

  it.each([
    "machine h login me password hunter2hunter2",
    "machine h\n  login me\n  password hunter2hunter2\n",
    "Use ENV SECRET_KEY hunter2hunter2 here",
    "set -x API_KEY hunter2hunter2",
    "curl \\\n  -u me:hunter2hunter2 \\\n  https://h",
  ])("is redacted by the text before it in its block: %j", (text) => {
    const { deltas, whole } = tell(text.split(/(?=\s)/));
    expect(deltas.join("")).toBe(whole);
    expect(whole).not.toContain("hunter2hunter2");
  });

  it.each([
    { x: "y", name: "password", value: "hunter2" },
    { args: ["--password", "hunter2"] },
    { content: "machine h\n  login me\n  password hunter2\n" },
  ])("is redacted as the whole input of a tool is: %j", (input) => {
    const pieces = JSON.stringify(input, undefined, 1).split(/(?=\s)/);
    const deltas = pieces.map((partial) =>
      event({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: partial } }),
    );
    const lines = written([...deltas, stop(1), ended]);
    expect(joinTexts(lines, "partial_json")).toBe(createRedactor()(pieces.join("")));
    expect(lines.join("")).not.toContain("hunter2");
  });

  it("keeps its position among other lines, which are held with it", () => {
    const { deltas } = tell(["a ", key.slice(0, 9), key.slice(9)], [{ type: "system", subtype: "status" }]);
    expect(deltas).toEqual(["a ", "[redacted]", ""]);
  });

  it("is redacted from the line that opens its block", () => {
    const lines = written([start(0, `a ${key.slice(0, 9)}`), piece(0, key.slice(9)), piece(0, " b"), stop(0), ended]);
    expect(joinTexts(lines, "text")).toBe("a [redacted] b");
  });

  it.each([2, 9, 14, 20, key.length - 3])("is redacted across blocks if split after %d characters", (cut) => {
    const [one, two] = [`a ${key.slice(0, cut)}`, `${key.slice(cut)} b`];
    for (const values of [[], [key]]) {
      const parts = written([start(0), piece(0, one), stop(0), start(1), piece(1, two), stop(1), ended], values);
      expect(joinTexts(parts, "text")).toBe("a [redacted] b");
      const real = [start(0), piece(0, one), block(one), stop(0), start(1), piece(1, two), block(two), stop(1), ended];
      const twice = joinTexts(written(real, values), "text");
      expect(twice).not.toContain(key.slice(0, cut));
      expect(twice).not.toContain(key.slice(cut));
      expect(joinTexts(written([block(one), block(two), ended], values), "text")).toBe("a [redacted] b");
    }
  });

  it("keeps a secret in its own block if it is whole there", () => {
    const lines = written([start(0), piece(0, "a"), stop(0), start(1), piece(1, ` ${key}`), stop(1), ended]);
    expect(lines.map((line) => joinTexts([line], "text"))).toEqual(["", "a", "", "", " [redacted]", "", ""]);
  });

  it("is redacted around a long line of another agent", () => {
    const long = event(
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x ".repeat(600_000) } },
      "toolu_1",
    );
    const lines = written([piece(0, key.slice(0, 9)), long, piece(0, key.slice(9)), ended]);
    expect(lines.join("")).not.toContain(key.slice(9));
    expect(lines[1]).toBe(JSON.stringify(long));
  });

  it("is held no longer than until its message ends or a tool call follows", () => {
    const given: string[] = [];
    const hold = createDeltaHold(createPlainRedactor([]), createRedactor(), [], (line) => given.push(line.text));
    const push = (message: object): void =>
      hold.push({ kind: "out", text: JSON.stringify(message), timeMs: 0, isCut: false, omittedBytes: 0 });
    push(block("word"));
    push({ type: "assistant", message: { content: [{ type: "tool_use", id: "t", name: "Bash", input: {} }] } });
    expect(given).toHaveLength(2);
    push(block("word"));
    push({ type: "result", result: "word" });
    expect(given).toHaveLength(4);
  });
});
