// Claude Code's own transcript files (`~/.claude/projects/**/*.jsonl`) hold the blocks of the wire in another envelope.
// This module converts an entry to the form of the wire, so that all later code is shared.
// Sub-agents: up to 1.x in the same file, distinguished by `parentUuid` chains; later one file each, named by `agentId`.

import type { JsonObject } from "./json.ts";
import { asObject, asString } from "./read.ts";

/** Fields that entries of a transcript file share. */
export interface TranscriptEnvelope {
  readonly sessionId?: string;
  readonly uuid?: string;
  /** The entry before this one. The entries form a tree, not a list; `null` marks a root. */
  readonly parentUuid?: string | null;
  /** Belongs to a sub-agent. */
  readonly isSidechain?: boolean;
  /** The sub-agent, from 2.x on. */
  readonly agentId?: string;
  readonly timestamp?: string;
  readonly cwd?: string;
  readonly version?: string;
  readonly gitBranch?: string;
}

/** A finished block of the model. Lines of one message share `message.id`. */
export interface TranscriptAssistant extends TranscriptEnvelope {
  readonly type: "assistant";
  readonly message: JsonObject;
  readonly requestId?: string;
  /** Index of the block in its message. @since 2.1.325 */
  readonly apiBlockIndex?: number;
  /** Cut off by an interrupt. @since 2.1.325 */
  readonly isAbortedMidStream?: boolean;
  readonly isApiErrorMessage?: boolean;
  /** `supersedes` of the wire. */
  readonly supersedesUuids?: readonly string[];
}

/** A tool result, a prompt, or text that the CLI wrote in the user role. */
export interface TranscriptUser extends TranscriptEnvelope {
  readonly type: "user";
  readonly message: JsonObject;
  /** `tool_use_result` of the wire. */
  readonly toolUseResult?: unknown;
  readonly sourceToolAssistantUUID?: string;
  readonly isMeta?: boolean;
  readonly isCompactSummary?: boolean;
  readonly isVisibleInTranscriptOnly?: boolean;
  readonly origin?: JsonObject;
  /** Lines that no longer count. */
  readonly retractedMessageUuids?: readonly string[];
  readonly promptSource?: string;
}

/** A system line; `compactMetadata` is the wire's `compact_metadata` in camel case. */
export interface TranscriptSystem extends TranscriptEnvelope {
  readonly type: "system";
  readonly subtype?: string;
  readonly compactMetadata?: JsonObject;
}

/** Entries of the types that were observed beside the conversation. */
export interface TranscriptNote extends TranscriptEnvelope {
  readonly type: (typeof NOTE_TYPES)[number];
}

export type TranscriptEntry = TranscriptAssistant | TranscriptUser | TranscriptSystem | TranscriptNote;

const NOTE_TYPES = [
  "summary",
  "queue-operation",
  "last-prompt",
  "file-history-snapshot",
  "file-history-delta",
  "attachment",
  "progress",
  "custom-title",
  "ai-title",
  "agent-name",
  "agent-color",
  "agent-setting",
  "mode",
  "permission-mode",
  "cost-state",
  "tools-used",
  "atis-latch",
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "pr-link",
  "worktree-state",
  "relocated",
  "fork-context-ref",
] as const;
const NOTES: ReadonlySet<string> = new Set(NOTE_TYPES);
const CONVERSATION: ReadonlySet<string> = new Set(["assistant", "user", "system"]);

/**
 * Returns whether an object is a line of a workflow's `journal.jsonl`, which says that an agent `started`, `failed` or
 * returned a `result`. That `result` is not the end of a turn.
 */
export function isJournalEntry(object: JsonObject): boolean {
  return typeof object["key"] === "string" && typeof object["agentId"] === "string" && !("session_id" in object);
}

/** Whether an object is an entry of a transcript file rather than a line of the stream. */
export function isTranscriptEntry(object: JsonObject): boolean {
  if (object["session_id"] !== undefined || object["parent_tool_use_id"] !== undefined) return false;
  if (NOTES.has(object["type"] as string)) return true;
  return object["sessionId"] !== undefined || object["parentUuid"] !== undefined || object["leafUuid"] !== undefined;
}

export function isKnownTranscriptType(type: string): boolean {
  return CONVERSATION.has(type) || NOTES.has(type);
}

/** Converts an entry to the form of the stream. The caller, who knows the earlier entries, decides the agent. */
export function fromTranscript(entry: JsonObject): JsonObject {
  const { sessionId, ...rest } = entry;
  const wire: Record<string, JsonObject[string]> = { ...rest, session_id: sessionId };
  if (entry["type"] === "assistant") {
    wire["aborted"] = entry["isAbortedMidStream"] === true;
    wire["supersedes"] = entry["supersedesUuids"];
  } else if (entry["type"] === "user") {
    const isSynthetic =
      entry["isMeta"] === true ||
      entry["isCompactSummary"] === true ||
      entry["isVisibleInTranscriptOnly"] === true ||
      entry["promptSource"] === "system";
    wire["isSynthetic"] = isSynthetic;
    wire["tool_use_result"] = entry["toolUseResult"];
    wire["retracted_message_uuids"] = entry["retractedMessageUuids"];
    // A user entry in a file is what the person typed, not an echo of it.
    wire["origin"] = entry["origin"] ?? { kind: "human" };
  } else if (entry["type"] === "system") {
    const metadata = asObject(entry["compactMetadata"]);
    if (metadata !== undefined) {
      wire["compact_metadata"] = {
        trigger: metadata["trigger"],
        pre_tokens: metadata["preTokens"],
        post_tokens: metadata["postTokens"],
      };
    }
  }
  return wire;
}

/** Returns the prompt of a sub-agent if this entry is its first, else `undefined`. */
export function promptOfSidechain(entry: JsonObject): string | undefined {
  if (entry["isSidechain"] !== true || typeof entry["parentUuid"] === "string") return undefined;
  return asString(asObject(entry["message"])?.["content"]);
}
