// Patterns of keys and tokens: those with a distinctive form, and those that follow a certain word, header or URL part.

import { SECRET_NAME_END } from "./secret-names.ts";

/** The start of a word, so that each word is tried once. The letter of an escape (`\n`, `\r`, `\t`) is not part of it. */
const START = "(?<![A-Za-z0-9_-])|(?<=\\\\[nrt])";

/** Not after + or /: base64 data contains such patterns by chance. */
const NOT_BASE64 = "(?<![+/])";

/** Requires a digit: without one it is a name, for example sk-learn-something. */
const DIGIT_AHEAD = "(?=[A-Za-z_-]{0,200}[0-9])";

/** Most begin with distinctive letters and repeat one character class, so that a text is scanned once. */
const SHAPES: readonly string[] = [
  `(?:sk|pk|rk)-${DIGIT_AHEAD}[A-Za-z0-9_-]{16,}`,
  "(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}",
  "whsec_[A-Za-z0-9]{16,}",
  "gh[pousr]_[A-Za-z0-9]{20,}",
  "github_pat_[A-Za-z0-9_]{20,}",
  "glpat-[A-Za-z0-9_-]{16,}",
  `xox[abeoprs]-${DIGIT_AHEAD}[A-Za-z0-9-]{10,}`,
  "xapp-[0-9][A-Za-z0-9-]{10,}",
  `${NOT_BASE64}(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9+/])`,
  `${NOT_BASE64}AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9+/])`,
  "GOCSPX-[A-Za-z0-9_-]{20,}",
  "ya29\\.[A-Za-z0-9_-]{20,}",
  "npm_[A-Za-z0-9]{30,}",
  "hf_[A-Za-z0-9]{30,}",
  "pypi-[A-Za-z0-9_-]{40,}",
  "dop_v1_[a-f0-9]{40,}",
  "hv[sbr]\\.[A-Za-z0-9_-]{20,}",
  "gsk_[A-Za-z0-9]{20,}",
  `xai-${DIGIT_AHEAD}[A-Za-z0-9_-]{20,}`,
  "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}",
  "dapi[a-f0-9]{32,}",
  "lin_(?:api|oauth)_[A-Za-z0-9]{20,}",
  "dckr_pat_[A-Za-z0-9_-]{20,}",
  "glsa_[A-Za-z0-9_]{30,}",
  "AGE-SECRET-KEY-1[A-Z0-9]{50,}",
  "SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}",
  "eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}",
];

export const SECRET_SHAPE: RegExp = new RegExp(`(?:${START})(?:${SHAPES.join("|")})`, "g");

/**
 * Long enough to be no coincidence, even inside a longer word. The last one is `sk-ant-` in base64, which has three
 * alignments.
 */
export const SECRET_ANYWHERE: RegExp =
  /sk-ant-[a-z]{3,8}[0-9]{2}-[A-Za-z0-9_-]{8,}|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}|glpat-[A-Za-z0-9_-]{20,}|(?:c2stYW50L|NrLWFudC|zay1hbnQt)[A-Za-z0-9+/_-]{24,}={0,2}/g;

/** URLs that are themselves the secret. */
export const SECRET_ADDRESS: RegExp =
  /(hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/|api\.telegram\.org\/bot)[A-Za-z0-9/:_-]{10,}/g;

/** A header with cookies, up to the end of its line or of the surrounding quotes. */
export const SECRET_COOKIES: RegExp =
  /((?<![\w-])(?:set-)?cookie:[ \t]{0,8})(?=[^\s=;"'`\\]{1,100}=)[^\r\n"'`\\]{6,}/gi;

/** A token alone before the host: `https://x1y2…@host`. */
export const SECRET_URL_TOKEN: RegExp = /(:\/\/)(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,200}@/g;

/** `Bearer` and `Basic`, followed by a word with a digit or one of `. / = +`. */
export const SECRET_AUTH: RegExp =
  /(\b(?:bearer|basic)(?:[ \t]|%20|\+){1,4})((?=[A-Za-z_~-]{0,200}[0-9./=+])[A-Za-z0-9._~+/=-]{12,})/gi;

/** `https://user:password@host`. The password ends at the last @ before the path. */
export const SECRET_URL_PASSWORD: RegExp = /(:\/\/[^\s:/@"'`<>\\]{0,200}:)(?!\[redacted\]@)[^\s/"'`<>\\]+@/g;

/** `?key=…` and signatures in URLs. */
export const SECRET_QUERY: RegExp =
  /([?&](?:amp;)?(?:key|sig|signature|x-(?:amz|goog)-signature)=)((?=[A-Za-z._~+%-]{0,200}[0-9])[A-Za-z0-9._~+%-]{12,})/gi;

/** `<password>…`, up to the next tag. */
export const SECRET_ELEMENT: RegExp = new RegExp(
  `(<[\\w:.-]{0,60}${SECRET_NAME_END}(?:\\s[^<>]{0,200})?>)([^<>]{3,4096})(?=<|$)`,
  "gi",
);

/** `-u name:password`. Only used after `curl`. */
export const SECRET_CURL_USER: RegExp =
  /(\s(?:-u|--user|-U|--proxy-user)[ \t=]{0,3}\\{0,8}["']?[^\s:"'\\]{1,100}:)([^\s"'\\]{1,1024})/g;

const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Redacts private keys including their END line, or as far as a cut-off key may reach. */
export function redactPrivateKeys(text: string, mark: string): string {
  let result = "";
  let copied = 0;
  let hasEnd = true;
  PEM_BEGIN.lastIndex = 0;
  for (let begin = PEM_BEGIN.exec(text); begin !== null; begin = PEM_BEGIN.exec(text)) {
    PEM_END.lastIndex = PEM_BEGIN.lastIndex;
    // If the rest of the text has no end line, later keys have none either, and the search is not repeated.
    hasEnd &&= PEM_END.exec(text) !== null;
    const end = hasEnd ? PEM_END.lastIndex : findCutKeyEnd(text, PEM_BEGIN.lastIndex);
    result += text.slice(copied, begin.index) + mark;
    copied = end;
    PEM_BEGIN.lastIndex = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Returns where text ends that may belong to a cut-off key: base64, headers, line breaks, line prefixes, also plain words. */
function findCutKeyEnd(text: string, from: number): number {
  const keyText = /[A-Za-z0-9+/=\s\\:,.|>→│_-]*/y;
  keyText.lastIndex = from;
  keyText.exec(text);
  // A backslash at the end belongs to the text after it.
  let end = keyText.lastIndex;
  while (end > from && text[end - 1] === "\\") end--;
  return end;
}
