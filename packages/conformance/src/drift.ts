// What a CLI says that our wire types do not know: types and subtypes by the decoder, fields by the text of the types.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { decodeLines } from "./tracks.ts";

/** Objects inside a message whose fields the CLI decides, too. */
const INSIDE = ["message", "event", "request", "response", "rate_limit_info", "compact_metadata", "patch", "usage"];

/** Each finding once, as `type/subtype place.field`. */
export function driftOf(lines: readonly string[], declared: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const event of decodeLines(lines)) {
    if (event.type === "unknown")
      found.add(`${event.wireType}${event.wireSubtype === undefined ? "" : `/${event.wireSubtype}`}`);
    if (event.type === "malformed") found.add(`malformed ${event.reason}: ${event.detail}`);
  }
  for (const line of lines) for (const field of foreignFields(line, declared)) found.add(field);
  return [...found].sort();
}

function foreignFields(line: string, declared: ReadonlySet<string>): string[] {
  const message = parseObject(line);
  if (message === undefined) return [];
  const name = [message["type"], message["subtype"]].filter((part) => typeof part === "string").join("/");
  return ["", ...INSIDE].flatMap((place) => {
    const object = place === "" ? message : message[place];
    if (typeof object !== "object" || object === null || Array.isArray(object)) return [];
    return Object.keys(object)
      .filter((field) => !declared.has(field))
      .map((field) => `${name} ${place === "" ? "" : `${place}.`}${field}`);
  });
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Every field that a wire type declares. The types are gone when the program runs, so their text is read. */
export function declaredFields(): ReadonlySet<string> {
  const folder = join(dirname(fileURLToPath(import.meta.resolve("@unspool/protocol"))), "../src/wire");
  const text = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  return new Set([...text.matchAll(/readonly (\w+)\??:/g)].map(([, field = ""]) => field));
}
