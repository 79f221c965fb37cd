// A value as one line of JSON that is safe to look at: what JSON leaves as it is and a terminal does not (DEL, C1, marks that
// turn or hide text) is escaped there. It means the same either way.

const UNSAFE = /[\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|\uDB40[\uDC00-\uDC7F]/g;

export function jsonLine(value: object, { isTTY }: { readonly isTTY?: boolean | undefined }): string {
  const json = shallow(value);
  return isTTY === true ? json.replaceAll(UNSAFE, escaped) : json;
}

/** JSON may nest deeper than it can be written: such a value is told, not shown. */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? "";
  } catch {
    return '"(nested too deeply to show)"';
  }
}

function shallow(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    const fields = Object.entries(value).map(
      ([name, field]): string => `${JSON.stringify(name)}:${jsonText(field) || "null"}`,
    );
    return `{${fields.join(",")}}`;
  }
}

function escaped(unsafe: string): string {
  return unsafe
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
