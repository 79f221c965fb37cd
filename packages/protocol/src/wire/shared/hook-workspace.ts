// Inputs of the hooks on the surroundings of a session: files and folders, configuration, MCP questions, tasks and teams.

import type { JsonObject, Open } from "../json.ts";
import type { HookInputBase } from "./hook-base.ts";

/** An MCP server asks the user something. */
export interface ElicitationHookInput extends HookInputBase<"Elicitation"> {
  readonly mcp_server_name: string;
  readonly message: string;
  readonly mode?: Open<"form" | "url">;
  readonly url?: string;
  readonly elicitation_id?: string;
  readonly requested_schema?: JsonObject;
}

/** The user answered an MCP server. */
export interface ElicitationResultHookInput extends HookInputBase<"ElicitationResult"> {
  readonly mcp_server_name: string;
  readonly elicitation_id?: string;
  readonly mode?: Open<"form" | "url">;
  readonly action: Open<"accept" | "decline" | "cancel">;
  readonly content?: JsonObject;
}

/** A task of the task list was made, or was finished. */
export interface TaskHookInput extends HookInputBase<"TaskCreated" | "TaskCompleted"> {
  readonly task_id: string;
  readonly task_subject: string;
  readonly task_description?: string;
  readonly teammate_name?: string;
  readonly team_name?: string;
}

/** A teammate has nothing to do. */
export interface TeammateIdleHookInput extends HookInputBase<"TeammateIdle"> {
  readonly teammate_name: string;
  readonly team_name: string;
}

/** A settings file changed. */
export interface ConfigChangeHookInput extends HookInputBase<"ConfigChange"> {
  readonly source: string;
  readonly file_path?: string;
}

/** A memory or rules file entered the context. */
export interface InstructionsLoadedHookInput extends HookInputBase<"InstructionsLoaded"> {
  readonly file_path: string;
  readonly memory_type: string;
  readonly load_reason: string;
  readonly globs?: readonly string[];
  readonly trigger_file_path?: string;
  readonly parent_file_path?: string;
}

/** The working folder changed. */
export interface CwdChangedHookInput extends HookInputBase<"CwdChanged"> {
  readonly old_cwd: string;
  readonly new_cwd: string;
}

/** A watched file changed. */
export interface FileChangedHookInput extends HookInputBase<"FileChanged"> {
  readonly file_path: string;
  readonly event: string;
}

/** A folder was opened to the tools. */
export interface DirectoryAddedHookInput extends HookInputBase<"DirectoryAdded"> {
  readonly directory: string;
  readonly source: string;
}

/** A git worktree is wanted; the hook may make it. */
export interface WorktreeCreateHookInput extends HookInputBase<"WorktreeCreate"> {
  readonly name: string;
}

/** A git worktree is no longer wanted. */
export interface WorktreeRemoveHookInput extends HookInputBase<"WorktreeRemove"> {
  readonly worktree_path: string;
}

/** Inputs of the hooks on the surroundings. */
export type WorkspaceHookInput =
  | ElicitationHookInput
  | ElicitationResultHookInput
  | TaskHookInput
  | TeammateIdleHookInput
  | ConfigChangeHookInput
  | InstructionsLoadedHookInput
  | CwdChangedHookInput
  | FileChangedHookInput
  | DirectoryAddedHookInput
  | WorktreeCreateHookInput
  | WorktreeRemoveHookInput;
