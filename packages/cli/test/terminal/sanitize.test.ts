// Nothing a model or a tool says can do more to the terminal than print text.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitize } from "../../src/terminal/sanitize.ts";
import { checkProperty, scaleSlowRuns } from "../../../../tools/testing/property.ts";
import { HOSTILE } from "../view/arbitrary-event.ts";

const ESC = "\u001B";

describe("the sanitiser", () => {
  it.each([
    ["colours", `${ESC}[31mred${ESC}[0m`, "red"],
    ["clearing the screen and going home", `a${ESC}[2J${ESC}[Hb`, "ab"],
    ["a private mode with parameters", `a${ESC}[?1049hb`, "ab"],
    ["the window title, ended by BEL", `a${ESC}]0;owned\u0007b`, "ab"],
    ["a link, ended by ST", `a${ESC}]8;;http://x${ESC}\\b${ESC}]8;;${ESC}\\c`, "abc"],
    ["the clipboard", `a${ESC}]52;c;b3duZWQ=\u0007b`, "ab"],
    ["a string without an end: only its line is lost", `a${ESC}]0;owned\nb`, "a\nb"],
    ["device control and application strings", `a${ESC}Pq${ESC}\\b${ESC}_y${ESC}\\c`, "abc"],
    ["controls of eight bits", "a\u009B31mb\u009D0;t\u009Cc", "abc"],
    ["an escape without a sequence", `a${ESC}`, "a"],
    ["a reset, and a character set", `a${ESC}cb${ESC}(0c`, "abc"],
    ["backspaces that rewrite a word", "rm -rf\b\b\b\b\b\bls", "rm -rfls"],
    ["a carriage return over a line", "evil\rgood", "evil\ngood"],
    ["Windows line ends", "a\r\nb\r\n", "a\nb\n"],
    ["bell, NUL and DEL", "a\u0007b\u0000c\u007Fd", "abcd"],
    ["overrides of direction, which are shown", "a\u202Eb", "a<U+202E>b"],
    ["lone surrogates", "a\uD83Db", "a\uFFFDb"],
    ["other separators of lines", "a\u2028b\u2029c", "a\nb\nc"],
  ])("disarms %s", (_what, text, clean) => {
    expect(sanitize(text)).toBe(clean);
  });

  it.each(["plain", "naïve café", "日本語 中文 한국어", "العربية עברית", "👩‍👩‍👧‍👦 🇩🇪 ✍🏽", "x\u00A0y", "│ └ ● ✓", "a\tb\n"])(
    "leaves %j as it is",
    (text) => {
      expect(sanitize(text)).toBe(text);
    },
  );

  it("removes every control character from any text", () => {
    const pieces = HOSTILE.flatMap((text) => [text, ...Array.from(text)]);
    const dirty = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary" })), { maxLength: 12 });
    checkProperty(
      "sanitize: no controls",
      fc.property(dirty, (parts) => {
        expect(sanitize(parts.join(""))).not.toMatch(/[^\n\t\P{Cc}]|[\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/u);
      }),
      scaleSlowRuns(1000),
    );
  });
});
