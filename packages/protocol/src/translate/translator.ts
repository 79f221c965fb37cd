// Translates lines to events. Each line is read once and passed to the reader of its type. A line that emits no event
// is counted under a reason, so that every line is accounted for.

import type { Fields } from "../wire/fields.ts";
import type { JsonObject } from "../wire/json.ts";
import { classify, parse, type Parsed } from "../wire/parse.ts";
import { asNumber, asString, asTime } from "../wire/read.ts";
import { parseRepeated } from "../wire/repeated.ts";
import type { AgentEnvelope } from "../wire/output/envelope.ts";
import { translateAssistant } from "./assistant.ts";
import { translateControlCancel, translateControlRequest, translateControlResponse } from "./control.ts";
import { translateByTemplate } from "./deltas/delta-lines.ts";
import type { Event } from "./events.ts";
import { getLane, surplusLane, type Lane } from "./lane.ts";
import { openLines, takeLine } from "./deltas/line-text.ts";
import { closeLane, endDelivered } from "./messages.ts";
import { findPartialAgent, translatePartial } from "./partial.ts";
import { translateRateLimit } from "./rate-limit.ts";
import { translateNotice, translateSystem } from "./system.ts";
import { createTranslation, emit, quoteLine, type SilentReason, type Translation } from "./translation.ts";
import { translateTaskNotice } from "./task-notice.ts";
import { findEntryAgent, nameAgent } from "./transcript-agent.ts";
import { isForeignResult, translateTurnEnd } from "./turn.ts";
import { translateUser } from "./user.ts";

/** Counters of the translator. */
export interface TranslatorStats {
  readonly lines: number;
  readonly events: number;
  readonly unknown: number;
  readonly malformed: number;
  /** Lines without an event, by reason. */
  readonly silent: Readonly<Record<SilentReason, number>>;
}

export interface TranslatorOptions {
  readonly onEvent: (event: Event) => void;
  /** Clock for events whose line has no time. */
  readonly now?: (() => number) | undefined;
  /** Cost of the session before this stream began. */
  readonly previousCostUsd?: number | undefined;
  /** Agent id of a transcript → the tool use that started it. */
  readonly agentCalls?: ReadonlyMap<string, string> | undefined;
}

export interface Translator {
  /**
   * Translates whole lines, each ended by LF. `isTruncated`: the last line had no LF, so the stream may have been cut.
   */
  translateRegion(region: Uint8Array, isTruncated: boolean): void;
  /** Translates a long line with its LF, not decoded yet. Returns false if it must be decoded first. */
  translateLongLine(line: Uint8Array): boolean;
  /** Reports a line that was too long to read. */
  skipLine(bytes: number, maxLineBytes: number): void;
  /** Closes all open messages. */
  end(): void;
  readonly stats: TranslatorStats;
}

export function createTranslator(options: TranslatorOptions): Translator {
  const counts = { events: 0, unknown: 0, malformed: 0 };
  const alphabet = { isForeign: false };
  const t = createTranslation({
    now: options.now,
    totalCostUsd: options.previousCostUsd ?? 0,
    agentCalls: options.agentCalls,
    onEvent(event) {
      counts.events += 1;
      if (event.type === "unknown") counts.unknown += 1;
      else if (event.type === "malformed") counts.malformed += 1;
      options.onEvent(event);
    },
  });

  return {
    translateRegion(region, isTruncated) {
      const lines = openLines(region);
      while (lines.start < region.length) {
        if (!translateByTemplate(t, lines)) translateLine(t, takeLine(lines, alphabet), isTruncated);
      }
    },
    translateLongLine: (line) => translateLongLine(t, line),
    skipLine(bytes, maxLineBytes) {
      beginLine(t, "");
      const detail = `a line of ${bytes} bytes was skipped, the limit is ${maxLineBytes}`;
      emit(t, "malformed", { reason: "line-too-long", detail, text: "" });
    },
    end() {
      beginLate(t);
      for (const lane of t.lanes.values()) closeLane(t, lane);
      t.lanes.clear();
    },
    get stats() {
      return { lines: t.line, ...counts, silent: { ...t.silent } };
    },
  };
}

function beginLine(t: Translation, raw: string): void {
  t.line += 1;
  t.isBroken = false;
  t.emitted = 0;
  t.agent = null;
  t.uuid = undefined;
  t.at = t.now?.();
  t.raw = raw;
  t.original = undefined;
}

/** Prepares the events after the last line: they have its line number, but not its agent, uuid and original. */
function beginLate(t: Translation): void {
  t.agent = null;
  t.uuid = undefined;
  t.at = t.now?.() ?? t.at;
  t.original = undefined;
}

function translateLongLine(t: Translation, line: Uint8Array): boolean {
  const message = parseRepeated(line);
  const parsed = message && classify(message);
  // A malformed line must be decoded, because its event quotes it.
  if (parsed === undefined || parsed.kind === "malformed") return false;
  beginLine(t, "");
  translateParsed(t, parsed, "", false);
  return true;
}

function translateLine(t: Translation, raw: string, isTruncated: boolean): void {
  beginLine(t, raw);
  if (raw.trim() === "") {
    t.silent.blank += 1;
    return;
  }
  translateParsed(t, parse(raw), raw, isTruncated);
}

