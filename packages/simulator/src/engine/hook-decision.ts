// What is asked of a hook, and what its answer comes to.

import type { Json, JsonObject } from "../json.ts";

export type HookEvent = "PreToolUse" | "PostToolUse" | "UserPromptSubmit" | "Stop" | "SessionStart" | "SubagentStop";

export interface HookDecision {
  readonly decision: "allow" | "deny" | "ask" | "defer" | undefined;
  readonly reason: string;
  readonly updatedInput: Json | undefined;
  readonly updatedOutput: Json | undefined;
  /** `continue: false`: the turn ends after this. */
  readonly stops: boolean;
  /** It is a hook of settings that said so. */
  readonly isCommand?: boolean;
}

export const undecided: HookDecision = {
  decision: undefined,
  reason: "",
  updatedInput: undefined,
  updatedOutput: undefined,
  stops: false,
};

export interface HookCall {
  readonly event: HookEvent;
  /** What the matcher is held against, e.g. a tool's name. */
  readonly subject?: string;
  readonly input: JsonObject;
  readonly toolUseId?: string;
  readonly signal: AbortSignal;
}

export function readDecision(response: JsonObject): HookDecision {
  const specific = (response["hookSpecificOutput"] ?? {}) as JsonObject;
  const permission = specific["permissionDecision"];
  const plain = response["decision"];
  const decision =
    permission === "allow" || permission === "deny" || permission === "ask" || permission === "defer"
      ? permission
      : plain === "block"
        ? "deny"
        : plain === "approve"
          ? "allow"
          : undefined;
  const reason = specific["permissionDecisionReason"] ?? response["reason"] ?? response["stopReason"];
  return {
    decision,
    reason: typeof reason === "string" ? reason : "",
    updatedInput: specific["updatedInput"],
    updatedOutput: specific["updatedToolOutput"] ?? response["updatedToolOutput"],
    stops: response["continue"] === false,
  };
}
