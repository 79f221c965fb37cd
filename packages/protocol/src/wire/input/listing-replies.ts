// Answers that list what a session holds: settings, hooks, permission rules, usage. Their entries have no published shape.

import type { Json, JsonObject, Open } from "../json.ts";
import type { Effort } from "../shared/agent.ts";

/** To `get_settings`. */
export interface SettingsReply {
  /** All sources merged. */
  readonly effective: JsonObject;
  /** Those that say something, the weakest first. */
  readonly sources: readonly {
    readonly source: Open<"userSettings" | "localSettings" | "flagSettings">;
    readonly settings: JsonObject;
  }[];
  /** What the session runs with. Beyond model and effort, seen in 2.1.325 only. */
  readonly applied: {
    readonly model: string;
    readonly effort: Effort;
    readonly advisor?: Json;
    readonly ultracode?: boolean;
    readonly ultracodeRequested?: boolean;
    readonly ultracodeAvailable?: boolean;
    readonly ultrathinkAvailable?: boolean;
    readonly outsideFileToolReadsBlocked?: boolean;
    readonly outsideFileToolWritesBlocked?: boolean;
    readonly outsideBlocksCountLaunchFoldersOnly?: boolean;
    readonly launchEnvLeftOwnFilesInPlace?: boolean;
  };
}

/** To `get_hooks_listing`. */
export interface HooksListingReply {
  readonly events: readonly Json[];
  readonly hooks: readonly Json[];
  readonly eventCatalog: readonly Json[];
  readonly policy: JsonObject;
  readonly safeMode?: Json;
  readonly bareMode?: Json;
  readonly errors?: Json;
}

/** To `list_permission_rules`. */
export interface PermissionRulesReply {
  readonly state: {
    readonly rules: readonly JsonObject[];
    readonly workspaceDirectories: readonly Json[];
    readonly originalCwd: string;
    readonly managedOnly: boolean;
    readonly errors?: Json;
    readonly withheld?: Json;
  };
}

/** To `get_usage`. Experimental: the CLI promises nothing about it. */
export interface UsageReply {
  readonly session: JsonObject;
  readonly subscription_type: string | null;
  /** False for API keys and for tokens without a profile. */
  readonly rate_limits_available: boolean;
  readonly rate_limits: JsonObject | null;
  readonly behaviors: { readonly day: Json; readonly week: Json } | null;
}
