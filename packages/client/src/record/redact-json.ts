// Walks the strings of a JSON text, or of several after one another. A string with a secret in it is decoded, redacted and
// written again; the value of a key that promises a secret is replaced whole. Nothing else is touched or copied.

import type { PlainRedactor } from "./redact-plain.ts";
import { MARK } from "./redact-plain.ts";
import { isPlaceholder, isSecretName } from "./secret-names.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Undefined when the text is not JSON by its looks; it may still hold some. */
export function redactJson(text: string, plain: PlainRedactor): string | undefined {
  const first = text.charCodeAt(skipBlank(text, 0));
  if (first !== 0x7b && first !== 0x5b) return undefined;
  let result = "";
  let copied = 0;
  let isSecretValue = false;
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start + 1);
    if (end === -1) return undefined;
    const raw = text.slice(start + 1, end);
    // A JSON string is of one line: whatever this is, its quotes do not pair as they do in JSON.
    if (raw.includes("\n")) return undefined;
    const after = skipBlank(text, end + 1);
    const isKey = text.charCodeAt(after) === COLON;
    const changed = isSecretValue && !isKey && !isPlaceholder(raw) ? MARK : redactString(raw, plain);
    if (changed !== undefined) {
      result += text.slice(copied, start + 1) + changed;
      copied = end;
    }
    const value = isKey ? skipBlank(text, after + 1) : -1;
    const isStringNext = value !== -1 && text.charCodeAt(value) === QUOTE;
    isSecretValue = isStringNext && isSecretName(raw);
    start = isStringNext ? value : text.indexOf('"', end + 1);
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** What stands between the quotes instead, or undefined if it may stay. */
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

/** Where the string ends whose content begins at `from`; -1 if it does not. */
function endOfString(text: string, from: number): number {
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
