// Cleans text from a stream for the screen.

import { sanitize } from "./sanitize.ts";

/** Sanitizes text; all text from a stream goes through here. Tabs become spaces, which have a known width. */
export function cleanText(text: string): string {
  const safe = sanitize(text);
  return safe.includes("\t") ? safe.replaceAll("\t", "    ") : safe;
}

/** Cleans the first `maxCharacters` of a text and collapses line ends and runs of spaces into single spaces. */
export function toOneLine(text: string, maxCharacters = 2000): string {
  return cleanText(text.slice(0, maxCharacters)).replaceAll(/\s+/g, " ").trim();
}

/** Joins facts with dots and skips empty ones. */
export function joinWithDots(facts: readonly (string | undefined)[]): string {
  return facts.filter((fact) => fact !== undefined && fact !== "").join(" · ");
}
