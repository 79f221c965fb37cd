// Brace expansion of one word: `{rm,-rf}` is two words. The reader marks the braces and commas that stand outside quotes.

export const MARKS = { "{": "\uE002", ",": "\uE003", "}": "\uE004" } as const;

const MARK = /[\uE002-\uE004]/g;
const UNMARKED: Readonly<Record<string, string>> = { "\uE002": "{", "\uE003": ",", "\uE004": "}" };
const SEQUENCE = /^(?:-?\d+|[A-Za-z])\.\.(?:-?\d+|[A-Za-z])(?:\.\.-?\d+)?$/;
const MAX_WORDS = 256;

/** @param unknown stands for the words of a sequence such as `{1..9}`, and of an expansion that is too long to write out */
export function expandBraces(word: string, unknown: string): readonly string[] {
  if (!word.includes(MARKS["{"])) return [unmark(word)];
  const words = expand(word, unknown, { left: MAX_WORDS });
  // A word that becomes empty is dropped: `{,rm} x` runs rm.
  return words === undefined ? [unknown] : words.map(unmark).filter((part) => part !== "");
}

function expand(word: string, unknown: string, budget: { left: number }): readonly string[] | undefined {
  for (let open = word.indexOf(MARKS["{"]); open !== -1; open = word.indexOf(MARKS["{"], open + 1)) {
    if (--budget.left < 0) return undefined;
    const group = readGroup(word, open);
    if (group === undefined) continue;
    const tails = expand(word.slice(group.end), unknown, budget);
    if (tails === undefined) return undefined;
    const head = word.slice(0, open);
    const results: string[] = [];
    for (const part of group.parts) {
      const middles = group.parts.length === 1 ? [unknown] : expand(part, unknown, budget);
      if (middles === undefined) return undefined;
      for (const middle of middles) for (const tail of tails) results.push(head + middle + tail);
      if (results.length > MAX_WORDS) return undefined;
    }
    return results;
  }
  return [word];
}

/** The alternatives of the brace at `open`; one alternative is a sequence. Undefined if the brace is an ordinary character. */
function readGroup(
  word: string,
  open: number,
): { readonly parts: readonly string[]; readonly end: number } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open + 1; at < word.length; at++) {
    const char = word[at];
    if (char === MARKS["{"]) depth++;
    else if (char === MARKS[","] && depth === 0) {
      parts.push(word.slice(from, at));
      from = at + 1;
    } else if (char === MARKS["}"] && depth-- === 0) {
      const last = word.slice(from, at);
      if (parts.length === 0 && !SEQUENCE.test(last)) return undefined;
      return { parts: [...parts, last], end: at + 1 };
    }
  }
  return undefined;
}

function unmark(word: string): string {
  return word.replaceAll(MARK, (mark) => UNMARKED[mark] ?? mark);
}
