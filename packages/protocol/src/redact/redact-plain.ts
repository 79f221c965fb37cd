// Redacts secrets in text that is not JSON, or in a decoded JSON string: code, logs, settings, shell commands, and
// quoted JSON with any number of escapes.

import { redactAssignments } from "./redact-assignments.ts";
import { isEncodedLogin, isPlaceholder } from "./secret-names.ts";
import {
  redactPrivateKeys,
  SECRET_ADDRESS,
  SECRET_ANYWHERE,
  SECRET_COOKIES,
  SECRET_ELEMENT,
  SECRET_CURL_USER,
  SECRET_QUERY,
  SECRET_AUTH,
  SECRET_SHAPE,
  SECRET_URL_TOKEN,
  SECRET_URL_PASSWORD,
} from "./secret-shapes.ts";

export const MARK = "[redacted]";

export interface PlainRedactor {
  /** Returns false if the text certainly contains no secret. One pass over the text decides this for most texts. */
  mayChange(text: string): boolean;
  redact(text: string): string;
  /** Whether the text contains one of the given values. */
  hasExact(text: string): boolean;
}

/**
 * Every secret pattern contains one of these. `tokens` is excluded, because every line with usage figures contains it.
 * The hints are split into several patterns, because a single one is twice as slow.
 */
const HINT =
  /-----BEGIN|passw|phrase|secret|token(?!s)|credential|authorization|cookie|key|bearer|basic|:\/\/|[spr]k[-_]|gh[pousr]_|github_pat|glpat-|xox|xapp-|A[KS]IA|AIza|GOCSPX|ya29\.|npm_|hf_|pypi-|dop_v1|SG\.|eyJ|whsec_/i;
