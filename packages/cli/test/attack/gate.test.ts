// The last gate: whatever path a text takes to the screen, only text comes out, and Markdown that costs too much to read is
// shown as it was written.
import type { Event } from "@unspool/protocol";
import * as fc from "fast-check";
import stringWidth from "string-width";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { isReadable } from "../../src/markdown/is-readable.ts";
import { createPainter, span, type Style } from "../../src/terminal/style.ts";
import { createView } from "../../src/view/view.ts";
import { checkProperty, scaleSlowRuns } from "../../../../tools/testing/property.ts";
import { HOSTILE } from "../view/arbitrary-event.ts";

// oxlint-disable no-control-regex -- control characters are what is looked for
const STYLES: readonly Style[] = ["bold", "dim", "italic", "underline", "strike", "good", "bad", "warn", "accent"];
const HARMFUL = /\p{Cc}|[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]|[\u{E0000}-\u{E007F}]|\p{Surrogate}/u;

/** Characters as references, which `marked` 18.2 decodes by itself. */
const REFERENCES = [
  "&#27;]0;owned&#7;",
  "&#x1B;[2J&#x1b;[H",
  "&#155;2J",
  "&#x202E;gnp.exe&#x202C;",
  "&#13;over",
  "&#10;&#9;&#0;&#x85;",
  "&#xE0041;&#x2066;",
  "&#xD83D;",
  "&amp;#27;[2J",
];
/** Every place in which Markdown has text. */
const PLACES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `# ${text}`,
  (text) => `**${text}** *${text}* ~~${text}~~`,
  (text) => `[${text}](http://x/${text} "${text}")`,
  (text) => `![${text}](${text})`,
  (text) => `[a][b]\n\n[b]: http://x/${text} '${text}'`,
  (text) => `<http://x/${text}>`,
  (text) => `<b title="${text}">${text}</b>`,
  (text) => `<div>\n${text}\n</div>`,
  (text) => `\`${text}\``,
  (text) => `\`\`\`${text}\n${text}\n\`\`\``,
  (text) => `    ${text}`,
  (text) => `- [ ] ${text}\n- ${text}\n\n  ${text}`,
  (text) => `1. ${text}`,
  (text) => `> ${text}`,
  (text) => `| ${text} | b |\n|---|--:|\n| ${text} | \`${text}\` |`,
];

const dirty = fc
  .array(fc.oneof(fc.constantFrom(...REFERENCES, ...HOSTILE), fc.string({ unit: "binary", maxLength: 8 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(""));
const markdown = fc.tuple(fc.constantFrom(...PLACES), dirty).map(([place, text]) => place(text));

function textEvents(text: string): Event[] {
  const place = { agent: null, line: 1, messageId: "m", block: 0 };
  return [
    { type: "text-start", ...place },
    { type: "text-delta", ...place, text: `${text}\n\nx` },
    { type: "text-end", ...place, text: `${text}\n\nx` },
  ] as Event[];
}

describe("the painter", () => {
  it.each([true, false])("lets only text through, wherever the span comes from (colours: %s)", (isColoured) => {
    const paint = createPainter(isColoured);
    const line = fc.array(fc.tuple(dirty, fc.subarray([...STYLES])), { maxLength: 4 });
    checkProperty(
      "painter: only text",
      fc.property(line, (parts) => {
        const painted = paint(parts.map(([text, styles]) => span(text, ...styles)));
        // A style opens and closes with a sequence of its own, and opens again where another one closed it too.
        const sequences = painted.match(/\u001B\[\d+m/g) ?? [];
        const expected = parts.reduce((sum, [, styles]) => sum + 3 * styles.length, 0);
        if (isColoured) expect(sequences.length).toBeLessThanOrEqual(expected);
        else expect(sequences).toEqual([]);
        expect(painted.replaceAll(/\u001B\[\d+m/g, "")).not.toMatch(HARMFUL);
      }),
      scaleSlowRuns(300),
    );
  });
});

describe("Markdown of a model", () => {
  it("cannot produce a control character by a numeric reference", () => {
    checkProperty(
      "view: references",
      fc.property(markdown, fc.integer({ min: 20, max: 100 }), (text, columns) => {
        const view = createView({ columns, isColoured: true, isLive: true });
        for (const event of textEvents(text)) {
          for (const line of [...view.push(event), ...view.renderLiveArea({ nowMs: 0, maxLines: 20 })]) {
            // Colours of ours change, and go back, within a line.
            expect(line.replaceAll(/\u001B\[(?:1|2|3|4|9|22|23|24|29|36|39)m/g, "")).not.toMatch(HARMFUL);
            expect(stringWidth(stripVTControlCharacters(line), { countAnsiEscapeCodes: true })).toBeLessThan(columns);
          }
        }
      }),
      scaleSlowRuns(400),
    );
  });

  it.each([
    ["emphasis", "_a_".repeat(6000)],
    ["quotations", ">".repeat(19_000)],
    ["lists", "1. ".repeat(6000)],
    ["lists and quotations", "- > ".repeat(4900)],
    ["exclamation marks", "!".repeat(19_000)],
    ["lines of one item", `- ${"\\\n".repeat(6000)}`],
  ])("is shown unformatted if it consists of thousands of %s", (_what, text) => {
    expect(isReadable(text)).toBe(false);
    const view = createView({ columns: 80, isColoured: true });
    const lines = textEvents(text).flatMap((event) => view.push(event));
    const words = (all: string): string => stripVTControlCharacters(all).replaceAll(/\s/g, "");
    expect(words(lines.join(""))).toBe(words(`${text}x`));
  });

  it("is rendered as Markdown if it is a long answer", () => {
    const answer =
      "## A heading\n\nSome **bold** words and `code`.\n\n- one\n- two\n\n> quoted\n\n----------------------------------------------\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n";
    expect(isReadable(answer.repeat(100))).toBe(true);
  });
});
