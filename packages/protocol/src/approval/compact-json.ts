// Writes JSON on one line for values of any depth. `JSON.stringify` overflows the stack at some thousand levels.

export function compactJson(value: unknown): string {
  let text = "";
  /** A stack of what remains to be written: finished text, or a value. */
  const waiting: ({ readonly text: string } | { readonly value: unknown })[] = [{ value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ("text" in next) text += next.text;
    else if (typeof next.value !== "object" || next.value === null) text += scalarText(next.value);
    else if (Array.isArray(next.value)) {
      const items: readonly unknown[] = next.value;
      text += "[";
      waiting.push({ text: "]" });
      for (let place = items.length - 1; place >= 0; place -= 1) {
        waiting.push({ value: items[place] });
        if (place > 0) waiting.push({ text: "," });
      }
    } else {
      const entries = Object.entries(next.value);
      text += "{";
      waiting.push({ text: "}" });
      for (let place = entries.length - 1; place >= 0; place -= 1) {
        const [key, item] = entries[place] ?? [""];
        waiting.push({ value: item }, { text: `${place > 0 ? "," : ""}${JSON.stringify(key)}:` });
      }
    }
  }
  return text;
}

/** Writes a scalar. Values that JSON cannot represent become null, as in JSON.stringify. */
function scalarText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)) ? String(value) : "null";
}
