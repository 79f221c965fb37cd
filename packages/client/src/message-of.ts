// What was thrown, in words: its message, never its stack.

/** Never blank, and without halves of surrogate pairs, which no line may hold. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message.trim() || error.name : describe(error);
  return wellFormed(message.trim()) || "It failed without a message.";
}

/** With a full stop, so that another sentence can follow. */
export function sentence(message: string): string {
  return /[.!?…]["'`)\]]?$/.test(message) ? message : `${message}.`;
}

/** A string that was cut in the middle of a character may end in half of it. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}

function describe(thrown: unknown): string {
  try {
    return typeof thrown === "string" ? thrown : String(thrown);
  } catch {
    return "";
  }
}
