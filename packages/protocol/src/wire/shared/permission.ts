// Permissions: the mode a session is in, the rules it keeps, changes to them, and the answer to a `can_use_tool`.
// Updates travel both ways: the CLI suggests them, the host sends back the ones it wants applied.

import type { JsonObject, Open } from "../json.ts";

/** How a session treats tools that need approval. */
export type PermissionMode = Open<"default" | "acceptEdits" | "bypassPermissions" | "plan" | "dontAsk" | "auto">;

/** Where an update is kept: a settings file, this session only, or the command line's own list. */
export type PermissionDestination = Open<"userSettings" | "projectSettings" | "localSettings" | "session" | "cliArg">;

/** What a rule does with the calls it matches. */
export type PermissionBehavior = Open<"allow" | "deny" | "ask">;

/** A tool, and optionally which of its calls: `{ toolName: "Bash", ruleContent: "touch note.txt" }`. */
export interface PermissionRule {
  readonly toolName: string;
  readonly ruleContent?: string;
}

/** Adds, replaces or removes rules. */
export interface PermissionRulesUpdate {
  readonly type: "addRules" | "replaceRules" | "removeRules";
  readonly rules: readonly PermissionRule[];
  readonly behavior: PermissionBehavior;
  readonly destination: PermissionDestination;
}

/** Changes the mode. */
export interface PermissionModeUpdate {
  readonly type: "setMode";
  readonly mode: PermissionMode;
  readonly destination: PermissionDestination;
}

/** Adds or removes folders the tools may touch. */
export interface PermissionDirectoriesUpdate {
  readonly type: "addDirectories" | "removeDirectories";
  readonly directories: readonly string[];
  readonly destination: PermissionDestination;
}

/** One change to the permissions, discriminated on `type`. */
export type PermissionUpdate = PermissionRulesUpdate | PermissionModeUpdate | PermissionDirectoriesUpdate;

/** How the person decided, for the CLI's own records. */
export type PermissionDecisionClassification = Open<"user_temporary" | "user_permanent" | "user_reject">;

/** The call may run. */
export interface PermissionAllow {
  readonly behavior: "allow";
  /** The input to run with. Older CLIs refuse an answer without it, so writers always send it. */
  readonly updatedInput?: JsonObject;
  readonly updatedPermissions?: readonly PermissionUpdate[];
  readonly toolUseID?: string;
  readonly decisionClassification?: PermissionDecisionClassification;
}

/** The call may not run. */
export interface PermissionDeny {
  readonly behavior: "deny";
  /** The reason, which the model reads. Required by every CLI. */
  readonly message: string;
  /** True also stops the turn. */
  readonly interrupt?: boolean;
  readonly toolUseID?: string;
  readonly decisionClassification?: PermissionDecisionClassification;
}

/** The answer to a `can_use_tool` request, discriminated on `behavior`. */
export type PermissionResult = PermissionAllow | PermissionDeny;

/** The MCP server a tool belongs to, named beside its calls. */
export interface McpServerReference {
  readonly name: string;
  readonly source?: string;
}
