// System lines on the state of the session as a whole: what it is doing, its context, its commands and files.

import type { Open } from "../json.ts";
import type { SlashCommand } from "../shared/agent.ts";
import type { CompactTrigger } from "../shared/hook-base.ts";
import type { PermissionMode } from "../shared/permission.ts";
import type { PromptReference, SystemEnvelope } from "./envelope.ts";

/** What the CLI is busy with. @since 2.0.76 */
export interface SystemStatus extends SystemEnvelope<"status">, PromptReference {
  /** Null when it has finished. @checked optional */
  readonly status: Open<"compacting" | "requesting"> | null;
  /** @since 2.1.74 */
  readonly permissionMode?: PermissionMode;
  /** @since 2.1.120 */
  readonly compact_result?: Open<"success" | "failed">;
  /** @since 2.1.200 */
  readonly compact_error?: string;
  /** Characters of the summary so far, in an automatic compaction. Starts at 0 again after a retry. @since 2.1.325 */
  readonly compact_output_chars?: number;
}

/** Whether the session is working, waiting or needs the host. `idle` is the authoritative end of a run. @since 2.1.200 */
export interface SystemSessionStateChanged extends SystemEnvelope<"session_state_changed"> {
  /** @checked */
  readonly state: Open<"idle" | "running" | "requires_action">;
  /** Meant for the host's own bookkeeping, not for its users. In the published JavaScript only. @since 2.1.325 */
  readonly sdk_host_only?: boolean;
}

/** What a compaction kept and how long it took. */
export interface CompactMetadata {
  readonly trigger?: CompactTrigger;
  readonly pre_tokens?: number;
  /** @since 2.1.120 */
  readonly post_tokens?: number;
  /** @since 2.1.120 */
  readonly duration_ms?: number;
  /** A run of messages that was kept unchanged. @since 2.1.200 */
  readonly preserved_segment?: {
    readonly head_uuid: string;
    readonly anchor_uuid: string;
    readonly tail_uuid: string;
  };
  /** @since 2.1.200 */
  readonly preserved_messages?: {
    readonly anchor_uuid: string;
    readonly uuids: readonly string[];
  };
  /** @since 2.1.200 */
  readonly cumulative_dropped_tokens?: number;
}

/** Everything before this line was replaced by a summary. */
export interface SystemCompactBoundary extends SystemEnvelope<"compact_boundary"> {
  /** @checked optional */
  readonly compact_metadata?: CompactMetadata;
  /** The last line before the compaction. @since 2.1.250 */
  readonly logical_parent_uuid?: string;
}

/** The slash commands changed. Replaces the previous list. */
export interface SystemCommandsChanged extends SystemEnvelope<"commands_changed"> {
  readonly commands: readonly SlashCommand[];
}

/** A file that was stored, and its id with the Files API. */
export interface PersistedFile {
  readonly filename: string;
  readonly file_id: string;
}

/** A file that could not be stored. */
export interface UnpersistedFile {
  readonly filename: string;
  readonly error: string;
}

/** Files were stored with the account. */
export interface SystemFilesPersisted extends SystemEnvelope<"files_persisted"> {
  readonly files?: readonly PersistedFile[];
  readonly failed?: readonly UnpersistedFile[];
  readonly processed_at?: string;
}

/** One memory file. */
export interface RecalledMemory {
  readonly path: string;
  readonly scope?: Open<"personal" | "team" | "organization">;
  readonly content?: string;
}

/** Memories were put into the context. */
export interface SystemMemoryRecall extends SystemEnvelope<"memory_recall"> {
  readonly mode?: Open<"select" | "synthesize">;
  readonly memories?: readonly RecalledMemory[];
}

/** A file that could not be written. */
export type LostWrite = Open<"transcript" | "global_config">;

/** The transcript or the configuration could not be written: the disk is full. */
export interface SystemSessionWritesLost extends SystemEnvelope<"session_writes_lost"> {
  readonly error_code?: Open<"ENOSPC" | "EDQUOT">;
  readonly lost?: readonly LostWrite[];
  readonly transcript_session_ids?: readonly string[];
}

/** A session store could not be written. Made by the official SDK itself; no CLI sends it. */
export interface SystemMirrorError extends SystemEnvelope<"mirror_error"> {
  readonly error: string;
  readonly key?: {
    readonly projectKey: string;
    readonly sessionId: string;
    readonly subpath?: string;
  };
}

/** The process is about to exit. */
export interface SystemWorkerShuttingDown extends SystemEnvelope<"worker_shutting_down"> {
  readonly reason?: string;
}

/** System lines on the session. */
export type SystemSessionMessage =
  | SystemStatus
  | SystemSessionStateChanged
  | SystemCompactBoundary
  | SystemCommandsChanged
  | SystemFilesPersisted
  | SystemMemoryRecall
  | SystemSessionWritesLost
  | SystemMirrorError
  | SystemWorkerShuttingDown;
