// Markdown as lines of the screen, in colours and at any width.
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { createPainter } from "../../src/terminal/style.ts";
import { renderMarkdown } from "../../src/markdown/markdown-lines.ts";
import { createBlockSplitter, splitBlocks, type MarkdownBlock } from "../../src/markdown/block-splitter.ts";
import { createTextSections } from "../../src/view/sections/text-section.ts";

const paint = createPainter(true);

function show(source: string, width: number): string {
  const lines = createTextSections(source, true).flatMap((section, place) => [
    ...(place > 0 ? [[]] : []),
    ...section.lines(width + 2),
  ]);
  return lines.map((line) => stripVTControlCharacters(paint(line)).replace(/^ {2}/, "")).join("\n");
}

describe("Markdown", () => {
  it("renders headings, lists, quotes, code, emphasis, and links as text", () => {
    const source = `# Title

A *word*, a **strong** one, \`code\`, ~~gone~~, [a link](https://x.example/a), <https://y.example>.

- one
- two
  1. inner
  2. and a longer one that has to go on in the next line
- [x] done

> quoted
> words

---

\`\`\`ts
const x = 1; // stays as it is, and is not moved
\`\`\``;
    expect(show(source, 40)).toMatchInlineSnapshot(`
      "Title

      A word, a strong one, code, gone, a link
      (https://x.example/a),
      https://y.example.

      • one
      • two
        1. inner
        2. and a longer one that has to go on
           in the next line
      • ☑ done

      │ quoted
      │ words

      ────────────────────────────────────────

        const x = 1; // stays as it is, and is
         not moved"
    `);
  });

  it("renders tables in columns, wraps long cells, and lists the cells if columns do not fit", () => {
    const table =
      "| name | n | what |\n|---|--:|---|\n| 日本 | 1 | short |\n| b | 22 | a cell with so many words that it is broken |";
    expect(show(table, 40)).toMatchInlineSnapshot(`
      "name   n  what
      ────  ──  ──────────────────────────────
      日本   1  short
      b     22  a cell with so many words that
                it is broken"
    `);
    expect(show(table, 18)).toMatchInlineSnapshot(`
      "name   n  what
      ────  ──  ──────────
      日本   1  short
      b     22  a cell
              with so
              many words
              that it is
              broken"
    `);
  });

  it("leaves text without Markdown unchanged", () => {
    expect(show("a_b_c 2 * 3 * 4 and 1 < 2 && 3 > 2", 60)).toBe("a_b_c 2 * 3 * 4 and 1 < 2 && 3 > 2");
  });

  it.each([
    ["nested quotes", "> ".repeat(5000)],
    ["nested lists", Array.from({ length: 300 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n")],
    ["brackets", "[".repeat(9000)],
    ["emphasis", "**_".repeat(3000)],
    ["a very long line", "*a* ".repeat(20_000)],
  ])("survives %s", (_what, source) => {
    expect(renderMarkdown(source, 40).length).toBeGreaterThan(0);
  });

  it("removes control characters from numbered entities", () => {
    const [line = []] = renderMarkdown("a &#27;[31m &amp; &#x1b;", 60);
    expect(line.map(({ text }) => text).join("")).toBe("a  & ");
  });
});

describe("the blocks of a streaming text", () => {
  const grow = (text: string): { readonly chunks: readonly MarkdownBlock[]; readonly rest: string } => {
    const splitter = createBlockSplitter();
    return { chunks: splitter.push(text), rest: splitter.rest() };
  };

  it("are complete after a blank line and the beginning of another block", () => {
    expect(grow("One.\n")).toEqual({ chunks: [], rest: "One.\n" });
    expect(grow("One.\n\n").chunks).toEqual([]);
    expect(grow("One.\n\nTwo is here now")).toEqual({ chunks: [{ source: "One." }], rest: "Two is here now" });
  });

  it("keep lists and indented text together", () => {
    expect(grow("- a\n\n- b\n\n  c\n\nText that ends it").chunks).toEqual([{ source: "- a\n\n- b\n\n  c" }]);
  });

  it("keep the content of fences together", () => {
    const { chunks, rest } = grow("Look:\n```js\na\n\nb\n```\nafter that");
    expect(chunks).toEqual([{ source: "Look:" }, { source: "```js\na\n\nb\n```", code: ["a", "", "b"] }]);
    expect(rest).toBe("after that");
    expect(splitBlocks("~~~~\n```\n~~~~")).toEqual([{ source: "~~~~\n```\n~~~~", code: ["```"] }]);
    expect(splitBlocks("```\nnever closed")).toEqual([{ source: "```\nnever closed", code: ["never closed"] }]);
  });
});
