import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../../src/export/html/prose.ts";
import { createCleaner } from "../../../src/export/clean.ts";
import { HOSTILE } from "../hostile.ts";
import { foreignMarkup } from "./tags.ts";

const runs = Number(process.env["UNSPOOL_RUNS"] ?? 0);
const clean = createCleaner({ maxText: 64_000 });

describe("Markdown as HTML", () => {
  it("renders headings, lists, code, tables, links and emphasis", () => {
    const markdown =
      "# One\n\nA *b* **c** ~~d~~ `e < f` [g](https://example.com/?a=1&b=2)\n\n- [x] h\n- i\n\n3. j\n\n```js\nk < l\n```\n\n| m | n |\n|---|--:|\n| o | p |\n\n> q";
    expect(renderMarkdown(markdown).markup).toBe(
      '<h3 dir="auto">One</h3>' +
        '<p dir="auto">A <em>b</em> <strong>c</strong> <del>d</del> <code>e &lt; f</code> <a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">g</a></p>' +
        '<ul> <li dir="auto"  class="task">☑ h</li><li dir="auto" >i</li> </ul>' +
        '<ol start="3"><li dir="auto" >j</li></ol>' +
        '<div class="block"><pre class="code"  data-language="js"><code>k &lt; l</code></pre></div>' +
        '<div class="wide"><table><thead><tr> <th>m</th><th class="right">n</th> </tr></thead><tbody> <tr> <td>o</td><td class="right">p</td> </tr> </tbody></table></div>' +
        '<blockquote><p dir="auto">q</p></blockquote>',
    );
  });

  it("shows HTML as text", () => {
    expect(renderMarkdown("a <b>c</b>\n\n<script>alert(1)</script>").markup).toBe(
      '<p dir="auto">a &lt;b&gt;c&lt;/b&gt;</p><p dir="auto" class="source">&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    );
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//example.com", "page.html"])(
    "does not link to %s",
    (address) => {
      const { markup } = renderMarkdown(`[words](${address})`);
      expect(markup).not.toContain("<a");
      expect(markup).toContain(`words <span class="address">(${address})</span>`);
    },
  );

  it("never loads an image", () => {
    expect(renderMarkdown("![a pixel](https://example.com/p.png)").markup).not.toContain("<img");
  });

  it("shows characters that change the writing direction, even as entities", () => {
    expect(renderMarkdown("a &#x202E;b").markup).toContain("a &lt;U+202E&gt;b");
  });

  it("shows text that is too long or nested too deeply as source", () => {
    expect(renderMarkdown("*a*".repeat(20_000)).markup).toMatch(/^<pre class="plain">/);
    const deep = renderMarkdown(`${">".repeat(5000)} x`).markup;
    expect(deep).toContain("&gt;");
    expect(foreignMarkup(deep)).toBe("");
  });

  it.each(["[", "*a", "_a_", "`", "![", "<", "| a ", "> ", "- ", "&#", "a@b.", "http://", "[a](", "\\", "~~a"])(
    "takes a bounded time for a repeated %s",
    (piece) => {
      const { markup } = renderMarkdown(piece.repeat(Math.floor(39_000 / piece.length)));
      expect(foreignMarkup(markup)).toBe("");
    },
  );

  it("removes every tag of the content", () => {
    const piece = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          "<",
          ">",
          '"',
          "'",
          "`",
          "```",
          "&",
          "[",
          "](",
          ")",
          "![",
          "\n",
          "\n\n",
          "    ",
          "- ",
          "> ",
          "|",
          "|---|---|\n",
          "# ",
          "*",
          "**",
          "~~",
          "\\",
          "https://a.b/",
          "javascript:",
          "<a ",
          "<!--",
          "-->",
          "</",
          "&#60;",
          "&lt;",
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const raw = pieces.join("");
        for (const text of [raw, clean.text(raw)]) expect(foreignMarkup(renderMarkdown(text).markup)).toBe("");
      }),
      { numRuns: Math.min(2000, Math.max(400, Math.floor(runs / 5))), seed: 1_636_233_486 },
    );
  });
});
