// Values that are too deep, too many or too long for the obvious code: shown in part, never a crash, and read once.
import type { Event, JsonObject } from "@unspool/protocol";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatJsonLine } from "../../src/output/json-line.ts";
import { formatTable } from "../../src/stats/report/table.ts";
import type { Row } from "../../src/stats/report/report.ts";
import { measureColumns, cutAt, splitGraphemes } from "../../src/terminal/width.ts";
import { createBlockSplitter, splitBlocks, type MarkdownBlock } from "../../src/markdown/block-splitter.ts";
import { createView } from "../../src/view/view.ts";
import { checkProperty, scaleSlowRuns } from "../../../../tools/testing/property.ts";

const place = { agent: null, line: 1, messageId: "m", block: 0 };

function shown(events: readonly object[]): string {
  const view = createView({ columns: 80, isLive: true });
  const lines = (events as readonly Event[]).flatMap((event) => view.push(event));
  return [...lines, ...view.renderLiveArea({ nowMs: 0, maxLines: 20 }), ...view.end()].join("\n");
}

function nested(depth: number): JsonObject {
  return JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) as JsonObject;
}

describe("an input nested too deeply for JSON.stringify", () => {
  const call = { ...place, toolUseId: "t", name: "Odd" };
  it("is shown by its beginning in the view", () => {
    const end = { type: "tool-call-end", ...call, input: nested(50_000) };
    expect(shown([{ type: "tool-call-start", ...call }, end])).toMatch(/Odd {2}(?:\{"a":)+\S*…/);
  });

  it("leaves the other fields of its event", () => {
    const line = formatJsonLine({ type: "tool-call-end", input: nested(50_000), toolUseId: "t" }, {});
    expect(JSON.parse(line)).toEqual({ type: "tool-call-end", input: "(nested too deeply to show)", toolUseId: "t" });
  });
});

describe("very large numbers", () => {
  it("of nested agents are shown side by side beyond a depth", () => {
    const events = Array.from({ length: 3000 }, (_, depth) => {
      const call = { ...place, agent: depth === 0 ? null : `t${depth - 1}`, toolUseId: `t${depth}`, name: "Task" };
      return [
        { type: "tool-call-start", ...call },
        { type: "tool-call-end", ...call, input: { description: `agent ${depth}` } },
      ];
    }).flat();
    const text = shown(events);
    expect(text).toContain("agent 0");
    expect(text).toContain("agent 2999");
  });

  it("of hunks in a patch are counted", () => {
    const call = { ...place, toolUseId: "t", name: "Edit" };
    const structuredPatch = Array.from({ length: 200_000 }, () => ({ oldStart: 1, newStart: 1, lines: ["+x"] }));
    const text = shown([
      { type: "tool-call-start", ...call },
      { type: "tool-call-end", ...call, input: {} },
      {
        type: "tool-result",
        agent: null,
        line: 2,
        toolUseId: "t",
        text: "ok",
        isError: false,
        structured: { structuredPatch },
      },
    ]);
    expect(text).toContain("+200k");
  });

  it("of table rows are laid out", () => {
    const tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const calls = { toolCalls: 0, toolFailures: 0, toolMs: 0, timedCalls: 0 };
    const total = {
      name: "total",
      costUsd: 0,
      ...tokens,
      ...calls,
      messages: 0,
      turns: 0,
      agents: 0,
      sessions: 0,
      models: [],
    } as Row;
    const rows = Array.from({ length: 200_000 }, (_, row) => ({ ...total, name: `session ${row}` }));
    expect(formatTable({ by: "session", rows, total }, 80)).toHaveLength(200_005);
  });
});

describe("a very long text", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const pieces = ["日本語", "👩‍👩‍👧‍👦", "🇩🇪", "🇩", "é", "e\u0301", "a", " ", "ก็", "क्षि", "각", "\r", "✍🏽", "x".repeat(100)];

  it("is split into the same graphemes, whatever the pieces", () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "grapheme" })), {
      maxLength: 150,
      size: "max",
    });
    checkProperty(
      "width: characters",
      fc.property(text, (parts) => {
        const joined = parts.join("");
        expect(splitGraphemes(joined)).toEqual(Array.from(segmenter.segment(joined), ({ segment }) => segment));
      }),
      scaleSlowRuns(60),
    );
  });

  it("is measured and cut in linear time", () => {
    const text = "日本語👩‍👩‍👧‍👦 ".repeat(20_000);
    expect(measureColumns(text)).toBe(9 * 20_000);
    expect(cutAt(text, 8)[0]).toBe("日本語👩‍👩‍👧‍👦");
    expect(measureColumns(`a${"\u0301".repeat(100_000)}`)).toBeLessThan(300);
  });

  it("is split into the same blocks, whatever the pieces", () => {
    const line = fc.constantFrom(
      "",
      "text",
      "- item",
      "  more",
      "```",
      "```ts",
      "~~~",
      "1. one",
      "   ",
      "a longer line of text",
      "# head",
    );
    const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join("\n"));
    checkProperty(
      "split: pieces",
      fc.property(text, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 }), (whole, sizes) => {
        const splitter = createBlockSplitter();
        const chunks: MarkdownBlock[] = [];
        for (let at = 0, turn = 0; at < whole.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(...splitter.push(whole.slice(at, at + size)));
          at += size;
          const rest = splitter.rest();
          expect(rest).toBe(whole.slice(splitter.finished, at));
          expect(splitter.tail(7)).toBe(rest.slice(-7));
        }
        expect([...chunks, ...splitter.end()]).toEqual(splitBlocks(whole));
      }),
      scaleSlowRuns(500),
    );
  });
});
