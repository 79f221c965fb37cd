// Nothing a model or a tool says can do more to the terminal than print text.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../laws/runs.ts";
import { load } from "./scripts.ts";

const { createSanitizer, sanitize } = await load("sanitize");

const ESC = "\u001b";
const hostile: readonly (readonly [what: string, text: string, clean: string])[] = [
  ["colours", `${ESC}[31mred${ESC}[0m`, "red"],
  ["clearing the screen and going home", `a${ESC}[2J${ESC}[Hb`, "ab"],
  ["a private mode with parameters", `a${ESC}[?1049hb`, "ab"],
  ["the window title, ended by BEL", `a${ESC}]0;owned\u0007b`, "ab"],
  ["a link, ended by ST", `a${ESC}]8;;http://x${ESC}\\b${ESC}]8;;${ESC}\\c`, "abc"],
  ["the clipboard", `a${ESC}]52;c;b3duZWQ=\u0007b`, "ab"],
  ["a string without an end: only its line is lost", `a${ESC}]0;owned\nb`, "a\nb"],
  ["device control, privacy and application strings", `a${ESC}Pq${ESC}\\b${ESC}^x${ESC}\\c${ESC}_y${ESC}\\d`, "abcd"],
  ["C1 controls of eight bits", "a\u009b31mb\u009d0;t\u009cc\u0090q\u009cd\u0085e", "abcd\ne"],
  ["an escape that is no sequence", `a${ESC}`, "a"],
  ["a reset, and a character set", `a${ESC}cb${ESC}(0c`, "abc"],
  ["an escape within a sequence", `a${ESC}[3${ESC}[31mb`, "ab"],
  ["backspaces that rewrite a word", "rm -rf\b\b\b\b\b\bls    ", "rm -rfls    "],
  ["a carriage return over a line", "evil\rgood", "evil\ngood"],
  ["Windows line ends", "a\r\nb\r\n", "a\nb\n"],
  ["bell, NUL and DEL", "a\u0007b\u0000c\u007fd", "abcd"],
  ["overrides and isolates of direction", "a\u202eb\u2066c\u2069\u202cd", "abcd"],
  ["invisible characters and tags", "a\u200bb\ufeffc\u{e0041}d\u2060e", "abcde"],
  ["lone surrogates", "a\ud83db", "a\ufffdb"],
  ["tabs and separators of lines", "\ta\u2028b\u2029c\fd", "  a\nb\nc\nd"],
];

describe("the sanitiser", () => {
  it.each(hostile)("disarms %s", (_what, text, clean) => {
    expect(sanitize(text)).toBe(clean);
  });

  it.each(["plain", "naïve café", "日本語 中文 한국어", "العربية עברית", "👩‍👩‍👧‍👦 🇩🇪 ✍🏽", "x\u00a0y", "│ └ ● ✓"])(
    "leaves %s as it is",
    (text) => {
      expect(sanitize(text)).toBe(text);
    },
  );

  const snippets = fc.constantFrom(
    ...hostile.flatMap(([, text]) => [text, ...Array.from(text)]),
    "word ",
    "\n",
    "日",
    "👩‍👧",
  );
  const text = fc
    .array(fc.oneof(snippets, fc.string({ unit: "binary" })), { maxLength: 12 })
    .map((all) => all.join(""));

  it("lets no control character through, whatever the text", () => {
    check(
      "sanitize: no controls",
      fc.property(text, (dirty) => {
        expect(sanitize(dirty)).not.toMatch(/[^\n\P{Cc}]|[\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u);
      }),
    );
  });

  it("gives the same text wherever it was cut", () => {
    check(
      "sanitize: any cut",
      fc.property(text, fc.array(fc.nat(200), { maxLength: 6 }), (dirty, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (dirty.length + 1)).sort((a, b) => a - b), dirty.length];
        const sanitizer = createSanitizer();
        const pieces = places.slice(1).map((end, index) => sanitizer.push(dirty.slice(places[index], end)));
        // A high surrogate at the very end waits for its other half.
        expect(pieces.join("")).toBe(createSanitizer().push(dirty));
      }),
    );
  });
});
