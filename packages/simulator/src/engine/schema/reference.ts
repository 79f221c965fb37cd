// Local references: `#`, `#/$defs/name`, and the schema's own `$id` before them.

import { isRecord } from "../../json.ts";

/** Undefined if there is nothing there. */
export function resolveReference(root: unknown, reference: string): unknown {
  const id = isRecord(root) && typeof root["$id"] === "string" ? root["$id"].replace(/#$/u, "") : "";
  const local = id !== "" && reference.startsWith(id) ? reference.slice(id.length) : reference;
  if (local === "" || local === "#") return root;
  if (!local.startsWith("#/")) return undefined;
  let found: unknown = root;
  for (const step of local.slice(2).split("/")) {
    const name = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
