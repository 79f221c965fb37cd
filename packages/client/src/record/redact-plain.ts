// Secrets in a text that is not JSON, or in a string of JSON once it is decoded: code, logs, settings, shell, and JSON
// that somebody has quoted in it, escaped as often as it was.

import { redactAssignments } from "./redact-assignments.ts";
import {
  redactPrivateKeys,
  SECRET_ADDRESS,
  SECRET_ANYWHERE,
  SECRET_SCHEME,
  SECRET_SHAPE,
  SECRET_USERINFO,
} from "./secret-shapes.ts";

export const MARK = "[redacted]";

export interface PlainRedactor {
  /** False: nothing here looks like a secret from afar. One pass over the text, and most texts end here. */
  mayChange(text: string): boolean;
  redact(text: string): string;
}

/** Every pattern has one of these in it. Every line with figures counts `tokens`; those are passed over. */
const HINT =
  /-----BEGIN|passw|phrase|secret|token(?!s)|credential|authorization|cookie|key|bearer|basic|:\/\/|[spr]k[-_]|gh[pousr]_|github_pat|glpat-|xox|xapp-|A[KS]IA|AIza|GOCSPX|ya29\.|npm_|hf_|pypi-|dop_v1|SG\.|eyJ|whsec_/i;

export function createPlainRedactor(values: readonly string[]): PlainRedactor {
  const exact = exactPattern(values);
  return {
    mayChange: (text) => HINT.test(text) || (exact !== undefined && text.search(exact) !== -1),
    redact(text) {
      const known = exact === undefined ? text : text.replace(exact, MARK);
      const bare = redactPrivateKeys(known, MARK)
        .replace(SECRET_ANYWHERE, MARK)
        .replace(SECRET_SHAPE, MARK)
        .replace(SECRET_ADDRESS, `$1${MARK}`);
      return redactAssignments(bare, MARK).replace(SECRET_SCHEME, `$1${MARK}`).replace(SECRET_USERINFO, `$1${MARK}@`);
    },
  };
}

/** Longest first, so that a value within another does not tear it apart; also as JSON quotes it, once and twice. */
function exactPattern(values: readonly string[]): RegExp | undefined {
  const forms = values.flatMap((value) =>
    value === "" || value === MARK ? [] : [value, quoted(value), quoted(quoted(value))],
  );
  if (forms.length === 0) return undefined;
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")).join("|"), "g");
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
