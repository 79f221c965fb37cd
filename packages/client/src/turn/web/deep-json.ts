// Writes JSON without recursion, for values that nest deeper than `JSON.stringify` goes (about 7,000 levels).

/** Writes a value that came from JSON. Values that JSON cannot hold become `null`, as `JSON.stringify` does in arrays. */
export function stringifyDeep(value: unknown): string {
  const out: string[] = [];
  /** The stack of what is still to be written, literal text or a value. The next one is last. */
  const pending: ({ readonly text: string } | { readonly value: unknown })[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ("text" in next) out.push(next.text);
    else if (Array.isArray(next.value)) {
      out.push("[");
      pending.push({ text: "]" });
      for (let place = next.value.length - 1; place >= 0; place -= 1)
        pending.push({ value: next.value[place] as unknown }, ...(place > 0 ? [{ text: "," }] : []));
    } else if (typeof next.value === "object" && next.value !== null) {
      const fields = Object.entries(next.value).filter(([, field]) => field !== undefined);
      out.push("{");
      pending.push({ text: "}" });
      for (let place = fields.length - 1; place >= 0; place -= 1) {
        const [name, field] = fields[place] as [string, unknown];
        pending.push({ value: field }, { text: `${place > 0 ? "," : ""}${JSON.stringify(name)}:` });
      }
    } else out.push(JSON.stringify(next.value) ?? "null");
  }
  return out.join("");
}
