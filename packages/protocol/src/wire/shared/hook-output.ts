// The answer of a hook. Every field is optional; the empty object means "continue".

import type { Json, JsonObject, Open } from "../json.ts";
import type { PermissionUpdate } from "./permission.ts";

/** The hook continues in the background; the CLI does not wait for it. */
export interface AsyncHookOutput {
  readonly async: true;
  /** How long the CLI lets it run. */
  readonly asyncTimeout?: number;
}

/** The hook has decided. */
export interface SyncHookOutput {
  readonly async?: false;
  /** False ends the turn, with `stopReason` shown to the user. */
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly suppressOutput?: boolean;
  readonly decision?: "approve" | "block";
  /** Goes with `decision`; the model reads it. */
  readonly reason?: string;
  /** Shown to the user, not to the model. */
  readonly systemMessage?: string;
  readonly terminalSequence?: string;
  readonly hookSpecificOutput?: HookSpecificOutput;
}

/** The answer to a `hook_callback`. */
export type HookOutput = AsyncHookOutput | SyncHookOutput;

/** Text added to what the model reads, for the events that take nothing else. */
export interface ContextHookOutput {
  readonly hookEventName:
    | "PostToolUseFailure"
    | "PostToolBatch"
    | "Setup"
    | "Stop"
    | "SubagentStart"
    | "SubagentStop"
    | "PostModelSwitch"
    | "Notification";
  readonly additionalContext?: string;
}

/** Decides on a call before it runs. */
export interface PreToolUseHookOutput {
  readonly hookEventName: "PreToolUse";
  readonly permissionDecision?: Open<"allow" | "deny" | "ask" | "defer">;
  readonly permissionDecisionReason?: string;
  /** Replaces the call's input. */
  readonly updatedInput?: JsonObject;
  readonly additionalContext?: string;
}

/** Comments on a call that ran, or replaces what the model reads of it. */
export interface PostToolUseHookOutput {
  readonly hookEventName: "PostToolUse";
  readonly additionalContext?: string;
  readonly classifierContext?: string;
  readonly updatedToolOutput?: Json;
  readonly updatedMCPToolOutput?: Json;
}

/** Answers in the user's place. */
export interface PermissionRequestHookOutput {
  readonly hookEventName: "PermissionRequest";
  readonly decision:
    | {
        readonly behavior: "allow";
        readonly updatedInput?: JsonObject;
        readonly updatedPermissions?: readonly PermissionUpdate[];
      }
    | { readonly behavior: "deny"; readonly message?: string; readonly interrupt?: boolean };
}

/** Lets the model try a refused call again. */
export interface PermissionDeniedHookOutput {
  readonly hookEventName: "PermissionDenied";
  readonly retry?: boolean;
}

/** Adds to a prompt or hides it. `sessionTitle` is for UserPromptSubmit only. */
export interface PromptHookOutput {
  readonly hookEventName: "UserPromptSubmit" | "UserPromptExpansion";
  readonly additionalContext?: string;
  readonly sessionTitle?: string;
  readonly suppressOriginalPrompt?: boolean;
}

/** Prepares a session that begins. */
export interface SessionStartHookOutput {
  readonly hookEventName: "SessionStart";
  readonly additionalContext?: string;
  readonly initialUserMessage?: string;
  readonly sessionTitle?: string;
  /** Files whose changes FileChanged then reports. */
  readonly watchPaths?: readonly string[];
  readonly reloadSkills?: boolean;
}

/** Allows or refuses a change of model. */
export interface PreModelSwitchHookOutput {
  readonly hookEventName: "PreModelSwitch";
  readonly permissionDecision?: Open<"allow" | "deny" | "ask">;
  readonly permissionDecisionReason?: string;
}

/** Answers an MCP server, or changes the user's answer to it. */
export interface ElicitationHookOutput {
  readonly hookEventName: "Elicitation" | "ElicitationResult";
  readonly action?: Open<"accept" | "decline" | "cancel">;
  readonly content?: JsonObject;
}

/** Names files to watch from now on. */
export interface WatchHookOutput {
  readonly hookEventName: "CwdChanged" | "FileChanged";
  readonly watchPaths?: readonly string[];
}

/** Says where the hook made the worktree. */
export interface WorktreeCreateHookOutput {
  readonly hookEventName: "WorktreeCreate";
  readonly worktreePath: string;
}

/** Replaces the piece that is shown. */
export interface MessageDisplayHookOutput {
  readonly hookEventName: "MessageDisplay";
  readonly displayContent?: string;
}

/** The part of an answer that belongs to one event, discriminated on `hookEventName`. */
export type HookSpecificOutput =
  | ContextHookOutput
  | PreToolUseHookOutput
  | PostToolUseHookOutput
  | PermissionRequestHookOutput
  | PermissionDeniedHookOutput
  | PromptHookOutput
  | SessionStartHookOutput
  | PreModelSwitchHookOutput
  | ElicitationHookOutput
  | WatchHookOutput
  | WorktreeCreateHookOutput
  | MessageDisplayHookOutput;
