// Colours of code: the text stays what it is, classes are ours, and every colour can be read.
import { array, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { createHighlighter, NO_HIGHLIGHTER } from "../../../src/export/html/highlight.ts";
import { PAGE_STYLE } from "../../../src/export/html/page-style.ts";
import { checkProperty, scaleSlowRuns } from "../../../../../tools/testing/property.ts";
import { HOSTILE } from "../hostile.ts";

const LANGUAGES = ["ts", "py", "bash", "json", "html", "xml", "css", "md", "sql", "rust", "yml", "diff", "php", "go"];
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<i class="[a-z]+">|<\/i>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#96;", "`")
    .replaceAll("&amp;", "&");

describe("coloured code", () => {
  it("uses only our classes", () => {
    const { markup } = createHighlighter().code('const a = "x" + 1; // why', "ts");
    expect(markup).toBe(
      '<i class="k">const</i> a = <i class="s">&quot;x&quot;</i> + <i class="n">1</i>; <i class="c">// why</i>',
    );
  });

  it("highlights every line of a long comment", () => {
    const lines = createHighlighter().lines(["/* one", "two */ let a;"], "js");
    expect(lines.map(({ markup }) => markup)).toEqual([
      '<i class="c">/* one</i>',
      '<i class="c">two */</i> <i class="k">let</i> a;',
    ]);
  });

  it.each([
    ["a language that is not known", "x = 1", "brainfuck"],
    ["no language", "x = 1", undefined],
    ["a name that every object has", "x = 1", "constructor"],
    ["a line that is very long", `x = ${"1".repeat(2000)}`, "py"],
    ["a text that is very long", "x = 1\n".repeat(10_000), "py"],
  ])("has no colours for %s", (_what, text, language) => {
    expect(createHighlighter().code(text, language).markup).toBe(text);
  });

  it("stops at the limit of a page", () => {
    const colours = createHighlighter();
    const text = "a\n".repeat(14_000);
    const coloured = Array.from({ length: 40 }, () => colours.code(`"a"\n${text}`, "json").markup);
    expect(coloured[0]).toContain("<i");
    expect(coloured.at(-1)).not.toContain("<i");
  });

  it("stops a grammar at its timeout and continues with others", () => {
    const colours = createHighlighter();
    // Without a limit this takes minutes.
    const slow = `${"a".repeat(990)}\n`.repeat(30);
    expect(colours.code(slow, "arduino").markup).toBe(slow);
    expect(colours.code("let a;", "ts").markup).toContain('<i class="k">');
  });

  it.each(LANGUAGES)("keeps any text unchanged in %s and adds only our tags", (language) => {
    const colours = createHighlighter();
    const piece = oneof(
      constantFrom(...Object.values(HOSTILE).map(String)),
      constantFrom("<script>", "</code>", "`", "${", '"', "'", "/*", "*/", "\n", "<!--", "]]>", "&lt;", "=", "{", "}"),
      string({ unit: "grapheme", maxLength: 12 }),
    );
    checkProperty(
      `highlight: ${language}`,
      property(array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const { markup } = colours.code(text, language);
        const plain = NO_HIGHLIGHTER.code(text, undefined).markup;
        expect(textOf(markup)).toBe(textOf(plain));
        expect(markup.replaceAll(/<i class="(?:[kscnftm]|added|removed)">|<\/i>/g, "")).not.toMatch(/[<>"'`]/);
        const lines = colours.lines(text.split("\n"), language);
        expect(lines).toHaveLength(text.split("\n").length);
      }),
      scaleSlowRuns(60),
    );
  });
});

describe.each(["light", "dark"])("the colours in %s", (scheme) => {
  const themes = [...PAGE_STYLE.matchAll(/color-scheme:(light|dark);([^}]*)\}/g)].filter(([, name]) => name === scheme);
  const names = ["text", "dim", "link", "key", "string", "comment", "number", "title", "type"];
  const backs = ["code", "added", "removed"];

  it.each(names.flatMap((name) => backs.map((back) => [name, back] as const)))(
    "%s on %s have a contrast of 4.5 or more",
    (name, back) => {
      expect(themes.length).toBeGreaterThan(0);
      for (const [, , variables = ""] of themes) {
        expect(contrast(colour(variables, name), colour(variables, back))).toBeGreaterThanOrEqual(
          // Links and dim words do not stand in changed lines.
          (name === "dim" || name === "link") && back !== "code" ? 3 : 4.5,
        );
      }
    },
  );
});

function colour(variables: string, name: string): readonly number[] {
  const hex = new RegExp(`--${name}:#([0-9a-f]{3,6})`).exec(variables)?.[1] ?? "";
  const whole = hex.length === 3 ? hex.replaceAll(/./g, "$&$&") : hex;
  return [0, 2, 4].map((place) => Number.parseInt(whole.slice(place, place + 2), 16) / 255);
}

/** As WCAG counts it. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
