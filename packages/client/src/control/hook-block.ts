// The answer that keeps something from happening, by event. A refusal would not: a hook that is refused goes on, and CLIs up
// to 2.1.74 do not know `onFailure`.

import type { JsonObject } from "@unspool/protocol";
import type { HookOutput } from "@unspool/protocol/wire";

/** For events that nothing can keep from happening it is a complaint. */
export function blockingAnswer(event: string, input: JsonObject, reason: string): HookOutput {
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
      // To block a stop is to go on, and a hook that fails every time would do so for ever.
      return input["stop_hook_active"] === true ? {} : { decision: "block", reason };
    default:
      return { decision: "block", reason };
  }
}
