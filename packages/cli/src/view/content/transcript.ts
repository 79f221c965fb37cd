// Reads from the entries of a transcript what a stream says in its own messages. A transcript has no line that begins or ends a
// turn; each entry has version and folder, and the model's entries have the model and its stop reason.

import { originalOf, type Event, type JsonObject } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";

/** After this long without a new entry it is unknown whether an open turn still runs. */
export const SILENCE_MS = 60_000;

export interface TranscriptState {
  /** Undefined until the first event that shows it. */
  isTranscript: boolean | undefined;
  version: string | undefined;
  cwd: string | undefined;
  model: string | undefined;
  /** Time of the newest entry. */
  lastAtMs: number | undefined;
}

export function createTranscriptState(): TranscriptState {
  return { isTranscript: undefined, version: undefined, cwd: undefined, model: undefined, lastAtMs: undefined };
}

/** Returns the entry behind an event of a transcript and stores its facts in the state. Undefined for a stream. */
export function readTranscriptEntry(state: TranscriptState, event: Event): JsonObject | undefined {
  if (state.isTranscript === false) return undefined;
  const entry = originalOf(event);
  if (entry === undefined) return undefined;
  state.isTranscript ??= isEntry(entry);
  if (!state.isTranscript) return undefined;
  if (event.at !== undefined) state.lastAtMs = Math.max(state.lastAtMs ?? event.at, event.at);
  if (event.agent !== null) return entry;
  const { version, cwd, message } = entry;
  state.version = typeof version === "string" ? version : state.version;
  state.cwd ??= typeof cwd === "string" ? cwd : undefined;
  const model = asObject(message)?.["model"];
  if (typeof model === "string" && model !== "<synthetic>") state.model = model;
  return entry;
}

function isEntry(entry: JsonObject): boolean {
  if (entry["session_id"] !== undefined || entry["parent_tool_use_id"] !== undefined) return false;
  return entry["sessionId"] !== undefined || entry["parentUuid"] !== undefined || entry["leafUuid"] !== undefined;
}

/** Stop reasons after which the turn continues: a tool call, or another message. */
const CONTINUES: ReadonlySet<unknown> = new Set(["tool_use", "pause_turn", null, undefined]);

/** Whether this entry ends the turn: the final text of an answer, an interrupt, or the end of the process. */
export function endsTurn(entry: JsonObject, event: Event): boolean {
  if (event.agent !== null) return false;
  // 2.1.325 writes this entry when the process ends.
  if (entry["type"] === "cost-state") return true;
  if (event.type === "user-message") return event.text.startsWith("[Request interrupted by user");
  return entry["type"] === "assistant" && !CONTINUES.has(asObject(entry["message"])?.["stop_reason"]);
}
