// What a permission request says beside the call: what it proposes to the host so that it need not be asked again, and
// why it asks. Measured for shell commands alone and joined, for files inside and outside, and for fetching a page.

import type { Json, JsonObject } from "../../json.ts";
import { fieldOf } from "./content.ts";
import type { Manners } from "../manners.ts";
import type { LineContext } from "./context.ts";
import type { PermissionCall } from "./lines.ts";

const EDITING_TOOLS = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** Shell commands that the CLI knows to write the file they name. */
const WRITING_COMMAND = /^\s*(?:touch|mkdir|rm|rmdir|mv|cp)\s+(?:-\S+\s+)*([^\s;&|<>]+)\s*$/;
const JOINED = /&&|\|\||[;|]/;

export function permissionSuggestions(context: LineContext, call: PermissionCall): readonly Json[] {
  if (!context.manners.has("hasSuggestions") || isAskedForByName(call)) return [];
  const acceptEdits = { type: "setMode", mode: "acceptEdits", destination: "session" };
  if (EDITING_TOOLS.has(call.name)) {
    const outside = outsideFolder(context, call);
    return outside === undefined ? [acceptEdits] : [acceptEdits, addDirectory(outside)];
  }
  if (call.name === "WebFetch") return context.manners.choose({ "1.0.128": [], "2.1.20": [fetchRule(call.input)] });
  if (call.name !== "Bash") return [];
  const command = fieldOf(call.input, "command");
  const parts = command.split(JOINED).map((part) => part.trim());
  const rule: JsonObject = {
    type: "addRules",
    rules: parts.map((part) => ({ toolName: "Bash", ruleContent: ruleOf(context, part) })),
    behavior: "allow",
    destination: "localSettings",
  };
  if (writtenPath(context, command) === undefined) return [rule];
  const folder = addDirectory(context.memory.cwd);
  return context.manners.choose<readonly Json[]>({
    "1.0.128": [rule],
    "2.1.20": [folder, acceptEdits],
    "2.1.200": [rule, folder, acceptEdits],
  });
}

/** The file that a shell command would write. Editing tools name theirs in the input. */
export function blockedPath(context: LineContext, call: PermissionCall): string | undefined {
  if (call.name !== "Bash" || isAskedForByName(call) || !context.manners.has("hasBlockedPath")) return undefined;
  const path = call.blockedPath ?? writtenPath(context, fieldOf(call.input, "command"));
  if (path === undefined) return undefined;
  return path.startsWith("/") ? path : `${context.memory.cwd}/${path}`;
}

function writtenPath(context: LineContext, command: string): string | undefined {
  const parts = context.manners.has("blocksParts") ? command.split(JOINED) : [command];
  return parts.map((part) => WRITING_COMMAND.exec(part)?.[1]).find((path) => path !== undefined);
}

export function decisionReason(context: LineContext, call: PermissionCall): JsonObject {
  const { manners } = context;
  if (call.ruleSource !== undefined) return ruleReason(manners, call.ruleSource);
  if (call.hookReason !== undefined) return hookReason(manners, call.hookReason);
  if (!manners.has("hasDecisionReason")) return {};
  const [reason, type] = reasonOf(context, call);
  const known = call.decisionReason ?? reason;
  const knownType = call.decisionReasonType ?? type;
  return {
    ...(known === undefined ? {} : { decision_reason: known }),
    ...(knownType === undefined || !manners.has("hasDecisionReasonType") ? {} : { decision_reason_type: knownType }),
    ...(EDITING_TOOLS.has(call.name) && manners.has("hasPolicyMark") ? { server_policy_ask_only: true } : {}),
  };
}

function ruleReason(manners: Manners, source: string): JsonObject {
  if (!manners.has("hasDecisionReasonType")) return {};
  const policy = manners.has("hasPolicyMark")
    ? { decision_reason_rule_source: source, server_policy_ask_only: false }
    : {};
  return { decision_reason_type: "rule", ...policy };
}

/** No version before 2.1.120 asks for a hook. */
function hookReason(manners: Manners, reason: string): JsonObject {
  return {
    ...(reason === "" ? {} : { decision_reason: reason }),
    decision_reason_type: "hook",
    ...manners.choose<JsonObject>({
      "1.0.128": {},
      "2.1.312": { decision_reason_hook_event: "PreToolUse", decision_reason_hook_source: "settings" },
    }),
  };
}

/** A rule or a hook asks, whatever the call would do. */
function isAskedForByName({ ruleSource, hookReason: reason }: PermissionCall): boolean {
  return ruleSource !== undefined || reason !== undefined;
}

/** What the host may show of the call in a line. */
export function callDescription(context: LineContext, call: PermissionCall): string | undefined {
  const described = call.description ?? fieldOf(call.input, "description");
  if (described !== "") return described;
  const path = fieldOf(call.input, "file_path");
  const inside = `${context.memory.cwd}/`;
  const shown = path.startsWith(inside) ? path.slice(inside.length) : path;
  return shown || fieldOf(call.input, "url") || undefined;
}

function reasonOf(context: LineContext, call: PermissionCall): readonly [string | undefined, string | undefined] {
  if (call.name === "Bash") {
    if (blockedPath(context, call) !== undefined) return [undefined, undefined];
    const isJoined = JOINED.test(fieldOf(call.input, "command"));
    return isJoined ? [undefined, "subcommandResults"] : ["This command requires approval", "other"];
  }
  const isOutside = EDITING_TOOLS.has(call.name) && outsideFolder(context, call) !== undefined;
  return isOutside ? ["Path is outside allowed working directories", "workingDir"] : [undefined, undefined];
}

function outsideFolder(context: LineContext, call: PermissionCall): string | undefined {
  const path = fieldOf(call.input, "file_path");
  if (!path.startsWith("/") || path.startsWith(`${context.memory.cwd}/`)) return undefined;
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function addDirectory(folder: string): JsonObject {
  return { type: "addDirectories", directories: [folder], destination: "session" };
}

function fetchRule(input: Json): JsonObject {
  const domain = /^\w+:\/\/([^/:]+)/.exec(fieldOf(input, "url"))?.[1] ?? "";
  const rules = [{ toolName: "WebFetch", ruleContent: `domain:${domain}` }];
  return { type: "addRules", destination: "localSettings", rules, behavior: "allow" };
}

/** A command with a subcommand is proposed with whatever follows it. */
function ruleOf(context: LineContext, command: string): string {
  if (!/^\w+ [a-z][a-z-]*$/.test(command)) return command;
  return context.manners.choose({ "1.0.128": command, "2.1.74": `${command}:*`, "2.1.120": `${command} *` });
}
