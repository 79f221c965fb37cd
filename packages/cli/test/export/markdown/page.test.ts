import * as fc from "fast-check";
import { Lexer, type Token, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import {
  createCodeSpan,
  createFence,
  createHeading,
  createTable,
  toMarkdown,
} from "../../../src/export/markdown/markdown.ts";
import { renderHtmlPage } from "../../../src/export/html/page.ts";
import { renderMarkdownPage } from "../../../src/export/markdown/page.ts";
import { renderMarkdown } from "../../../src/export/markdown/prose.ts";
import { ALL_HOSTILE, HOSTILE, HOSTILE_MARKDOWN } from "../hostile.ts";
import { answers, calls, ends, init, pageFrom, prompt, recording, says } from "../session-lines.ts";

const runs = Math.min(1000, Math.max(300, Math.floor(Number(process.env["UNSPOOL_RUNS"] ?? 0) / 10)));
const piece = fc.oneof(
  fc.constantFrom(...HOSTILE, ...HOSTILE_MARKDOWN),
  fc.constantFrom(
    "`",
    "```",
    "````",
    "~~~",
    "\n",
    "\n\n",
    "    ",
    "<",
    "<b>",
    "- ",
    "1. ",
    "> ",
    "|",
    "#",
    "*",
    "![",
    "[",
    "](",
    ")",
    "a",
  ),
  fc.string({ maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

describe("code in Markdown", () => {
  it("cannot be closed by its content", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("`", "```", "~~~", "\n", "a", " ", "<b>", "> "), { maxLength: 20 }),
        (pieces) => {
          const content = pieces.join("");
          const tokens = new Lexer().lex(`${createFence(content).source}\n\nafter`);
          expect(tokens.filter(({ type }) => type !== "space").map(({ type }) => type)).toEqual(["code", "paragraph"]);
          expect((tokens[0] as Tokens.Code).text).toBe(content.replace(/\n$/, ""));
        },
      ),
      { numRuns: runs, seed: 1_636_233_486 },
    );
  });

  it("in a line is one span for any content", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("`", "``", "a", " ", "<b>", "*", "\n"), { minLength: 1, maxLength: 12 }),
        (pieces) => {
          const content = pieces.join("").replaceAll(/\s+/g, " ").trim();
          fc.pre(content !== "");
          const [paragraph] = new Lexer().lex(`x ${createCodeSpan(content).source} y`) as Token[] as [Tokens.Paragraph];
          expect(paragraph.tokens.map(({ type }) => type)).toEqual(["text", "codespan", "text"]);
          expect((paragraph.tokens[1] as Tokens.Codespan).text).toBe(content);
        },
      ),
      { numRuns: runs, seed: 1_636_233_486 },
    );
  });
});

describe("text in Markdown", () => {
  it("becomes no HTML, no images and no script links", () => {
    fc.assert(
      fc.property(text, (content) => {
        const words = toMarkdown`${content}`;
        const parts = [
          createHeading(1, words),
          createTable(
            [
              [
                toMarkdown`
a
                `,
              ],
              [words],
            ],
            ["none"],
          ),
          renderMarkdown(content),
        ];
        expect(harmful(parts.map(({ source }) => source).join("\n\n"))).toEqual([]);
      }),
      { numRuns: runs, seed: 1_636_233_486 },
    );
  });

  it("keeps its Markdown, with headings below ours", () => {
    expect(renderMarkdown("# Title\n\nA **b** `<i>` [c](https://example.com)\n\n```html\n<b>\n```").source).toBe(
      "### Title\n\nA **b** `<i>` [c](<https://example.com/>)\n\n```html\n<b>\n```",
    );
  });

  it("gets its open fence closed", () => {
    expect(renderMarkdown("```js\nx").source).toBe("```js\nx\n```");
  });
});

describe("a page in Markdown", () => {
  it("shows a real session", async () => {
    const page = [...renderMarkdownPage(await pageFrom(recording(), { maxText: 4000 }))].join("");
    await expect(page).toMatchFileSnapshot("fix-the-test.md.txt");
  });

  it("has hunk headers for patch, and none if the position of an edit is unknown", async () => {
    const patch = { oldStart: 7, oldLines: 3, newStart: 7, newLines: 4, lines: [" a", "-b", "+c", "+d", " e"] };
    const answer = JSON.parse(answers("t", "done")) as Readonly<Record<string, unknown>>;
    const edit = { file_path: "/work/a.ts", old_string: "b", new_string: "c\nd" };
    const placed = `${JSON.stringify({ ...answer, tool_use_result: { structuredPatch: [patch] } })}\n`;
    const textOf = async (...lines: readonly string[]): Promise<string> =>
      [...renderMarkdownPage(await pageFrom([init(), prompt("Go"), ...lines].join("")))].join("");
    const told = await textOf(says([calls("t", "Edit", edit)]), placed);
    expect(told).toContain("▸ **Edit** · `a.ts` · +2 −1");
    expect(told).toContain("@@ -7,3 +7,4 @@\n a\n-b");
    expect(await textOf(says([calls("t", "Edit", edit)]))).toContain("@@ … @@\n-b\n+c\n+d");
    const written = await textOf(says([calls("t", "Write", { file_path: "/work/n.ts", content: "x\ny\n" })]));
    expect(written).toContain("@@ -0,0 +1,2 @@\n+x\n+y");
  });

  it("lists the short fields of an input by name", async () => {
    const page = await pageFrom(
      [init(), prompt("Go"), says([calls("g", "Grep", { pattern: "a|b", path: "src", "-n": true })])].join(""),
    );
    expect([...renderMarkdownPage(page)].join("")).toContain("Input:\n- pattern: `a|b`\n- path: `src`\n- \\-n: `true`");
    expect([...renderHtmlPage(page)].join("")).toContain("<dt>pattern</dt><dd>a|b</dd>");
  });

  it("stays intact with hostile content", async () => {
    const stream = [
      init(),
      prompt(ALL_HOSTILE),
      says([
        { type: "thinking", thinking: ALL_HOSTILE },
        ...HOSTILE.map((words) => ({ type: "text", text: words })),
        calls("t", ALL_HOSTILE.slice(0, 60), { command: ALL_HOSTILE, [ALL_HOSTILE]: 1 }),
      ]),
      answers("t", ALL_HOSTILE),
      says([calls("b", "Bash", { command: "```\nls", description: ALL_HOSTILE })]),
      answers("b", "```\n# not a heading\n````", null, true),
      ends(),
    ].join("");
    const page = [...renderMarkdownPage(await pageFrom(stream))].join("");
    expect(harmful(page)).toEqual([]);
    const headings = new Lexer()
      .lex(page)
      .filter((token) => token.type === "heading" && (token as Tokens.Heading).depth < 3);
    expect(headings.map((token) => (token as Tokens.Heading).depth)).toEqual([1, 2]);
    for (const character of ["\u001B", "\u202E"]) expect(page).not.toContain(character);
  });
});

/** What of a document a careless reader of it would run or fetch. */
function harmful(document: string): readonly string[] {
  const found: string[] = [];
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      const {
        type,
        raw,
        href,
        tokens: inner,
        items,
        header,
        rows,
      } = token as Tokens.Generic & { items?: Token[]; header?: Token[]; rows?: Token[][] };
      if (type === "html" || type === "image") found.push(raw);
      if (type === "link" && !/^(?:https?|mailto):/.test(String(href))) found.push(raw);
      for (const more of [inner, items, header, rows?.flat()]) if (Array.isArray(more)) walk(more);
    }
  };
  walk(new Lexer({ gfm: true }).lex(document));
  return found;
}
