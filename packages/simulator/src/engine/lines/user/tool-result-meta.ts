// `tool_result_meta`: what allowed a tool to run, or why it did not. 2.1.250 writes only the latter.

import type { ToolResultMeta, ToolResultPermission } from "@unspool/protocol/wire";
import type { VersionQuirks } from "../../versions/version-quirks.ts";
import type { ToolOutcome } from "../lines.ts";
import { joinText, getUnparsedLength } from "../fields.ts";

export function toolResultMeta(quirks: VersionQuirks, outcome: ToolOutcome): ToolResultMeta | undefined {
  const id = outcome.toolUseId;
  const hasDecisions = quirks.has("hasDecisions");
  if (outcome.refusal !== undefined) {
    const { permission_decision: decided, ...kind } = refusalMeta(outcome);
    return hasDecisions && decided !== undefined ? { id, ...kind, permission_decision: decided } : { id, ...kind };
  }
  if (!hasDecisions) return undefined;
  // A call that could not be parsed never reaches a permission decision.
  if (outcome.isError && isMisunderstood(outcome)) return undefined;
  return { id, permission_decision: decision(outcome) };
}

function refusalMeta(outcome: ToolOutcome): Omit<ToolResultMeta, "id"> {
  switch (outcome.refusal) {
    case "user":
      return rejected("permission-rule", { source: "user_reject" });
    case "hook":
      return rejected("permission-rule", { source: "hook", reason_type: "hook" });
    case "rule":
      return rejected("permission-rule", { source: "config", reason_type: ruleType(outcome) });
    case "mode":
      return rejected("user-rejected", { source: "config" });
    default:
      return { non_execution_kind: "user-rejected" };
  }
}

function rejected(
  kind: NonNullable<ToolResultMeta["non_execution_kind"]>,
  by: Omit<ToolResultPermission, "decision">,
): Omit<ToolResultMeta, "id"> {
  return { non_execution_kind: kind, permission_decision: { decision: "reject", ...by } };
}

function decision(outcome: ToolOutcome): ToolResultPermission {
  switch (outcome.permission ?? "mode") {
    case "mode":
      return { decision: "accept", source: "config", reason_type: "mode" };
    case "rule":
      return { decision: "accept", source: "config", reason_type: ruleType(outcome) };
    case "user":
      return { decision: "accept", source: "user_temporary" };
    case "hook":
      return { decision: "accept", source: "hook", reason_type: "hook" };
    case "read-only":
      return readOnly(outcome);
  }
}

/** A shell command that changes nothing is judged like one that a rule allows; a reading tool by the mode. */
function readOnly(outcome: ToolOutcome): ToolResultPermission {
  const base: ToolResultPermission = { decision: "accept", source: "config" };
  if (outcome.name === "Bash") return { ...base, reason_type: ruleType(outcome) };
  return outcome.report === undefined && outcome.name === "Read" ? { ...base, reason_type: "mode" } : base;
}

/** A shell command is judged by its parts. */
function ruleType(outcome: ToolOutcome): string {
  return outcome.name === "Bash" ? "subcommandResults" : "rule";
}

/** The tags mark a call that was refused for its content, before any permission decision. */
function isMisunderstood(outcome: ToolOutcome): boolean {
  return getUnparsedLength(outcome.input) !== undefined || joinText(outcome.content).startsWith("<tool_use_error>");
}
