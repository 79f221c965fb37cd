// A page in Markdown as people see it: made into HTML by readers that let HTML through, opened in a real browser. Two
// readers, for they differ in what they take for code.
import { marked } from "marked";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import type { CountedCost } from "../../../src/export/counted-cost.ts";
import { renderMarkdownPage } from "../../../src/export/markdown/page.ts";
import { useChromium, watchIncidents } from "../chromium.ts";
import { HOSTILE_TEXTS, poison, poisonable, POISONED } from "../poison.ts";
import { pageFrom } from "../session-lines.ts";

const browser = useChromium();
const markdownIt = new MarkdownIt({ html: true, linkify: true });
const READERS: Readonly<Record<string, (source: string) => string>> = {
  marked: (source) => marked.parse(source, { async: false }),
  "markdown-it": (source) => markdownIt.render(source),
};

/** What a page did or could do. */
const LOOK = `({
  harmed: window.harmed,
  elements: [...document.querySelectorAll("main :is(script,style,iframe,object,embed,form,base,meta,link,svg,img,div,details,section)")].map((e) => e.outerHTML.slice(0, 200)),
  attributes: [...document.querySelectorAll("main *")].flatMap((e) => e.getAttributeNames()).filter((name) => !["href", "class", "align", "start", "type", "checked", "disabled", "style"].includes(name)),
  addresses: [...document.links].map((a) => a.getAttribute("href")).filter((href) => !/^(?:https?:|mailto:|\\/\\/)/.test(href)),
  outside: [...document.body.children].filter(({ tagName }) => tagName !== "MAIN").length,
  headings: [...document.querySelectorAll("main")].map((main) => main.querySelectorAll("h1").length).filter((count) => count !== 1),
})`;
const NOTHING = { harmed: undefined, elements: [], attributes: [], addresses: [], outside: 0, headings: [] };

describe.each(Object.entries(READERS))("a page in Markdown, read by %s", (_name, read) => {
  it("detects a script that runs", async () => {
    const page = await browser().newPage();
    await page.setContent(`<main>${read("<script>window.harmed=1</script>\n\n<a href=javascript:b>")}</main>`);
    expect(await page.evaluate(LOOK)).toMatchObject({ harmed: 1, addresses: ["javascript:b"] });
    await page.close();
  });

  it.each(POISONED)("is inert for any content in the fields of %s", async (path) => {
    const lines = poisonable(path);
    const first = POISONED.indexOf(path);
    const pages = [];
    for (const [shift, text] of HOSTILE_TEXTS.entries()) {
      // A session has more fields than there are texts: not every one needs all of them in each session.
      if (shift % 5 !== first) continue;
      const cost: CountedCost = { totalUsd: 1, byModel: new Map([[text, 1]]), unpriced: [text, "claude-next"] };
      const session = await pageFrom(poison(lines, shift, shift % 2 === 0), { maxText: 4000 }, cost);
      pages.push([...renderMarkdownPage(session)].join(""));
    }
    const page = await browser().newPage();
    const incidents = watchIncidents(page, (url) => url === "about:blank");
    await page.setContent(pages.map((source) => `<main>${read(source)}</main>`).join("\n"));
    expect(await page.evaluate(LOOK)).toEqual(NOTHING);
    expect(incidents).toEqual([]);
    await page.close();
  });
});
