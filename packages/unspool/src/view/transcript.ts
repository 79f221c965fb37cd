// A transcript has no line that begins or ends a turn. What it is about, and whether something is under way, is read from
// its entries: version and folder stand in each, the model and why it stopped in those of the model.

import { originalOf, type Event, type JsonObject } from "@unspool/protocol";
import { asObject } from "./tool-call.ts";

/** After this long without a new entry nobody can say whether what is open still runs. */
export const SILENCE_MS = 60_000;

export interface TranscriptState {
  /** Undefined until an event tells. */
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

/** Returns the entry behind an event of a transcript, and remembers what it tells. Undefined for a stream. */
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

/** The model has stopped to call a tool, or goes on in another message. */
const GOES_ON: ReadonlySet<unknown> = new Set(["tool_use", "pause_turn", null, undefined]);

/** Whether this entry leaves nothing under way: the last words of an answer, an interrupt, or the end of the process. */
export function endsTurn(entry: JsonObject, event: Event): boolean {
  if (event.agent !== null) return false;
  // 2.1.325 writes it when the process ends.
  if (entry["type"] === "cost-state") return true;
  if (event.type === "user-message") return event.text.startsWith("[Request interrupted by user");
  return entry["type"] === "assistant" && !GOES_ON.has(asObject(entry["message"])?.["stop_reason"]);
}
