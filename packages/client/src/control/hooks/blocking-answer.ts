// Creates the answer of a hook that blocks the action, by event. Refusing the request would not: the CLI ignores a hook that
// is refused, and up to 2.1.74 it does not know `onFailure`.

import type { JsonObject } from "@unspool/protocol";
import type { HookOutput } from "@unspool/protocol/wire";

/** For events that cannot be blocked, the answer only gives the reason. */
export function createBlockingAnswer(event: string, input: JsonObject, reason: string): HookOutput {
  switch (event) {
    case "PreToolUse":
    case "PreModelSwitch":
      return {
        decision: "block",
        reason,
        hookSpecificOutput: { hookEventName: event, permissionDecision: "deny", permissionDecisionReason: reason },
      };
    case "PermissionRequest":
      return { hookSpecificOutput: { hookEventName: event, decision: { behavior: "deny", message: reason } } };
    case "Elicitation":
    case "ElicitationResult":
      return { hookSpecificOutput: { hookEventName: event, action: "cancel" } };
    case "Stop":
    case "SubagentStop":
      // Blocking a stop makes the agent continue. A hook that fails every time would do so for ever.
      return input["stop_hook_active"] === true ? {} : { decision: "block", reason };
    default:
      return { decision: "block", reason };
  }
}
