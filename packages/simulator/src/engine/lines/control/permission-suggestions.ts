// The additions of a permission request to the call: rules to suggest to the host, and the reason for the request. Measured
// for shell commands alone and joined, for files inside and outside the folder, and for fetching a page.

import type { CanUseToolRequest, PermissionUpdate } from "@unspool/protocol/wire";
import type { Json } from "../../../json.ts";
import { getText } from "../fields.ts";
import type { VersionQuirks } from "../../versions/version-quirks.ts";
import type { Draft, LineContext } from "../context.ts";
import type { PermissionCall } from "../lines.ts";

const EDITING_TOOLS = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** Shell commands that write the file they name, as far as the CLI knows. */
const WRITING_COMMAND = /^\s*(?:touch|mkdir|rm|rmdir|mv|cp)\s+(?:-\S+\s+)*([^\s;&|<>]+)\s*$/;
const JOINED = /&&|\|\||[;|]/;

export function suggestUpdates(context: LineContext, call: PermissionCall): readonly PermissionUpdate[] {
  if (!context.quirks.has("hasSuggestions") || isAskedForByName(call)) return [];
  const acceptEdits: PermissionUpdate = { type: "setMode", mode: "acceptEdits", destination: "session" };
  if (EDITING_TOOLS.has(call.name)) {
    const outside = findOutsideFolder(context, call);
    return outside === undefined ? [acceptEdits] : [acceptEdits, suggestDirectory(outside)];
  }
  if (call.name === "WebFetch") return context.quirks.has("suggestsFetchRules") ? [suggestFetchRule(call.input)] : [];
  if (call.name !== "Bash") return [];
  const command = getText(call.input, "command");
  const parts = command.split(JOINED).map((part) => part.trim());
  const rule: PermissionUpdate = {
    type: "addRules",
    rules: parts.map((part) => ({ toolName: "Bash", ruleContent: toRuleContent(context, part) })),
    behavior: "allow",
    destination: "localSettings",
  };
  const { quirks, memory } = context;
  if (findWrittenPath(context, command) === undefined || !quirks.has("suggestsFolders")) return [rule];
  const folder = [suggestDirectory(memory.cwd), acceptEdits];
  return quirks.has("hidesCommandRule") ? folder : [rule, ...folder];
}

/** Returns the file that a shell command would write. Editing tools name theirs in the input. */
export function getBlockedPath(context: LineContext, call: PermissionCall): string | undefined {
  if (call.name !== "Bash" || isAskedForByName(call) || !context.quirks.has("hasBlockedPath")) return undefined;
  const path = call.blockedPath ?? findWrittenPath(context, getText(call.input, "command"));
  if (path === undefined) return undefined;
  return path.startsWith("/") ? path : `${context.memory.cwd}/${path}`;
}

function findWrittenPath(context: LineContext, command: string): string | undefined {
  const parts = context.quirks.has("blocksParts") ? command.split(JOINED) : [command];
  return parts.map((part) => WRITING_COMMAND.exec(part)?.[1]).find((path) => path !== undefined);
}

type DecisionReason = Draft<
  Pick<
    CanUseToolRequest,
    | "decision_reason"
    | "decision_reason_type"
    | "decision_reason_rule_source"
    | "decision_reason_hook_event"
    | "decision_reason_hook_source"
    | "server_policy_ask_only"
  >
>;

export function getDecisionReason(context: LineContext, call: PermissionCall): DecisionReason {
  const { quirks } = context;
  if (call.ruleSource !== undefined) return getRuleReason(quirks, call.ruleSource);
  if (call.hookReason !== undefined) return getHookReason(quirks, call.hookReason);
  if (!quirks.has("hasDecisionReason")) return {};
  const [reason, type] = getReason(context, call);
  return {
    decision_reason: call.decisionReason ?? reason,
    decision_reason_type: quirks.has("hasDecisionReasonType") ? (call.decisionReasonType ?? type) : undefined,
    server_policy_ask_only: EDITING_TOOLS.has(call.name) && quirks.has("hasPolicyMark") ? true : undefined,
  };
}

function getRuleReason(quirks: VersionQuirks, source: string): DecisionReason {
  if (!quirks.has("hasDecisionReasonType")) return {};
  const hasPolicy = quirks.has("hasPolicyMark");
  return {
    decision_reason_type: "rule",
    decision_reason_rule_source: hasPolicy ? source : undefined,
    server_policy_ask_only: hasPolicy ? false : undefined,
  };
}

/** Returns the reason of a hook. No version before 2.1.120 asks because of a hook. */
function getHookReason(quirks: VersionQuirks, reason: string): DecisionReason {
  const hasSource = quirks.has("hasHookSource");
  return {
    decision_reason: reason === "" ? undefined : reason,
    decision_reason_type: "hook",
    decision_reason_hook_event: hasSource ? "PreToolUse" : undefined,
    decision_reason_hook_source: hasSource ? "settings" : undefined,
  };
}

/** Whether a rule or a hook asks, whatever the call would do. */
function isAskedForByName({ ruleSource, hookReason: reason }: PermissionCall): boolean {
  return ruleSource !== undefined || reason !== undefined;
}

/** Returns the description that the host may show for the call. */
export function describeCall(context: LineContext, call: PermissionCall): string | undefined {
  const described = call.description ?? getText(call.input, "description");
  if (described !== "") return described;
  const path = getText(call.input, "file_path");
  const inside = `${context.memory.cwd}/`;
  const shown = path.startsWith(inside) ? path.slice(inside.length) : path;
  return shown || getText(call.input, "url") || undefined;
}

function getReason(context: LineContext, call: PermissionCall): readonly [string | undefined, string | undefined] {
  if (call.name === "Bash") {
    if (getBlockedPath(context, call) !== undefined) return [undefined, undefined];
    const isJoined = JOINED.test(getText(call.input, "command"));
    return isJoined ? [undefined, "subcommandResults"] : ["This command requires approval", "other"];
  }
  const isOutside = EDITING_TOOLS.has(call.name) && findOutsideFolder(context, call) !== undefined;
  return isOutside ? ["Path is outside allowed working directories", "workingDir"] : [undefined, undefined];
}

function findOutsideFolder(context: LineContext, call: PermissionCall): string | undefined {
  const path = getText(call.input, "file_path");
  if (!path.startsWith("/") || path.startsWith(`${context.memory.cwd}/`)) return undefined;
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function suggestDirectory(folder: string): PermissionUpdate {
  return { type: "addDirectories", directories: [folder], destination: "session" };
}

function suggestFetchRule(input: Json): PermissionUpdate {
  const domain = /^\w+:\/\/([^/:]+)/.exec(getText(input, "url"))?.[1] ?? "";
  const rules = [{ toolName: "WebFetch", ruleContent: `domain:${domain}` }];
  return { type: "addRules", destination: "localSettings", rules, behavior: "allow" };
}

/** Returns the rule for a command. A command with a subcommand is suggested with any arguments. */
function toRuleContent(context: LineContext, command: string): string {
  if (!/^\w+ [a-z][a-z-]*$/.test(command)) return command;
  if (!context.quirks.has("suggestsPrefixes")) return command;
  return context.quirks.has("suggestsWildcards") ? `${command} *` : `${command}:*`;
}
