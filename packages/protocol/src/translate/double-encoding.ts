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
 * with and nothing in the stream looks like a real CLI.
 */
export function resultText(text: string, lastText: string | undefined, isRealCli: boolean): string {
  const inner = decodeDoubleEncoded(text);
  if (inner === undefined || text === lastText) return text;
  const isCertain = lastText === undefined ? !isRealCli : inner === lastText;
  return isCertain ? inner : text;
}
