// One line of text to a known message, an unknown one, or a verdict on what is wrong. Never throws, for any text.

import { OUTPUT_TYPES, SYSTEM_SUBTYPES } from "./generated/known-names.ts";
import type { OutputMessage } from "./output/message.ts";
import type { Json, JsonObject } from "./json.ts";
import { isObject } from "./read.ts";
import { describeBrokenShape } from "./shape.ts";
import { fromTranscript, isJournalEntry, isKnownTranscriptType, isTranscriptEntry } from "./transcript.ts";

/** The outcome of reading one line. */
export type Parsed =
  /** A message this version knows, of the shape it relies on. */
  | { readonly kind: "known"; readonly message: OutputMessage }
  /** An entry of a transcript file, with `message` in the stream's form. */
  | { readonly kind: "transcript"; readonly message: JsonObject; readonly entry: JsonObject }
  /** A JSON object of an unknown type or system subtype, untouched. */
  | { readonly kind: "unknown"; readonly message: JsonObject }
  /** Not a message; `message` is there when it is at least an object of a known type, so that parts can be saved. */
  | {
      readonly kind: "malformed";
      readonly reason: "not-json" | "not-object" | "bad-shape";
      readonly detail: string;
      readonly message?: JsonObject;
      /** The entry, if it is one of a transcript file; `message` has the stream's form. */
      readonly entry?: JsonObject;
    };

/** Reads one line, without its line end. */
export function parse(line: string): Parsed {
  let value: Json;
  try {
    value = JSON.parse(line) as Json;
  } catch {
    const isJoined = /\}\s*\{"/.test(line);
    const what = isJoined ? "of several JSON objects without a line break between them" : "that are not JSON";
    return { kind: "malformed", reason: "not-json", detail: `${line.length} characters ${what}` };
  }
  if (!isObject(value)) {
    const kind = Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`;
    return { kind: "malformed", reason: "not-object", detail: `${kind} where an object should be` };
  }
  return classify(value);
}

/** The same for a message that is already an object. */
export function classify(message: JsonObject): Parsed {
  const { type, subtype } = message;
  if (typeof type !== "string") {
    return { kind: "malformed", reason: "bad-shape", detail: "type is missing or not a string" };
  }
  if (isTranscriptEntry(message) || isJournalEntry(message)) return classifyEntry(message, type);
  if (!OUTPUT_TYPES.has(type)) return { kind: "unknown", message };
  if (type === "system" && typeof subtype === "string" && !SYSTEM_SUBTYPES.has(subtype))
    return { kind: "unknown", message };
  const detail = describeBrokenShape(message);
  if (detail !== undefined) return { kind: "malformed", reason: "bad-shape", detail, message };
  // The one cast of the wire: what we rely on has been checked, the rest is read with care.
  return { kind: "known", message: message as unknown as OutputMessage };
}

function classifyEntry(entry: JsonObject, type: string): Parsed {
  if (isJournalEntry(entry)) {
    return { kind: "transcript", message: { ...entry, type: "workflow-journal", state: type }, entry };
  }
  if (!isKnownTranscriptType(type)) return { kind: "unknown", message: entry };
  const message = fromTranscript(entry);
  const detail = describeBrokenShape(message);
  if (detail !== undefined) return { kind: "malformed", reason: "bad-shape", detail, message, entry };
  return { kind: "transcript", message, entry };
}
