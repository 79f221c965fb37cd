// What a file is, by the first of its lines that tells.

import { firstObject, isOwnEvent } from "../source/own-events.ts";
import { createKeys, isObject, STOP, type TakeValue, walkObject } from "./keys.ts";

/** `events`: ours, which are no source. */
export type SourceKind = "transcript" | "stream" | "recording" | "events" | "empty";

const LF = 0x0a;
const RECORDING = /^\s*\{\s*"unspool"\s*:\s*"recording"/;
const LOOK_BYTES = 64;
const KEYS = createKeys(["sessionId", "parentUuid", "leafUuid", "session_id", "parent_tool_use_id", "request_id"]);
const OF_STREAM = 3;

/** @param start the first bytes, of which the last line may be cut */
export function kindOf(start: Buffer): SourceKind {
  if (RECORDING.test(start.toString("latin1", 0, LOOK_BYTES))) return "recording";
  if (isOwnEvent(firstObject(start, true) ?? "")) return "events";
  const found: { kind?: SourceKind } = {};
  const take: TakeValue = (key) => {
    found.kind = key < OF_STREAM ? "transcript" : "stream";
    return STOP;
  };
  for (let from = 0; from < start.length && found.kind === undefined;) {
    const lf = start.indexOf(LF, from);
    const end = lf < 0 ? start.length : lf;
    if (isObject(start, from)) walkObject(start, from, end, KEYS, take);
    from = end + 1;
  }
  return found.kind ?? (start.toString("latin1").trim() === "" ? "empty" : "stream");
}
