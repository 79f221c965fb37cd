// Text on its way into a page: control sequences out, secrets out, and not longer than a reader can bear. The order
// matters: a secret that colours had cut in two is whole, and found, after they are gone.

import { redactText } from "@unspool/client";
import { jsonText } from "../output/json-line.ts";
import { sanitize } from "../terminal/sanitize.ts";

export interface CleanOptions {
  /** @default true */
  readonly redacts?: boolean;
  /** Characters of one text; what is longer loses its middle. */
  readonly maxText: number;
}

export interface Cleaner {
  /** A text of many lines. */
  text(value: string): string;
  /** Words for a heading or a table. */
  line(value: string, maxCharacters?: number): string;
  /** A value as JSON that people read. */
  json(value: unknown): string;
  /** The same value without secrets: names such as `password` are only seen while it is whole. */
  value<Value>(value: Value): Value;
}

const LINE_CHARACTERS = 200;

export function createCleaner({ redacts = true, maxText }: CleanOptions): Cleaner {
  const redact = (value: string): string => (redacts ? redactText(value) : value);
  const safe = (value: string): string => redact(sanitize(value));
  return {
    text: (value) => shorten(safe(value), maxText),
    line(value, maxCharacters = LINE_CHARACTERS) {
      const words = safe(value)
        .slice(0, 4 * maxCharacters)
        .replaceAll(/\s+/g, " ")
        .trim();
      return words.length <= maxCharacters ? words : `${words.slice(0, maxCharacters - 1)}…`;
    },
    json: (value) => shorten(safe(jsonText(value, 2)), maxText),
    value: (value) => (redacts ? redactValue(value) : value),
  };
}

/** The beginning and the end of a text that is too long; the end of a tool's output often holds the error. */
function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const head = Math.floor(maxCharacters * 0.75);
  const tail = maxCharacters - head;
  const left = (text.length - maxCharacters).toLocaleString("en-US");
  return `${text.slice(0, head)}\n\n… ${left} characters left out …\n\n${text.slice(-tail)}`;
}

function redactValue<Value>(value: Value): Value {
  if (value === undefined || value === null) return value;
  const text = jsonText(value);
  const redacted = redactText(text);
  return redacted === text ? value : (JSON.parse(redacted) as Value);
}