const NAME_HINT = /auth[\\"']{0,32}[ \t]{0,8}[:=]|_auth|_pass|_pwd|sshpass|sig(?:nature)?=|curl/i;
const TOKEN_HINT = /c2stYW50L|NrLWFudC|zay1hbnQt|hv[sbr]\.|gsk_|xai-|shp[a-z]{2}_|dapi|lin_|dckr_|glsa_/;

function hasHint(text: string): boolean {
  if (HINT.test(text) || NAME_HINT.test(text) || TOKEN_HINT.test(text)) return true;
  if (DISGUISE.test(text)) return true;
  // Escaped letters may hide a hint.
  return (text.includes("\\u00") || text.includes("\\/")) && ESCAPED.test(text);
}

export function createPlainRedactor(values: readonly string[]): PlainRedactor {
  const exact = exactPattern(values);
  return {
    mayChange: (text) => hasHint(text) || (exact !== undefined && text.search(exact) !== -1),
    hasExact: (text) => exact !== undefined && text.search(exact) !== -1,
    redact(given) {
      let text = given;
      // Text before a mark may look like a secret only after the redaction. A second call must find nothing more.
      for (let pass = 0; pass < MAX_PASSES; pass += 1) {
        const redacted = redactOnce(text, exact);
        if (redacted === text) break;
        text = redacted;
      }
      return text;
    },
  };
}

const MAX_PASSES = 8;

function redactOnce(given: string, exact: RegExp | undefined): string {
  const text = undisguised(given, exact);
  const redacted = redactReadable(text, exact);
  if (!ESCAPED.test(text)) return redacted;
  // Letters may be written as `\\u0073`, at any depth of quoting. They are decoded only if that reveals a secret.
  const plain = withoutEscapes(redacted);
  const again = redactReadable(plain, exact);
  return again === plain ? redacted : again;
}

/** Colours and invisible characters, also as JSON escapes: a secret that contains them does not look like one. */
// oxlint-disable-next-line no-control-regex -- terminal sequences begin with ESC
const DISGUISE = /(?:\u001B|\\u001b)\[|[\u00AD\u200B-\u200F\u2060\uFEFF]|\\u(?:200[b-f]|2060|feff|00ad)/i;
const ALL_DISGUISES =
  // oxlint-disable-next-line no-control-regex -- the same
  /(?:\u001B|\\{1,64}u001b)\[[0-?]{0,32}[ -/]{0,4}[@-~]|[\u00AD\u200B-\u200F\u2060\uFEFF]|\\{1,64}u(?:200[b-f]|2060|feff|00ad)/gi;

/** Returns the text without them, if that reveals a secret. */
function undisguised(text: string, exact: RegExp | undefined): string {
  if (!DISGUISE.test(text)) return text;
  const plain = text.replace(ALL_DISGUISES, "");
  const shown = redactReadable(plain, exact);
  // If the same secrets are found with these characters in place, they are kept.
  return shown === redactReadable(text, exact).replace(ALL_DISGUISES, "") ? text : plain;
}

function redactReadable(text: string, exact: RegExp | undefined): string {
  const known = exact === undefined ? text : text.replace(exact, MARK);
  const bare = redactPrivateKeys(known, MARK)
    .replace(SECRET_ANYWHERE, MARK)
    .replace(SECRET_SHAPE, MARK)
    .replace(SECRET_ADDRESS, `$1${MARK}`);
  let result = redactAssignments(bare, MARK)
    .replace(SECRET_AUTH, `$1${MARK}`)
    .replace(SECRET_URL_PASSWORD, `$1${MARK}@`)
    .replace(SECRET_URL_TOKEN, `$1${MARK}@`)
    .replace(SECRET_COOKIES, `$1${MARK}`);
  // These are rare, and a search for one character is faster than the pattern.
  if (result.includes("=")) result = result.replace(SECRET_QUERY, `$1${MARK}`);
  if (result.includes("<")) {
    result = result.replace(SECRET_ELEMENT, (whole, tag: string, value: string) =>
      isPlaceholder(value) ? whole : tag + MARK,
    );
  }
  if (/auth/i.test(result)) {
    result = result.replace(ENCODED_LOGIN, (whole, name: string, between: string, value: string) =>
      isEncodedLogin(name, value) ? name + between + MARK : whole,
    );
  }
  if (!result.includes("curl")) return result;
  return result.replace(SECRET_CURL_USER, (whole, login: string, value: string, at: number, all: string) =>
    !isPlaceholder(value) && /\bcurl\b/.test(all.slice(Math.max(0, at - CURL_DISTANCE), at)) ? login + MARK : whole,
  );
}

/** Maximum distance between `curl` and its `-u`. */
const CURL_DISTANCE = 400;

const ENCODED_LOGIN =
  /(?<![A-Za-z0-9])(_?auth)(\\{0,32}["']?[ \t]{0,8}[:=][ \t]{0,8}\\{0,32}["']?)([A-Za-z0-9+/]{8,4096}={0,2})(?![A-Za-z0-9+/=])/gi;

/** Escapes of printable ASCII except the quote and the backslash, and `\\/`. */
const ESCAPED = /\\(?:u00(?:2[013-9a-f]|[3-7][0-9a-f])|\/)/i;
const ALL_ESCAPED = /\\{1,64}(?:u00(2[013-9a-f]|[346][0-9a-f]|5[0-9abd-f]|7[0-9a-e])|(\/))/gi;

function withoutEscapes(text: string): string {
  return text.replace(ALL_ESCAPED, (_, code: string | undefined, slash: string | undefined) =>
    code === undefined ? (slash ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Creates a pattern of the given values: as they are, JSON-escaped once and twice, URL-encoded, and in base64. Longer
 * forms come first, so that a value inside another one does not split it.
 */
function exactPattern(values: readonly string[]): RegExp | undefined {
  const forms = values.flatMap((value) =>
    value === "" || value === MARK
      ? []
      : [value, quoted(value), quoted(quoted(value)), inAddress(value), ...inBase64(value)],
  );
  if (forms.length === 0) return undefined;
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("|"), "g");
}

/** Returns the URL-encoded value. Half of a surrogate pair cannot be encoded. */
function inAddress(value: string): string {
  return encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
}

/** Returns the base64 characters that do not depend on the surrounding bytes, for each of the three alignments. */
function inBase64(value: string): readonly string[] {
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte));
  if (bytes.length < 12) return [];
  return [0, 1, 2].map((shift) => {
    const text = btoa("\0".repeat(shift) + bytes.join(""));
    return text.slice(shift === 0 ? 0 : shift + 1, Math.floor(((shift + bytes.length) * 4) / 3));
  });
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
