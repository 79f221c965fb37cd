// Finds fields that a newer CLI has added: fields of a line that the wire types do not have. This is separate from the
// decoder, which ignores such fields, so that the list of all fields is loaded only where it is needed.

import { KNOWN_FIELDS } from "./wire/generated/known-fields.ts";
import type { JsonObject } from "./wire/json.ts";
import { isObject } from "./wire/read.ts";

/**
 * Known fields by message and nested object, such as `assistant message`. The second is empty for the message itself.
 */
const KNOWN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  KNOWN_FIELDS.map((line) => {
    const [name = "", place = "", ...fields] = line.split(" ");
    return [`${name} ${place}`, new Set(fields)];
  }),
);
const PLACES: ReadonlySet<string> = new Set([...KNOWN.keys()].map((key) => key.split(" ")[1] ?? ""));

/** Lists the unknown fields of a message, as `assistant message.field` or `system/init field`. */
export function findUnknownFields(message: JsonObject): readonly string[] {
  const { type, subtype } = message;
  if (typeof type !== "string") return [];
  const name = typeof subtype === "string" ? `${type}/${subtype}` : type;
  return [...PLACES].flatMap((place) => {
    const known = KNOWN.get(`${name} ${place}`) ?? KNOWN.get(`${type} ${place}`);
    const object = place === "" ? message : message[place];
    if (known === undefined || !isObject(object)) return [];
    const unknown = Object.keys(object).filter((field) => !known.has(field));
    return unknown.map((field) => `${name} ${place === "" ? "" : `${place}.`}${field}`);
  });
}
