// Cleans text for a page: removes control sequences, redacts secrets, limits the length. The order matters: a secret that colour
// codes split is found only after they are removed.

import { redactText } from "@unspool/client";
import { formatJson } from "../output/json-line.ts";
import { sanitize } from "../terminal/sanitize.ts";

export interface CleanOptions {
  /** Whether secrets are redacted. @default true */
  readonly redacts?: boolean;
  /** Maximum number of characters of a text; the middle of a longer one is left out. */
  readonly maxText: number;
}

export interface Cleaner {
  /** Cleans a text of several lines. */
  text(value: string): string;
  /** Cleans a text for a heading or a table cell. */
  line(value: string, maxCharacters?: number): string;
  /** Formats a value as indented JSON. */
  json(value: unknown): string;
  /** Redacts a value while it is whole, because some secrets are recognized by field names such as `password`. */
  value<Value>(value: Value): Value;
}

const LINE_CHARACTERS = 200;

export function createCleaner({ redacts = true, maxText }: CleanOptions): Cleaner {
  const redact = (value: string): string => (redacts ? redactText(value) : value);
  const safe = (value: string): string => redact(sanitize(value));
  return {
    text: (value) => shorten(safe(value), maxText),
    line(value, maxCharacters = LINE_CHARACTERS) {
      const line = safe(value)
        .slice(0, 4 * maxCharacters)
        .replaceAll(/\s+/g, " ")
        .trim();
      return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1)}…`;
    },
    json: (value) => shorten(safe(formatJson(value, 2)), maxText),
    value: (value) => (redacts ? redactValue(value) : value),
  };
}

/** Keeps the beginning and the end of a long text: the end of a tool's output often has the error. */
function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const head = Math.floor(maxCharacters * 0.75);
  const tail = maxCharacters - head;
  const left = (text.length - maxCharacters).toLocaleString("en-US");
  return `${text.slice(0, head)}\n\n… ${left} characters left out …\n\n${text.slice(-tail)}`;
}

function redactValue<Value>(value: Value): Value {
  if (value === undefined || value === null) return value;
  const text = formatJson(value);
  const redacted = redactText(text);
  return redacted === text ? value : (JSON.parse(redacted) as Value);
}
