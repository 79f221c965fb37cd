// Finds what a CLI writes that our wire types do not know: types and subtypes by the decoder, fields by their names.

import { parseObject } from "@unspool/protocol/kit";
import { findUnknownFields } from "@unspool/protocol/known-fields";
import { decodeLines } from "../compare/tracks.ts";

/** Returns each finding once, as `type/subtype place.field`. */
export function findDrift(lines: readonly string[]): string[] {
  const found = new Set<string>();
  for (const event of decodeLines(lines)) {
    if (event.type === "unknown")
      found.add(`${event.wireType}${event.wireSubtype === undefined ? "" : `/${event.wireSubtype}`}`);
    if (event.type === "malformed") found.add(`malformed ${event.reason}: ${event.detail}`);
  }
  for (const line of lines) for (const field of findUnknownFields(parseObject(line) ?? {})) found.add(field);
  return [...found].sort();
}
