// Fields that the known wire does not have, each once.

import type { JsonObject } from "@unspool/protocol";
import { finding, type OnFinding } from "./finding.ts";
import { KNOWN_FIELDS } from "./known-fields.ts";

/** By message and place, `assistant message`; the place is empty for the message itself. */
const KNOWN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  KNOWN_FIELDS.map((line) => {
    const [name = "", place = "", ...fields] = line.split(" ");
    return [`${name} ${place}`, new Set(fields)];
  }),
);
const PLACES: ReadonlySet<string> = new Set([...KNOWN.keys()].map((key) => key.split(" ")[1] ?? ""));

/** @returns what takes a message with its place in the file */
export function createFieldCheck(onFinding: OnFinding): (message: JsonObject, line: number) => void {
  const told = new Set<string>();
  return (message, line) => {
    const { type, subtype } = message;
    if (typeof type !== "string") return;
    const named = typeof subtype === "string" ? `${type}/${subtype}` : type;
    for (const place of PLACES) {
      const known = KNOWN.get(`${named} ${place}`) ?? KNOWN.get(`${type} ${place}`);
      const object = place === "" ? message : message[place];
      if (known === undefined || typeof object !== "object" || object === null || Array.isArray(object)) continue;
      for (const field of Object.keys(object)) {
        const path = `${named} ${place === "" ? "" : `${place}.`}${field}`;
        if (known.has(field) || told.has(path)) continue;
        told.add(path);
        onFinding(finding("unknown-field", line, `${path} is a field that is not known`));
      }
    }
  };
}
