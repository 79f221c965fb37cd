// `tool_result_meta`: what allowed a tool to run, or why it did not. 2.1.250 writes only the latter.

import type { ToolResultMeta, ToolResultPermission } from "@unspool/protocol/wire";
import type { VersionQuirks } from "../../versions/version-quirks.ts";
import type { ToolOutcome } from "../lines.ts";
import { joinText, getUnparsedLength } from "../fields.ts";

export function toToolResultMeta(quirks: VersionQuirks, outcome: ToolOutcome): ToolResultMeta | undefined {
  const id = outcome.toolUseId;
  const hasDecisions = quirks.has("hasDecisions");
  if (outcome.refusal !== undefined) {
    const { permission_decision: decided, ...kind } = toRefusalMeta(outcome);
    return hasDecisions && decided !== undefined ? { id, ...kind, permission_decision: decided } : { id, ...kind };
  }
  if (!hasDecisions) return undefined;
  // A call that could not be parsed never reaches a permission decision.
  if (outcome.isError && isMisunderstood(outcome)) return undefined;
  return { id, permission_decision: toDecision(outcome) };
}

function toRefusalMeta(outcome: ToolOutcome): Omit<ToolResultMeta, "id"> {
  switch (outcome.refusal) {
    case "user":
      return toRejection("permission-rule", { source: "user_reject" });
    case "hook":
      return toRejection("permission-rule", { source: "hook", reason_type: "hook" });
    case "rule":
      return toRejection("permission-rule", { source: "config", reason_type: getRuleType(outcome) });
    case "mode":
      return toRejection("user-rejected", { source: "config" });
    default:
      return { non_execution_kind: "user-rejected" };
  }
}

function toRejection(
  kind: NonNullable<ToolResultMeta["non_execution_kind"]>,
  by: Omit<ToolResultPermission, "decision">,
): Omit<ToolResultMeta, "id"> {
  return { non_execution_kind: kind, permission_decision: { decision: "reject", ...by } };
}

function toDecision(outcome: ToolOutcome): ToolResultPermission {
  switch (outcome.permission ?? "mode") {
    case "mode":
      return { decision: "accept", source: "config", reason_type: "mode" };
    case "rule":
      return { decision: "accept", source: "config", reason_type: getRuleType(outcome) };
    case "user":
      return { decision: "accept", source: "user_temporary" };
    case "hook":
      return { decision: "accept", source: "hook", reason_type: "hook" };
    case "read-only":
      return toReadOnlyDecision(outcome);
  }
}

/**
 * Returns the decision about a read-only call. A read-only shell command has the reason of a rule, `Read` that of the mode.
 */
function toReadOnlyDecision(outcome: ToolOutcome): ToolResultPermission {
  const base: ToolResultPermission = { decision: "accept", source: "config" };
  if (outcome.name === "Bash") return { ...base, reason_type: getRuleType(outcome) };
  return outcome.report === undefined && outcome.name === "Read" ? { ...base, reason_type: "mode" } : base;
}

/** Returns the reason of a rule. A shell command is judged by its parts. */
function getRuleType(outcome: ToolOutcome): string {
  return outcome.name === "Bash" ? "subcommandResults" : "rule";
}

/** Whether a call was refused for its content, before any permission decision. The tags mark such a call. */
function isMisunderstood(outcome: ToolOutcome): boolean {
  return getUnparsedLength(outcome.input) !== undefined || joinText(outcome.content).startsWith("<tool_use_error>");
}
