// A value of the stream that should be a text, as one.

/** Anything else as JSON: whoever looks at a broken stream wants to see what stands there. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
