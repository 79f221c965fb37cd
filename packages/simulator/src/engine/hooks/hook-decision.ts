// The input of a hook call, and the decision parsed from its reply.

import type { Json, JsonObject } from "../../json.ts";
import type { HookEvent } from "../sessions/hook-registry.ts";

export interface HookDecision {
  readonly decision: "allow" | "deny" | "ask" | "defer" | undefined;
  readonly reason: string;
  readonly updatedInput: Json | undefined;
  readonly updatedOutput: Json | undefined;
  /** `continue: false`: the turn ends after this. */
  readonly stops: boolean;
  /** Whether a hook from settings decided. */
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
  /** The value that matchers are tested against, e.g. a tool's name. */
  readonly subject?: string;
  readonly input: JsonObject;
  readonly toolUseId?: string;
  readonly signal: AbortSignal;
}

export function parseDecision(response: JsonObject): HookDecision {
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
