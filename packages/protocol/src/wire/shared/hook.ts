// Hooks: the events a host can subscribe to, the matchers it registers, what the CLI tells and what it wants back.

import type { Open } from "../json.ts";
import type { CompactionHookInput, ModelSwitchHookInput } from "./hook-model.ts";
import type { SessionHookInput } from "./hook-session.ts";
import type { ToolHookInput } from "./hook-tool.ts";
import type { WorkspaceHookInput } from "./hook-workspace.ts";

/** What the CLI tells a hook, for each of the 33 events, discriminated on `hook_event_name`. */
export type HookInput =
  | ToolHookInput
  | SessionHookInput
  | CompactionHookInput
  | ModelSwitchHookInput
  | WorkspaceHookInput;

/** The events known today. */
export type HookEventName = HookInput["hook_event_name"];

/** What the CLI does when a hook fails or takes too long. */
export type HookFailurePolicy = Open<"continue" | "block">;

/** One subscription, as registered in `initialize.hooks` under its event name. */
export interface HookMatcher {
  /** A pattern on the event's own key: tool name, source, trigger … Absent means always. */
  readonly matcher?: string;
  /** Ids the CLI names in `hook_callback`. The host chooses them. */
  readonly hookCallbackIds: readonly string[];
  /** Seconds, unlike every other duration on the wire. */
  readonly timeout?: number;
  readonly onFailure?: HookFailurePolicy;
}

export type { HookOutput, HookSpecificOutput } from "./hook-output.ts";
