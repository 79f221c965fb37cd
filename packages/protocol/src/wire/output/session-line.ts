// Top-level lines about the session: sign-in, suggestions, resets, the transcript mirror, and those known by name alone.

import type { Json, JsonObject, Open } from "../json.ts";
import type { AgentEnvelope, Envelope } from "./envelope.ts";

/** A sign-in is under way. */
export interface AuthStatusMessage extends Envelope {
  readonly type: "auth_status";
  readonly isAuthenticating?: boolean;
  /** What to show, line by line. */
  readonly output?: readonly string[];
  readonly error?: string;
}

/** What the user might ask next. At most one per turn, after its result. */
export interface PromptSuggestionMessage extends Envelope {
  readonly type: "prompt_suggestion";
  readonly suggestion: string;
}

/** The conversation starts anew in the same process. @since 2.1.250 */
export interface ConversationResetMessage extends Envelope {
  readonly type: "conversation_reset";
  readonly new_conversation_id: string;
  /** @since 2.1.325 */
  readonly trigger?: Open<"clear" | "plan_mode_exit" | "fresh_session" | "onboarding">;
  /** @since 2.1.325 */
  readonly user_message_uuid?: string;
  /** @since 2.1.325 */
  readonly timestamp?: string;
}

/**
 * What a hook said about a deferred call, as the transcript keeps it: written when a resumed session goes on with that call.
 * In no declaration.
 * @since 2.1.325
 */
export interface AttachmentMessage extends AgentEnvelope {
  readonly type: "attachment";
  readonly attachment: {
    /** `hook_deferred_tool`: the call was deferred once more. */
    readonly type: Open<"hook_success" | "hook_deferred_tool">;
    readonly hookName?: string;
    readonly hookEvent?: string;
    readonly toolUseID?: string;
    /** From here on of `hook_deferred_tool`. */
    readonly toolName?: string;
    readonly toolInput?: JsonObject;
    readonly permissionMode?: string;
    readonly traceparent?: string;
    /** From here on of `hook_success`. */
    readonly content?: string;
    readonly command?: string;
  };
  readonly timestamp?: string;
}

/** Transcript entries for a session store, under `--session-mirror`. In the published JavaScript only. */
export interface TranscriptMirrorMessage extends Envelope {
  readonly type: "transcript_mirror";
  readonly filePath: string;
  readonly entries: readonly JsonObject[];
}

/** Lines the published JavaScript handles but no declaration describes: their fields are whatever the line holds. */
export interface UndescribedMessage extends Envelope {
  readonly type: "autocompact_state" | "queued_notification" | "bash_command" | "sources_changed";
  readonly [key: string]: Json | undefined;
}
