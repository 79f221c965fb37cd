// Reads the message of any thrown value, never its stack.

/** Returns the message of a thrown value. The text is never blank and has no lone surrogates. Never throws. */
export function getErrorMessage(error: unknown): string {
  return toWellFormed(readMessage(error).trim()) || "It failed without a message.";
}

/** Adds a full stop if the message has no end mark, so that another sentence can follow. */
export function toSentence(message: string): string {
  return /[.!?…]["'`)\]]?$/.test(message) ? message : `${message}.`;
}

/**
 * Replaces lone surrogates, which are invalid in a line of JSON. They occur where a string was cut inside a character.
 */
export function toWellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}

/** Reads the message. At run time `message` of an error can be anything: undefined, an object, a getter that throws. */
function readMessage(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return String(thrown);
    const { message, name } = thrown as { readonly message: unknown; readonly name: unknown };
    return [message, name].find((text): text is string => typeof text === "string" && text.trim() !== "") ?? "";
  } catch {
    return "";
  }
}
