// The text of `$'…'` as bash decodes it.

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
const CODE = /([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|c([\s\S])/y;

const BODY = /(?:[^'\\]|\\[\s\S])*/y;

/** Decodes from behind the opening quote. Returns undefined if the quote is not closed. */
export function decodeAnsiC(text: string, from: number): { readonly value: string; readonly end: number } | undefined {
  // Bash looks for the closing quote first, and decodes then: the quote of `$'\c'` closes, though `\c` takes a character.
  BODY.lastIndex = from;
  BODY.exec(text);
  const end = BODY.lastIndex;
  return text[end] === "'" ? { value: decode(text.slice(from, end)), end: end + 1 } : undefined;
}

function decode(text: string): string {
  let value = "";
  for (let at = 0; at < text.length;) {
    const char = text[at] ?? "";
    if (char !== "\\") {
      value += char;
      at++;
      continue;
    }
    CODE.lastIndex = at + 1;
    const match = CODE.exec(text);
    if (match === null) {
      const next = text[at + 1] ?? "";
      // An unknown escape keeps its backslash.
      value += SIMPLE[next] ?? (/["'\\?]/.test(next) ? next : `\\${next}`);
      at += 2;
      continue;
    }
    const [, octal, hex, short, long, control] = match;
    if (control !== undefined) value += String.fromCharCode(control.charCodeAt(0) & 0x1f);
    else if (octal !== undefined) value += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    else value += toCharacter(Number.parseInt(hex ?? short ?? long ?? "0", 16));
    at = CODE.lastIndex;
  }
  return value;
}

function toCharacter(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
}
