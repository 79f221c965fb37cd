// Redacts the value that is assigned to a secret name: `PASSWORD=x`, `"token": "x"`, `\"token\": \"x\"`, `--api-key x`,
// `Authorization: Basic x`. The name and the quotes stay; the value is replaced.

import { isPlaceholder, isSecretName, SECRET_NAME_END } from "./secret-names.ts";

/** The end of the name, its closing quote, and the separator before the value. */
const NAME = new RegExp(
  `(${SECRET_NAME_END})(?![A-Za-z0-9_-])((?:\\\\{0,32}["'\`])?\\]?)([ \\t]{0,8}(?:=>|:=|=|:|,)[ \\t]{0,8}|[ \\t]{1,8})`,
  "gi",
);
const OPENING = /(\\{0,32})(["'`])/y;
const WORD = /[^\s"'`\\,;&<>()[\]{}|]+/y;
/**
 * The part of a word to examine. It is limited, because a word that is no secret is examined again for each name inside
 * it.
 */
const WORD_START = /[^\s"'`\\,;&<>()[\]{}|]{1,512}/y;
const SCHEME = /(?:bearer|basic|token|digest|negotiate)[ \t]+/iy;

export function redactAssignments(text: string, mark: string): string {
  let result = "";
  let copied = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const from = NAME.lastIndex;
    const value = valueAt(text, match, from);
    if (value === undefined) continue;
    result += text.slice(copied, value.from) + mark;
    copied = value.to;
    NAME.lastIndex = value.to;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Word {
  readonly from: number;
  /** The beginning of the word, which decides whether it is a secret. */
  readonly text: string;
  /** Whether it follows an opening quote that is never closed, because the text is cut off. */
  readonly isOpen: boolean;
  /** Whether it follows `Bearer` or a similar scheme in a header. Then it is a secret, however short. */
  readonly isAfterScheme: boolean;
}

function valueAt(text: string, match: RegExpExecArray, from: number): Span | undefined {
  const [, end = "", quote = "", separator = ""] = match;
  const name = nameBefore(text, match.index, end);
  if (!isSecretName(name)) return undefined;
  const isFlag = separator.trim() === "";
  // Without a separator, only the word after a flag or setting is a value (`--password x`), not the next word of a
  // sentence.
  if (isFlag && (quote !== "" || !(name.startsWith("--") || isSetting(text, match.index + end.length - name.length))))
    return undefined;
  // In a list of arguments: `"--password", "x"`.
  const isArgument = separator.trim() === ",";
  if (isArgument && (quote === "" || !name.startsWith("--"))) return undefined;
  const quoted = quotedAt(text, from);
  if (quoted !== undefined) return isSecretString(text.slice(quoted.from, quoted.to)) ? quoted : undefined;
  if (isArgument) return undefined;
  const word = wordAt(text, from, /(?:authorization|cookie)$/i.test(name));
  if (word === undefined || isPlaceholder(word.text)) return undefined;
  const isSecret = word.isOpen ? isSecretString(word.text) : isSecretWord(word.text, isFlag || separator === "=");
  if (!isSecret && !word.isAfterScheme) return undefined;
  WORD.lastIndex = word.from;
  WORD.exec(text);
  return { from: word.from, to: WORD.lastIndex };
}

/** `ENV NAME x` in Docker, `set -x NAME x` in fish, `setenv NAME x`, `login name password x` in .netrc. */
const SETTING = /(?:\b(?:ENV|ARG|setenv|setx)|\bset(?:\s+-{1,2}[A-Za-z-]{1,20}){1,3}|\blogin\s+\S{1,100})\s+$/;
const SETTING_DISTANCE = 160;

function isSetting(text: string, nameStart: number): boolean {
  return SETTING.test(text.slice(Math.max(0, nameStart - SETTING_DISTANCE), nameStart));
}

/** Returns the whole name that ends here. */
function nameBefore(text: string, end: number, tail: string): string {
  let start = end;
  while (start > 0 && end - start < 100 && /[\w.-]/.test(text[start - 1] ?? "")) start--;
  return text.slice(start, end) + tail;
}

/** Returns the text between quotes, whatever their escape depth: up to a quote of the same or a lesser depth. */
function quotedAt(text: string, from: number): Span | undefined {
  OPENING.lastIndex = from;
  const opening = OPENING.exec(text);
  if (opening === null) return undefined;
  const [whole, escapes = "", quote = '"'] = opening;
  const depth = escapes.length;
  // At depth d, a quote has 2^d - 1 backslashes, and a backslash of the value 2^(d+1).
  const cycle = 2 * (depth + 1);
  const start = from + whole.length;
  for (let end = text.indexOf(quote, start); end !== -1; end = text.indexOf(quote, end + 1)) {
    let run = 0;
    while (end - run > start && text[end - run - 1] === "\\") run++;
    if (run % cycle !== depth && run > depth) continue;
    const value = text.slice(start, end - Math.min(run, depth));
    // A secret has one line. Otherwise an unbalanced quote could redact half of a text.
    if (value.includes("\n") || value.length > MAX_QUOTED_LENGTH) return undefined;
    return { from: start, to: end - Math.min(run, depth) };
  }
  return undefined;
}

const MAX_QUOTED_LENGTH = 16_384;

function wordAt(text: string, from: number, isHeader: boolean): Word | undefined {
  OPENING.lastIndex = from;
  const bare = OPENING.exec(text) === null ? from : OPENING.lastIndex;
  SCHEME.lastIndex = bare;
  const isAfterScheme = isHeader && SCHEME.exec(text) !== null;
  const start = isAfterScheme ? SCHEME.lastIndex : bare;
  WORD_START.lastIndex = start;
  const word = WORD_START.exec(text)?.[0];
  return word === undefined ? undefined : { from: start, text: word, isOpen: bare > from, isAfterScheme };
}

function isSecretString(value: string): boolean {
  return value.length >= 3 && !isPlaceholder(value);
}

/**
 * Whether a word is a secret. In `KEY=value`, it is one from 4 characters on. After `: ` or ` = ` it may be prose or
 * code, so it must look machine-generated.
 */
function isSecretWord(value: string, isTight: boolean): boolean {
  if (/^(?:process|os|env|config|self|this|options|args|settings)[.[]/.test(value)) return false;
  if (isTight) return value.length >= 4;
  if (value.length >= 16 && value.endsWith("=")) return true;
  return value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value);
}
