// Words from the stream on their way to the screen: clean, and on one line where one line is wanted.

import { sanitize } from "../terminal/sanitize.ts";

/** Everything that comes from the stream goes through here. Tabs become spaces, whose width is known. */
export function clean(text: string): string {
  const safe = sanitize(text);
  return safe.includes("\t") ? safe.replaceAll("\t", "    ") : safe;
}

/** Line ends become spaces, runs of spaces one. What is too long for any line is not looked at to its end. */
export function oneLine(text: string, maxCharacters = 2000): string {
  return clean(text.slice(0, maxCharacters)).replaceAll(/\s+/g, " ").trim();
}

/** Words with a dot between, without those that are empty. */
export function dotted(words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined && word !== "").join(" · ");
}
