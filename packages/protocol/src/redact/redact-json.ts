// Redacts the strings of one or more JSON texts in a row. A string that contains a secret is decoded, redacted and
// encoded again; the value of a secret key or flag is replaced as a whole. Everything else stays unchanged. A text with
// anything but JSON between its strings is not JSON, whatever its beginning.

import type { PlainRedactor } from "./redact-plain.ts";
import { MARK } from "./redact-plain.ts";
import { isEncodedLogin, isPlaceholder, isSecretName } from "./secret-names.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;

/** One token between the strings of JSON. Matched one at a time, because a repeating pattern would backtrack. */
const BETWEEN = /[\s{}[\],:]+|true|false|null|-?\d[\d.eE+-]*/y;
/** Shorter gaps contain no value that is worth a search. */
const MIN_NUMBER_GAP = 5;
const NUMBER = /-?\d[\d.eE+-]*/g;

/** Returns the redacted text, or undefined if the text is not JSON. Such a text may still contain some JSON. */
export function redactJson(text: string, plain: PlainRedactor): string | undefined {
  const first = text.charCodeAt(skipBlank(text, 0));
  if (first !== 0x7b && first !== 0x5b) return undefined;
  let result = "";
  let copied = 0;
  let gapStart = 0;
  let name: string | undefined;
  /** The name that `"name": "x"` gives to the next `"value"`. */
  let named: string | undefined;
  /** Processes the text between two strings. Returns false if it is not JSON. */
  const takeGap = (to: number): boolean => {
    if (!isBetween(text, gapStart, to)) return false;
    if (to - gapStart < MIN_NUMBER_GAP) return true;
    const gap = text.slice(gapStart, to);
    if (!plain.hasExact(gap)) return true;
    const changed = gap.replace(NUMBER, (number) => (plain.hasExact(number) ? `"${MARK}"` : number));
    result += text.slice(copied, gapStart) + changed;
    copied = to;
    return true;
  };
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', gapStart)) {
    if (!takeGap(start)) return undefined;
    const end = findStringEnd(text, start + 1);
    if (end === -1) return undefined;
    const raw = text.slice(start + 1, end);
    // A JSON string has one line. The quotes of this text do not pair as in JSON.
    if (raw.includes("\n")) return undefined;
    const after = skipBlank(text, end + 1);
    const isKey = text.charCodeAt(after) === COLON;
    const of = name !== undefined && named !== undefined && /^value$/i.test(name) ? named : name;
    const isSecret = of !== undefined && !isKey && isSecretValue(of, raw);
    if (name !== undefined && !isKey) named = /^(?:name|key)$/i.test(name) ? raw : undefined;
    const changed = isSecret ? MARK : redactString(raw, plain);
    if (changed !== undefined) {
      result += text.slice(copied, start + 1) + changed;
      copied = end;
    }
    const next = skipBlank(text, after + 1);
    // `["--password", "x"]` is a flag and its value.
    const mayName = isKey || (text.charCodeAt(after) === COMMA && raw.startsWith("--"));
    name = mayName && text.charCodeAt(next) === QUOTE ? (raw.includes("\\") ? decodeString(raw) : raw) : undefined;
    gapStart = end + 1;
  }
  if (!takeGap(text.length)) return undefined;
  return copied === 0 ? text : result + text.slice(copied);
}

/** Whether only JSON tokens are between two strings. No token contains a quote, so nothing after `to` is read. */
function isBetween(text: string, from: number, to: number): boolean {
  let at = from;
  BETWEEN.lastIndex = at;
  while (at < to && BETWEEN.test(text)) at = BETWEEN.lastIndex;
  return at >= to;
}

function isSecretValue(name: string, raw: string): boolean {
  return (isSecretName(name) && !isPlaceholder(raw)) || isEncodedLogin(name, raw);
}

/** Returns the new content of a string, or undefined if it needs no change. */
function redactString(raw: string, plain: PlainRedactor): string | undefined {
  if (!plain.mayChange(raw)) return undefined;
  const decoded = decodeString(raw);
  if (decoded === undefined) return plain.redact(raw);
  const redacted = plain.redact(decoded);
  return redacted === decoded ? undefined : JSON.stringify(redacted).slice(1, -1);
}

function decodeString(raw: string): string | undefined {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return undefined;
  }
}

/** Returns the end of the string whose content begins at `from`, or -1 if it is not closed. */
function findStringEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
