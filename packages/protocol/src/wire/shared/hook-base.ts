// The fields that all hook inputs share.
// Of the 33 inputs only PreToolUse was recorded (1.0.128, 2.1.74, 2.1.325). The others require what the published
// declarations require, except fields that an older CLI is known to lack.

import type { Open } from "../json.ts";
import type { Effort } from "./agent.ts";
import type { PermissionMode } from "./permission.ts";

/** The common head of a hook input, for the event (or events) `Name`. */
export interface HookInputBase<Name extends string> {
  readonly hook_event_name: Name;
  readonly session_id: string;
  /** The session's transcript file. */
  readonly transcript_path: string;
  readonly cwd: string;
  /** Id of the user prompt that led to the hook. @since 2.1.325 */
  readonly prompt_id?: string;
  readonly permission_mode?: PermissionMode;
  /** Set inside a sub-agent. */
  readonly agent_id?: string;
  readonly agent_type?: string;
  readonly effort?: { readonly level: Effort };
}

/** Who began a compaction. */
export type CompactTrigger = Open<"manual" | "auto">;
