// What was thrown, in words: its message, never its stack.

/** Never blank, and without halves of surrogate pairs, which no line may hold. Never throws, whatever was thrown. */
export function messageOf(error: unknown): string {
  return wellFormed(describe(error).trim()) || "It failed without a message.";
}

/** With a full stop, so that another sentence can follow. */
export function sentence(message: string): string {
  return /[.!?…]["'`)\]]?$/.test(message) ? message : `${message}.`;
}

/** A string that was cut in the middle of a character may end in half of it. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}

/** `message` of an error can be anything at run time: undefined, an object, a getter that throws. */
function describe(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return String(thrown);
    const { message, name } = thrown as { readonly message: unknown; readonly name: unknown };
    return (
      [message, name].map((text) => (typeof text === "string" ? text : "")).find((text) => text.trim() !== "") ?? ""
    );
  } catch {
    return "";
  }
}
