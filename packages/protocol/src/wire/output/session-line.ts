// Top-level lines about the session: sign-in, suggestions, resets, the transcript mirror, and lines known only by name.

import type { Json, JsonObject, Open } from "../json.ts";
import type { AgentEnvelope, Envelope } from "./envelope.ts";

/** A sign-in is under way. */
export interface AuthStatusMessage extends Envelope {
  readonly type: "auth_status";
  readonly isAuthenticating?: boolean;
  /** The text to show, line by line. */
  readonly output?: readonly string[];
  readonly error?: string;
}

/** A suggested next prompt. At most one per turn, after its result. */
export interface PromptSuggestionMessage extends Envelope {
  readonly type: "prompt_suggestion";
  readonly suggestion: string;
}

/** A new conversation starts in the same process. @since 2.1.250 */
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
 * A hook's decision about a deferred call, in the form of the transcript. Written when a resumed session continues it.
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
    /** This field and the next three are of `hook_deferred_tool`. */
    readonly toolName?: string;
    readonly toolInput?: JsonObject;
    readonly permissionMode?: string;
    readonly traceparent?: string;
    /** This field and the next are of `hook_success`. */
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

/** Lines that the published JavaScript handles and no declaration describes, so their fields are unknown. */
export interface UndescribedMessage extends Envelope {
  readonly type: "autocompact_state" | "queued_notification" | "bash_command" | "sources_changed";
  readonly [key: string]: Json | undefined;
}
