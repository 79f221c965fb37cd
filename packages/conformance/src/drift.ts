// What a CLI says that our wire types do not know: types and subtypes by the decoder, fields by the text of
// the types, each at its place.

import type { Declared } from "./declared.ts";
import { decodeLines } from "./tracks.ts";

/** Objects inside a message whose fields the CLI decides, too. */
export const INSIDE: readonly string[] = [
  "message",
  "event",
  "request",
  "response",
  "rate_limit_info",
  "compact_metadata",
  "patch",
  "usage",
];

/** Each finding once, as `type/subtype place.field`. */
export function driftOf(lines: readonly string[], declared: Declared): string[] {
  const found = new Set<string>();
  for (const event of decodeLines(lines)) {
    if (event.type === "unknown")
      found.add(`${event.wireType}${event.wireSubtype === undefined ? "" : `/${event.wireSubtype}`}`);
    if (event.type === "malformed") found.add(`malformed ${event.reason}: ${event.detail}`);
  }
  for (const line of lines) for (const field of foreignFields(line, declared)) found.add(field);
  return [...found].sort();
}

function foreignFields(line: string, declared: Declared): string[] {
  const message = parseObject(line);
  if (message === undefined) return [];
  const [type, subtype] = [message["type"], message["subtype"]].map((part) =>
    typeof part === "string" ? part : undefined,
  );
  if (type === undefined) return [];
  const name = subtype === undefined ? type : `${type}/${subtype}`;
  return ["", ...INSIDE].flatMap((place) => {
    const object = place === "" ? message : message[place];
    if (typeof object !== "object" || object === null || Array.isArray(object)) return [];
    const known = declared.fieldsOf(type, subtype, place);
    return Object.keys(object)
      .filter((field) => known?.has(field) === false)
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
