// A name that promises a secret, and what it is given: `PASSWORD=x`, `"token": "x"`, `\"token\": \"x\"`, `--api-key x`,
// `Authorization: Basic x`. The name stays, quotes stay, the value goes.

import { isPlaceholder, isSecretName, SECRET_NAME_END } from "./secret-names.ts";

/** The name's end, its closing quote, and what stands between it and the value. */
const NAME = new RegExp(
  `(${SECRET_NAME_END})(?![A-Za-z0-9_-])((?:\\\\{0,32}["'\`])?\\]?)([ \\t]{0,8}(?:=>|:=|=|:|,)[ \\t]{0,8}|[ \\t]{1,8})`,
  "gi",
);
const OPENING = /(\\{0,32})(["'`])/y;
const WORD = /[^\s"'`\\,;&<>()[\]{}|]+/y;
/** As much of a word as it is judged by: one that is no secret is gone through again from each name inside it. */
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
  /** Its beginning, to judge it by. */
  readonly text: string;
  /** Behind a quote that is never closed, because the text is cut off there. */
  readonly isOpen: boolean;
  /** Follows `Bearer` and the like in a header: a secret, however short. */
  readonly isAfterScheme: boolean;
}

function valueAt(text: string, match: RegExpExecArray, from: number): Span | undefined {
  const [, end = "", quote = "", separator = ""] = match;
  const name = nameBefore(text, match.index, end);
  if (!isSecretName(name)) return undefined;
  const isFlag = separator.trim() === "";
  // Only a flag or a setting is followed by its value without a sign: `--password x`, and not the words of a sentence.
  if (isFlag && (quote !== "" || !(name.startsWith("--") || isSetting(text, match.index + end.length - name.length))))
    return undefined;
  // `"--password", "x"` in a list of arguments.
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

/** `ENV NAME x` of Docker, `set -x NAME x` of fish, `setenv NAME x`, `login name password x` of .netrc. */
const SETTING = /(?:\b(?:ENV|ARG|setenv|setx)|\bset(?:\s+-{1,2}[A-Za-z-]{1,20}){1,3}|\blogin\s+\S{1,100})\s+$/;
const SETTING_DISTANCE = 160;

function isSetting(text: string, nameStart: number): boolean {
  return SETTING.test(text.slice(Math.max(0, nameStart - SETTING_DISTANCE), nameStart));
}

/** The whole name, as far back as a name goes. */
function nameBefore(text: string, end: number, tail: string): string {
  let start = end;
  while (start > 0 && end - start < 100 && /[\w.-]/.test(text[start - 1] ?? "")) start--;
  return text.slice(start, end) + tail;
}

/** Between quotes, however often they are escaped: up to the quote of the same depth, or of a lesser one. */
function quotedAt(text: string, from: number): Span | undefined {
  OPENING.lastIndex = from;
  const opening = OPENING.exec(text);
  if (opening === null) return undefined;
  const [whole, escapes = "", quote = '"'] = opening;
  const depth = escapes.length;
  // At depth d a quote has 2^d - 1 backslashes, and a backslash of the value 2^(d+1).
  const cycle = 2 * (depth + 1);
  const start = from + whole.length;
  for (let end = text.indexOf(quote, start); end !== -1; end = text.indexOf(quote, end + 1)) {
    let run = 0;
    while (end - run > start && text[end - run - 1] === "\\") run++;
    if (run % cycle !== depth && run > depth) continue;
    const value = text.slice(start, end - Math.min(run, depth));
    // A secret is of one line. A quote that closes nothing would otherwise take half a text with it.
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

/** `KEY=value` is one from 4 characters on; after `: ` or ` = ` it is prose or code, unless it looks made by a machine. */
function isSecretWord(value: string, isTight: boolean): boolean {
  if (/^(?:process|os|env|config|self|this|options|args|settings)[.[]/.test(value)) return false;
  if (isTight) return value.length >= 4;
  if (value.length >= 16 && value.endsWith("=")) return true;
  return value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value);
}
