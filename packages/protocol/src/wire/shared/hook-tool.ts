// Inputs of the hooks around tool calls and permissions.

import type { Json, JsonObject } from "../json.ts";
import type { HookInputBase } from "./hook-base.ts";
import type { McpServerReference, PermissionUpdate } from "./permission.ts";

/** The call a tool hook is about. */
interface ToolCallInput<Name extends string> extends HookInputBase<Name> {
  readonly tool_name: string;
  readonly tool_input: JsonObject;
  /** Absent in 1.0.128, where only the `hook_callback` around it names the call. */
  readonly tool_use_id?: string;
  readonly mcp_server?: McpServerReference;
}

/** Before a call runs; the hook may decide on it or change its input. */
export type PreToolUseHookInput = ToolCallInput<"PreToolUse">;

/** After a call that worked. */
export interface PostToolUseHookInput extends ToolCallInput<"PostToolUse"> {
  /** The tool's own structured output, of any type. */
  readonly tool_response: Json;
  readonly duration_ms?: number;
}

/** After a call that failed. */
export interface PostToolUseFailureHookInput extends ToolCallInput<"PostToolUseFailure"> {
  readonly error: string;
  /** True when the user stopped it. */
  readonly is_interrupt?: boolean;
  readonly duration_ms?: number;
}

/** One call of a batch. */
export interface ToolBatchCall {
  readonly tool_name: string;
  readonly tool_input: JsonObject;
  readonly tool_use_id: string;
  readonly tool_response?: Json;
}

/** After all the calls of one assistant message. */
export interface PostToolBatchHookInput extends HookInputBase<"PostToolBatch"> {
  readonly tool_calls: readonly ToolBatchCall[];
}

/** A call is about to be put to the user. */
export interface PermissionRequestHookInput extends ToolCallInput<"PermissionRequest"> {
  readonly permission_suggestions?: readonly PermissionUpdate[];
}

/** A call was refused. */
export interface PermissionDeniedHookInput extends ToolCallInput<"PermissionDenied"> {
  readonly reason: string;
}

/** Inputs of the tool and permission hooks. */
export type ToolHookInput =
  | PreToolUseHookInput
  | PostToolUseHookInput
  | PostToolUseFailureHookInput
  | PostToolBatchHookInput
  | PermissionRequestHookInput
  | PermissionDeniedHookInput;
