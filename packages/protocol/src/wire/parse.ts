// Parses one line into a known message, an unknown one, or the reason why it is malformed. Never throws, for any text.

import { OUTPUT_TYPES, SYSTEM_SUBTYPES } from "./generated/known-names.ts";
import type { OutputMessage } from "./output/message.ts";
import type { Json, JsonObject } from "./json.ts";
import { isObject } from "./read.ts";
import { describeBrokenShape } from "./shape.ts";
import { fromTranscript, isJournalEntry, isKnownTranscriptType, isTranscriptEntry } from "./transcript.ts";

/** The outcome of reading one line. */
export type Parsed =
  /** A message of a known type whose checked fields are valid. */
  | { readonly kind: "known"; readonly message: OutputMessage }
  /** An entry of a transcript file, with `message` converted to the form of the stream. */
  | { readonly kind: "transcript"; readonly message: JsonObject; readonly entry: JsonObject }
  /** A JSON object of an unknown type or system subtype, unchanged. */
  | { readonly kind: "unknown"; readonly message: JsonObject }
  /** A malformed line. `message` is set if the line is an object of a known type, so that its valid parts can be used. */
  | {
      readonly kind: "malformed";
      readonly reason: "not-json" | "not-object" | "bad-shape";
      readonly detail: string;
      readonly message?: JsonObject;
      /** The entry, if the line is from a transcript file; `message` has the form of the stream. */
      readonly entry?: JsonObject;
    };

/** Parses one line, given without its line end. */
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

/** Classifies a message that is already an object. */
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
  // The only cast of the wire: checked fields are valid here, and the others are read through `read.ts`.
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