function translateParsed(t: Translation, parsed: Parsed, raw: string, isTruncated: boolean): void {
  if (parsed.kind === "malformed") {
    const reason = parsed.reason === "not-json" && isTruncated ? "truncated" : parsed.reason;
    if (parsed.message !== undefined) readEnvelope(t, parsed.message);
    if (parsed.entry !== undefined) {
      t.original = parsed.entry;
      t.agent = findEntryAgent(t, parsed.entry);
    }
    emit(t, "malformed", { reason, detail: parsed.detail, text: quoteLine(raw) });
    t.isBroken = true;
    // The text is left out, because no template is made from a malformed line.
    if (parsed.message !== undefined) translateMessage(t, parsed.message, "");
    return;
  }
  const message = parsed.message as unknown as JsonObject;
  readEnvelope(t, message);
  if (parsed.kind === "transcript") {
    t.original = parsed.entry;
    t.agent = findEntryAgent(t, parsed.entry);
  }
  if (parsed.kind === "unknown") {
    const wireSubtype = asString(message["subtype"]);
    emit(t, "unknown", { wireType: message["type"] as string, wireSubtype });
    return;
  }
  const reason = translateMessage(t, message, raw);
  if (parsed.kind === "transcript") finishEntry(t, message);
  if (t.emitted === 0) t.silent[reason] += 1;
}

/** Applies what transcripts imply beyond the stream: their blocks are complete, and notices end tasks. */
function finishEntry(t: Translation, entry: JsonObject): void {
  if (entry["type"] === "assistant") {
    const lane = openLane(t, entry);
    for (const message of lane.messages) endDelivered(t, lane, message);
  }
  translateTaskNotice(t, entry);
}

function readEnvelope(t: Translation, wire: JsonObject): void {
  t.original = wire;
  t.agent = asString(wire["parent_tool_use_id"]) || null;
  t.sessionId = asString(wire["session_id"]) ?? t.sessionId;
  t.uuid = asString(wire["uuid"]);
  t.at = asTime(wire["timestamp"]) ?? t.at;
  if (t.uuid !== undefined) t.isRealCli = true;
}

/** Passes a message to the reader of its type. Returns the reason to count if it emits no event. */
function translateMessage(t: Translation, wire: JsonObject, raw: string): SilentReason {
  switch (wire["type"]) {
    case "assistant":
      translateAssistant(t, openLane(t, wire), wire);
      return "already-seen";
    case "user":
      return translateUser(t, openLane(t, wire), wire);
    case "stream_event":
      t.agent = findPartialAgent(t, wire);
      translatePartial(t, openLane(t, wire), wire, raw);
      return "bookkeeping";
    case "result":
      if (isForeignResult(t, wire)) translateNotice(t, wire);
      else if (t.uuid !== undefined && t.uuid === t.lastResult) return "already-seen";
      else translateTurnEnd(t, wire);
      // Lines without a session id belong to our own session.
      t.sessionId = t.ownSession ?? t.sessionId;
      break;
    case "system":
      translateSystem(t, wire);
      break;
    case "control_request":
      translateControlRequest(t, wire);
      break;
    case "control_response":
      translateControlResponse(t, wire);
      break;
    case "control_cancel_request":
      translateControlCancel(t, wire);
      break;
    case "rate_limit_event":
      translateRateLimit(t, wire);
      break;
    case "tool_progress":
      emit(t, "tool-progress", {
        // The line's own id is synthetic (2.1.325: `agent_msg_…`, `bash-progress-0`, `toolu_…-heartbeat-0`); the parent
        // is the call.
        toolUseId: t.agent ?? asString(wire["tool_use_id"]) ?? "",
        name: asString(wire["tool_name"]),
        elapsedSeconds: asNumber(wire["elapsed_time_seconds"]),
        taskId: asString(wire["task_id"]),
      });
      break;
    case "conversation_reset":
      // After /clear the cost is counted from zero again.
      t.totalCostUsd = 0;
      t.ownSession = undefined;
      t.hasInit = false;
      translateNotice(t, wire);
      break;
    case "keep_alive":
      return "keep-alive";
    default:
      translateNotice(t, wire);
  }
  return "bookkeeping";
}

/** Returns the lane of the current line. */
function openLane(t: Translation, wire: Fields<AgentEnvelope | { isSidechain: boolean }>): Lane {
  t.lastResult = undefined;
  if (!t.hasInit && t.agent === null) t.ownSession = t.sessionId;
  let lane = t.lastLane;
  if (lane === undefined || lane.agent !== t.agent || lane.sessionId !== t.sessionId) {
    lane = getLane(t.lanes, t.sessionId, t.agent);
    t.lastLane = lane;
    dropSurplusLane(t);
  }
  if (wire.parent_tool_use_id !== undefined || wire.isSidechain !== undefined) lane.isExplicit = true;
  const agentId = asString(wire.agent_id);
  if (agentId !== undefined && t.agent !== null) nameAgent(t, agentId, t.agent);
  return lane;
}

function dropSurplusLane(t: Translation): void {
  const surplus = surplusLane(t.lanes);
  if (surplus === undefined) return;
  closeLane(t, surplus[1]);
  t.lanes.delete(surplus[0]);
}
