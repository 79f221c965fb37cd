// Some documents show `result.result` as a JSON string inside a JSON string. No measured CLI sends that, and a model that
// answers "quoted" must keep its quotes, so it is decoded only when that is certain.

/** The text inside a doubly encoded string, or undefined if it is not one. */
export function decodeDoubleEncoded(text: string): string | undefined {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return undefined;
  try {
    const inner: unknown = JSON.parse(text);
    return typeof inner === "string" ? inner : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The text of a result. Decoded if the decoded form is what the agent last said, or if there is nothing to compare it
 * with and nothing in the stream looks like a real CLI. What it said are the last texts of its last message, one or
 * more, joined as they are or by line ends; a line end more or less at the end of it makes no difference.
 */
export function resultText(text: string, lastTexts: readonly string[], isRealCli: boolean): string {
  const inner = decodeDoubleEncoded(text);
  if (inner === undefined) return text;
  if (lastTexts.length === 0) return isRealCli ? text : inner;
  const isSaid = (words: string): boolean => {
    const wanted = withoutLineEnd(words);
    let [plain, lines] = ["", ""];
    for (const [place, said] of lastTexts.toReversed().entries()) {
      plain = said + plain;
      lines = place === 0 ? said : `${said}\n${lines}`;
      if (withoutLineEnd(plain) === wanted || withoutLineEnd(lines) === wanted) return true;
      // No longer text of theirs can be it.
      if (plain.length > wanted.length + 1) return false;
    }
    return false;
  };
  // A model that answers "quoted" keeps its quotes.
  return !isSaid(text) && isSaid(inner) ? inner : text;
}

function withoutLineEnd(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
