// Text of a model or a tool, made safe for a terminal: no control sequence survives, whole or cut anywhere.
// What is left has LF as its only control character, and reads in the order in which it was written.

/** Cleans a whole text. */
export function sanitize(text) {
  return createSanitizer().push(text);
}

/** Cleans a text that arrives in pieces: a sequence may begin in one piece and end in another. */
export function createSanitizer() {
  let state = inText;
  let isAfterReturn = false;
  let heldSurrogate = "";

  const push = (piece) => {
    let whole = heldSurrogate + piece;
    heldSurrogate = "";
    if (/[\ud800-\udbff]$/.test(whole)) {
      heldSurrogate = whole.at(-1);
      whole = whole.slice(0, -1);
    }
    if (state === inText && !isAfterReturn && !SUSPICIOUS.test(whole)) return whole;
    let clean = "";
    for (const character of whole.toWellFormed()) {
      const before = state;
      const [next, output] = before(character);
      state = next;
      // CR LF is one line end, and so is CR alone: it must not go back over what stands there.
      if (!(isAfterReturn && character === "\n" && before === inText)) clean += output;
      isAfterReturn = character === "\r";
    }
    return clean;
  };
  return { push };
}

// Anything that is not plain: controls, surrogates, and the format characters named below.
const SUSPICIOUS =
  /[^\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u180d\u180f-\u200a\u200c-\u2027\u2030-\u205f\u2070-\ud7ff\ue000-\ufefe\uff00-\ufff8\ufffc\ufffd]/;

// Embeddings, overrides and isolates turn the reading order round; the others are invisible and can carry hidden text.
// U+200D stays (it joins emoji), and so do the plain direction marks of right-to-left scripts.
const HIDDEN = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const LINE_ENDS = new Set(["\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029"]);
const STRING_STARTERS = new Set(["\u0090", "\u0098", "\u009d", "\u009e", "\u009f"]);

// The states of a terminal's own parser (ECMA-48): each takes a character and gives the next state and what to print.
function inText(character) {
  if (character === "\u001b") return [inEscape, ""];
  if (character === "\u009b") return [inControl, ""];
  if (STRING_STARTERS.has(character)) return [inString, ""];
  if (LINE_ENDS.has(character)) return [inText, "\n"];
  if (character === "\t") return [inText, "  "];
  if (isControl(character) || HIDDEN.test(character)) return [inText, ""];
  return [inText, character];
}

function inEscape(character) {
  if (character === "[") return [inControl, ""];
  if ("]PX^_".includes(character)) return [inString, ""];
  if (/[\u0020-\u002f]/.test(character)) return [inEscape, ""];
  if (/[\u0030-\u007e]/.test(character)) return [inText, ""];
  return inText(character);
}

function inControl(character) {
  if (/[\u0020-\u003f]/.test(character)) return [inControl, ""];
  if (/[\u0040-\u007e]/.test(character)) return [inText, ""];
  return inText(character);
}

// Titles, links, clipboard and the like, up to BEL or ST. A line end closes them too, so that a string without an end
// cannot swallow what follows. The backslash of ESC \ is taken by `inEscape`.
function inString(character) {
  if (character === "\u0007" || character === "\u009c") return [inText, ""];
  if (character === "\u001b") return [inEscape, ""];
  if (LINE_ENDS.has(character)) return inText(character);
  return [inString, ""];
}

function isControl(character) {
  const code = character.codePointAt(0);
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}
