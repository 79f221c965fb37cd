// JSON.stringify without its depth limit. It recurses, so 10,000 nested brackets on the wire would make it throw.

import type { Json } from "./json.ts";

export function stringify(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    return stringifyDeep(value);
  }
}

function stringifyDeep(root: Json): string {
  let text = "";
  const pending: ({ readonly text: string } | { readonly value: Json })[] = [{ value: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ("text" in next) {
      text += next.text;
      continue;
    }
    const { value } = next;
    if (typeof value !== "object" || value === null) {
      text += JSON.stringify(value);
      continue;
    }
    const isList = Array.isArray(value);
    text += isList ? "[" : "{";
    pending.push({ text: isList ? "]" : "}" });
    const entries = Object.entries(value) as [string, Json][];
    for (let i = entries.length - 1; i >= 0; i -= 1) {
      const [key, inner] = entries[i] as [string, Json];
      pending.push({ value: inner }, { text: `${i > 0 ? "," : ""}${isList ? "" : `${JSON.stringify(key)}:`}` });
    }
  }
  return text;
}
