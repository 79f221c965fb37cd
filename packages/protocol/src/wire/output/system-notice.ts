// System lines that inform the user, and system lines known only by name.

import type { Json, Open } from "../json.ts";
import type { SystemEnvelope } from "./envelope.ts";

/** What a slash command printed. */
export interface SystemLocalCommandOutput extends SystemEnvelope<"local_command_output"> {
  readonly content: string;
}

/** A message for the user. @since 2.1.200 */
export interface SystemInformational extends SystemEnvelope<"informational"> {
  readonly content: string;
  readonly level?: Open<"info" | "notice" | "suggestion" | "warning">;
  readonly tool_use_id?: string;
  /** True when the turn will not go on. */
  readonly prevent_continuation?: boolean;
  /** Set if a hook blocked the prompt. @since 2.1.325 */
  readonly prompt_submit_outcome?: { readonly kind: string; readonly prompt_kept: boolean; readonly reason: string };
  readonly tag?: string;
  /** Not meant for the person. @since 2.1.325 */
  readonly isMeta?: boolean;
  /** ISO 8601. @since 2.1.325 */
  readonly timestamp?: string;
}

/**
 * A pull or merge request of this session was opened, or the session worked on one. Read from the output of
 * a command; the address is not verified. May be repeated for the same request.
 * @since 2.1.285
 */
export interface SystemCodeChangePublished extends SystemEnvelope<"code_change_published"> {
  /** Guessed from the shape of the address. */
  readonly provider: Open<"github" | "github-enterprise" | "gitlab" | "bitbucket" | "gerrit">;
  readonly url: string;
  /** `owner/name`; more segments on GitLab. */
  readonly repo: string;
  /** The number of the request, as text. */
  readonly identifier: string;
  /** What the session did with it. */
  readonly action?: Open<
    | "created"
    | "edited"
    | "merged"
    | "commented"
    | "closed"
    | "reopened"
    | "ready"
    | "draft"
    | "auto-merge-enabled"
    | "auto-merge-disabled"
    | "pushed"
    | "checked-out"
    | "started"
  >;
  readonly branch?: string;
}

/** The session's name: at start-up if it has one, and after each change of it. @since 2.1.325 */
export interface SystemSessionTitleChanged extends SystemEnvelope<"session_title_changed"> {
  /** At most 200 characters, without control characters. */
  readonly title: string;
}

/** A short message for the status area. A later one with the same key replaces it. @since 2.1.120 */
export interface SystemNotification extends SystemEnvelope<"notification"> {
  readonly key?: string;
  readonly text: string;
  readonly priority?: Open<"low" | "medium" | "high" | "immediate">;
  readonly color?: string;
  readonly timeout_ms?: number;
}

/** A plugin is being installed. */
export interface SystemPluginInstall extends SystemEnvelope<"plugin_install"> {
  readonly status: Open<"started" | "installed" | "failed" | "completed">;
  readonly name?: string;
  readonly error?: string;
}

/** A question of an MCP server by URL was completed. */
export interface SystemElicitationComplete extends SystemEnvelope<"elicitation_complete"> {
  readonly mcp_server_name?: string;
  readonly elicitation_id: string;
}

/** A call was refused. Advisory: `result.permission_denials` is the authority. @since 2.1.250 */
export interface SystemPermissionDenied extends SystemEnvelope<"permission_denied"> {
  /** @checked */
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly agent_id?: string;
  readonly decision_reason_type?: string;
  /** @since 2.1.325 */
  readonly decision_reason?: string;
  readonly message?: string;
}

/** Lines that the published JavaScript handles and no declaration describes, so their fields are unknown. */
export interface SystemUndescribed extends SystemEnvelope<
  | "post_turn_summary"
  | "task_summary"
  | "session_metadata"
  | "permission_check_status"
  | "dev_intent"
  | "checkpoint_done"
  | "peer_message_hold"
  | "per_turn_effort_changed"
  | "instruction_size_warning"
  | "slack_tag_title"
  | "vcs_state_changed"
  | "voice_call_talk"
> {
  readonly [key: string]: Json | undefined;
}

/** System lines that inform the user. */
export type SystemNoticeMessage =
  | SystemLocalCommandOutput
  | SystemInformational
  | SystemNotification
  | SystemPluginInstall
  | SystemElicitationComplete
  | SystemPermissionDenied
  | SystemCodeChangePublished
  | SystemSessionTitleChanged
  | SystemUndescribed;
