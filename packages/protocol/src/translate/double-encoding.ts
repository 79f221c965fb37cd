// Some documents show `result.result` as a JSON string inside a JSON string. No measured CLI sends that, and an answer
// that really is "quoted" must keep its quotes, so the text is decoded only if it is certainly doubly encoded.

/** Returns the text inside a doubly encoded string, or undefined if it is not one. */
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
 * Returns the text of a result. It is decoded if the decoded form equals the agent's last words, or if there is nothing
 * to compare it with and nothing in the stream indicates a real CLI. The last words are the last one or more texts of
 * the last message, joined directly or by line ends. A line end at the end is ignored.
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
      // The joined text is already longer than the wanted one, so it cannot match any more.
      if (plain.length > wanted.length + 1) return false;
    }
    return false;
  };
  // An answer that really is "quoted" keeps its quotes.
  return !isSaid(text) && isSaid(inner) ? inner : text;
}

function withoutLineEnd(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
