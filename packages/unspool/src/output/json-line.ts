// A value as one line of JSON that is safe to look at: what JSON leaves as it is and a terminal does not (DEL, C1, marks that
// turn or hide text) is escaped there. It means the same either way.

const UNSAFE = /[\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|\uDB40[\uDC00-\uDC7F]/g;

export function jsonLine(value: object, { isTTY }: { readonly isTTY?: boolean | undefined }): string {
  const json = JSON.stringify(value);
  return isTTY === true ? json.replaceAll(UNSAFE, escaped) : json;
}

function escaped(unsafe: string): string {
  return unsafe
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
