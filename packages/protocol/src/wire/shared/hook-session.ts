// Inputs of the hooks on the life of a session: prompts, starts and stops, agents, what is shown to the user.

import type { JsonObject, Open } from "../json.ts";
import type { HookInputBase } from "./hook-base.ts";

/** A prompt was sent. */
export interface UserPromptSubmitHookInput extends HookInputBase<"UserPromptSubmit"> {
  readonly prompt: string;
  readonly source?: string;
  readonly session_title?: string;
}

/** A slash command or skill was expanded into the prompt it stands for. */
export interface UserPromptExpansionHookInput extends HookInputBase<"UserPromptExpansion"> {
  readonly expansion_type: string;
  readonly command_name: string;
  readonly command_args: string;
  readonly command_source?: string;
  readonly prompt: string;
}

/** A session began, or began again. */
export interface SessionStartHookInput extends HookInputBase<"SessionStart"> {
  readonly source: Open<"startup" | "resume" | "clear" | "compact" | "fork">;
  readonly model?: string;
  readonly session_title?: string;
  readonly seconds_since_last_response?: number;
  readonly context_tokens?: number;
  readonly prompt_cache_likely_expired?: boolean;
  readonly estimated_cache_write_usd?: number;
}

/** A session ended. */
export interface SessionEndHookInput extends HookInputBase<"SessionEnd"> {
  readonly reason: Open<"clear" | "resume" | "logout" | "prompt_input_exit" | "other">;
}

/** The CLI runs its set-up hooks. */
export interface SetupHookInput extends HookInputBase<"Setup"> {
  readonly trigger: Open<"init" | "maintenance">;
}

/** What `Stop` and `SubagentStop` share. */
interface StopInput<Name extends string> extends HookInputBase<Name> {
  /** True when the agent goes on only because a stop hook asked for it: blocking again may loop. */
  readonly stop_hook_active: boolean;
  readonly last_assistant_message?: string;
  readonly background_tasks?: readonly JsonObject[];
  readonly session_crons?: readonly JsonObject[];
}

/** The main agent is about to stop. */
export type StopHookInput = StopInput<"Stop">;

/** A turn ended on an API error. */
export interface StopFailureHookInput extends HookInputBase<"StopFailure"> {
  readonly error: string;
  readonly error_details?: string;
  readonly last_assistant_message?: string;
}

/** A sub-agent began. */
export interface SubagentStartHookInput extends HookInputBase<"SubagentStart"> {
  readonly agent_id: string;
  readonly agent_type: string;
}

/** A sub-agent is about to stop. CLI 1.x sent neither `agent_id` nor the path of the transcript. */
export interface SubagentStopHookInput extends StopInput<"SubagentStop"> {
  readonly agent_transcript_path?: string;
}

/** The CLI wants the user's attention. */
export interface NotificationHookInput extends HookInputBase<"Notification"> {
  readonly message: string;
  readonly title?: string;
  readonly notification_type?: string;
}

/** A piece of a message is about to be shown. */
export interface MessageDisplayHookInput extends HookInputBase<"MessageDisplay"> {
  readonly turn_id: string;
  readonly message_id: string;
  readonly index: number;
  /** True on the last piece. */
  readonly final: boolean;
  readonly delta: string;
}

/** Inputs of the session hooks. */
export type SessionHookInput =
  | UserPromptSubmitHookInput
  | UserPromptExpansionHookInput
  | SessionStartHookInput
  | SessionEndHookInput
  | SetupHookInput
  | StopHookInput
  | StopFailureHookInput
  | SubagentStartHookInput
  | SubagentStopHookInput
  | NotificationHookInput
  | MessageDisplayHookInput;
