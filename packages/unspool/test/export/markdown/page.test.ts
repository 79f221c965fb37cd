import * as fc from "fast-check";
import { Lexer, type Token, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import { codeSpan, fence, plainWords } from "../../../src/export/markdown/fence.ts";
import { markdownPage } from "../../../src/export/markdown/page.ts";
import { prose } from "../../../src/export/markdown/prose.ts";
import { ALL_HOSTILE, HOSTILE } from "../hostile.ts";
import { answers, calls, ends, init, pageFrom, prompt, recording, says } from "../session-lines.ts";

const runs = Math.min(1000, Math.max(300, Math.floor(Number(process.env["UNSPOOL_RUNS"] ?? 0) / 10)));
const piece = fc.oneof(
  fc.constantFrom(...HOSTILE),
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
  it("is ended by nothing in it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("`", "```", "~~~", "\n", "a", " ", "<b>", "> "), { maxLength: 20 }),
        (pieces) => {
          const content = pieces.join("");
          const tokens = new Lexer().lex(`${fence(content)}\n\nafter`);
          expect(tokens.filter(({ type }) => type !== "space").map(({ type }) => type)).toEqual(["code", "paragraph"]);
          expect((tokens[0] as Tokens.Code).text).toBe(content.replace(/\n$/, ""));
        },
      ),
      { numRuns: runs, seed: 1_636_233_486 },
    );
  });

  it("within a line is one span, whatever is in it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("`", "``", "a", " ", "<b>", "*", "\n"), { minLength: 1, maxLength: 12 }),
        (pieces) => {
          const content = pieces.join("").replaceAll(/\s+/g, " ").trim();
          fc.pre(content !== "");
          const [paragraph] = new Lexer().lex(`x ${codeSpan(content)} y`) as Token[] as [Tokens.Paragraph];
          expect(paragraph.tokens.map(({ type }) => type)).toEqual(["text", "codespan", "text"]);
          expect((paragraph.tokens[1] as Tokens.Codespan).text).toBe(content);
        },
      ),
      { numRuns: runs, seed: 1_636_233_486 },
    );
  });
});

describe("words and prose in Markdown", () => {
  it("are no HTML, no pictures and no links to run", () => {
    fc.assert(
      fc.property(text, (content) => {
        expect(
          harmful(`# ${plainWords(content)}\n\n| a |\n|---|\n| ${plainWords(content)} |\n\n${prose(content)}\n`),
        ).toEqual([]);
      }),
      { numRuns: runs, seed: 1_636_233_486 },
    );
  });

  it("keep their Markdown, with headings below ours", () => {
    expect(prose("# Title\n\nA **b** `<i>` [c](https://example.com)\n\n```html\n<b>\n```")).toBe(
      "### Title\n\nA **b** `<i>` [c](https://example.com)\n\n```html\n<b>\n```",
    );
  });

  it("close a fence that was left open", () => {
    expect(prose("```js\nx")).toBe("```js\nx\n```");
  });
});

describe("a page in Markdown", () => {
  it("tells a real session", async () => {
    const page = [...markdownPage(await pageFrom(recording(), { maxText: 4000 }))].join("");
    await expect(page).toMatchFileSnapshot("fix-the-test.md.txt");
  });

  it("stays whole when everything in it is hostile", async () => {
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
    const page = [...markdownPage(await pageFrom(stream))].join("");
    expect(harmful(page)).toEqual([]);
    const headings = new Lexer()
      .lex(page)
      .filter((token) => token.type === "heading" && (token as Tokens.Heading).depth < 3);
    expect(headings.map((token) => (token as Tokens.Heading).depth)).toEqual([1, 2]);
    for (const character of ["\u001B", "\u202E"]) expect(page).not.toContain(character);
  });
});

/** What of a document a careless reader of it would run or fetch. */
function harmful(markdown: string): readonly string[] {
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
  walk(new Lexer({ gfm: true }).lex(markdown));
  return found;
}
