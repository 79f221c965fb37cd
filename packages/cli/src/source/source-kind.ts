// Detects what a file holds by the first of its lines that shows it.

import { findFirstObject, isOwnEvent } from "./own-events.ts";
import { startsRecording } from "./unwrap-recording.ts";
import { createKeySet, findFirstKey } from "../stats/scan/entry-scanner.ts";

/** `events` are unspool's own events, which stats cannot read. */
export type SourceKind = "transcript" | "stream" | "recording" | "events" | "empty";

const LF = 0x0a;
/** Keys that only lines of transcripts have, and behind them keys that only lines of streams have. */
const KEYS = createKeySet(["sessionId", "parentUuid", "leafUuid", "session_id", "parent_tool_use_id", "request_id"]);
const FIRST_STREAM_KEY = 3;

/** @param start the first bytes of the file; the last line may be cut */
export function detectSourceKind(start: Buffer): SourceKind {
  if (startsRecording(start)) return "recording";
  if (isOwnEvent(findFirstObject(start, true) ?? "")) return "events";
  for (let from = 0; from < start.length;) {
    const lf = start.indexOf(LF, from);
    const end = lf < 0 ? start.length : lf;
    const key = findFirstKey(KEYS, start, from, end);
    if (key !== undefined) return key < FIRST_STREAM_KEY ? "transcript" : "stream";
    from = end + 1;
  }
  return start.toString("latin1").trim() === "" ? "empty" : "stream";
}
