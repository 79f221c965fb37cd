// Formats a value as one line of JSON. For a terminal, characters that JSON allows and a terminal interprets (DEL, C1, marks
// that reverse or hide text) are escaped, which does not change the value.

const UNSAFE = /[\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|\uDB40[\uDC00-\uDC7F]/g;

export function formatJsonLine(value: object, { isTTY }: { readonly isTTY?: boolean | undefined }): string {
  const json = stringify(value);
  return isTTY === true ? json.replaceAll(UNSAFE, escapeUnits) : json;
}

/** Formats JSON. A value that nests too deeply for `JSON.stringify` is replaced by a note. */
export function formatJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? "";
  } catch {
    return '"(nested too deeply to show)"';
  }
}

function stringify(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    const fields = Object.entries(value).map(
      ([name, field]): string => `${JSON.stringify(name)}:${formatJson(field) || "null"}`,
    );
    return `{${fields.join(",")}}`;
  }
}

function escapeUnits(unsafe: string): string {
  return unsafe
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** Returns a string as it is, and anything else as JSON: a broken stream may have any value where a text is expected. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
