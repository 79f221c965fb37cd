// Makes text from a model or a tool harmless for a terminal: removes control sequences and control characters, and shows
// characters that change the writing direction or hide text as their code.

/**
 * CSI, OSC and the other sequences of ECMA-48, in both encodings. An unterminated sequence ends at its line end: otherwise a few
 * bytes could hide everything after them.
 */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex -- the pattern matches control characters
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*(?:[@-~]|$)|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C\n]*(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]*[0-~]?/g;
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;
/** Trojan source: direction marks and invisible tags. */
const DECEIVING = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C\u{E0000}-\u{E007F}]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Sanitizes a text. Tabs and line feeds stay; CR LF becomes LF, and so does a lone CR, which would overwrite the line. */
export function sanitize(text: string): string {
  if (isPlain(text)) return text;
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(SEQUENCES, "")
    .replaceAll(CONTROLS, "")
    .replaceAll(LONE_SURROGATE, "\uFFFD")
    .replaceAll(
      DECEIVING,
      (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`,
    );
}

/** Sanitizes a part of one line: line ends and tabs become spaces. */
export function sanitizeLine(text: string): string {
  return IN_LINE.test(text) ? sanitize(text).replaceAll(/[\t\n]/g, " ") : text;
}

const SUSPECT = // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u061C\u2028-\u202E\u2066-\u2069\uD800-\uDFFF]/;

const IN_LINE = // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u061C\u2028-\u202E\u2066-\u2069\uD800-\uDFFF]/;

function isPlain(text: string): boolean {
  return !SUSPECT.test(text);
}
