// Decides whether a call may run, needs a request or is refused: by mode, by the rules of flags and settings, and by
// tool. Measured in the default mode: reading tools, sub-agents and read-only shell commands run without a request.

import type { Json, JsonObject } from "../../json.ts";
import type { Session } from "../sessions/session.ts";
import { QUESTION_TOOL } from "./user-questions.ts";

export type Permission =
  | { readonly kind: "allow"; readonly by: "mode" | "rule" | "read-only" }
  | {
      readonly kind: "ask";
      readonly reason: string;
      /** The settings with the rule that asks. */
      readonly ruleSource?: string;
      /** Whether a hook asks. */
      readonly isHook?: boolean;
    }
  | { readonly kind: "deny"; readonly reason: string; readonly by: "mode" | "rule" };

export interface PermissionQuestion {
  readonly name: string;
  readonly input: Json;
  /** Whether the call asks by the scenario; undefined if the rules decide. */
  readonly asks: boolean | undefined;
  /** The reason of a hook that asks. */
  readonly hookReason?: string | undefined;
}

const READ_ONLY_TOOLS = new Set([
  "Read",
  "Glob",
  "Grep",
  "LS",
  "NotebookRead",
  "TodoWrite",
  "Task",
  "Agent",
  "StructuredOutput",
  "BashOutput",
  "KillShell",
  "KillBash",
  "TaskOutput",
  "TaskStop",
  "TaskCreate",
  "TaskGet",
  "TaskList",
  "TaskUpdate",
  "ToolSearch",
  "ListMcpResourcesTool",
  "ReadMcpResourceTool",
  "EnterPlanMode",
]);
const EDITING_TOOLS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const READ_ONLY_COMMANDS = new Set([
  "echo",
  "ls",
  "pwd",
  "cat",
  "head",
  "tail",
  "wc",
  "sleep",
  "true",
  "false",
  "date",
  "whoami",
  "which",
  "grep",
  "rg",
  "find",
  "stat",
  "file",
  "diff",
  "sort",
  "uniq",
  "cut",
  "tr",
  "printf",
  "uname",
  "id",
  "du",
  "df",
  "env",
  "printenv",
]);
const READ_ONLY_GIT = new Set(["status", "log", "diff", "show", "branch", "blame", "rev-parse", "ls-files"]);
const FILE_COMMANDS = new Set(["touch", "mkdir", "mv", "cp", "rm", "rmdir", "sed"]);

export function evaluatePermission(
  session: Session,
  { name, input, asks, hookReason }: PermissionQuestion,
): Permission {
  const { options, permissionMode } = session;
  const command = getCommand(input);
  if (options.disallowedTools.some((rule) => matchesRule(rule, name, command))) {
    return {
      kind: "deny",
      by: "rule",
      reason: `Permission to use ${name}${command === "" ? "" : ` with command ${command}`} has been denied.`,
    };
  }
  if (hookReason !== undefined) return { kind: "ask", reason: hookReason || formatNotGranted(name), isHook: true };
  if (asks === false) return { kind: "allow", by: "rule" };
  const asked = findAskRule(session, name, command);
  const question: Permission = { kind: "ask", reason: getAskReason(session, name, command), ...asked };
  // The question tool asks the user in every mode.
  if (asks !== true && asked === undefined && name !== QUESTION_TOOL) {
    if (permissionMode === "bypassPermissions") return { kind: "allow", by: "mode" };
    if (isAllowed(session, name, command)) return { kind: "allow", by: "rule" };
    if (name === "ExitPlanMode") return question;
    if (READ_ONLY_TOOLS.has(name) || (name === "Bash" && isReadOnlyCommand(command)))
      return { kind: "allow", by: "read-only" };
    // In `auto` mode a classifier decides; it allows everything that a scenario does.
    if (permissionMode === "auto") return { kind: "allow", by: "mode" };
    if (permissionMode === "acceptEdits" && (EDITING_TOOLS.has(name) || FILE_COMMANDS.has(getFirstWord(command)))) {
      return { kind: "allow", by: "mode" };
    }
  }
  return permissionMode === "dontAsk" ? { kind: "deny", by: "mode", reason: session.texts.dontAsk(name) } : question;
}

/**
 * Finds the rule of settings that asks for the call even if another rule allows it; up to 2.1.20 the other rule wins.
 */
function findAskRule(
  { options, quirks }: Session,
  name: string,
  command: string,
): { reason: string; ruleSource: string } | undefined {
  if (!quirks.has("obeysAskRules")) return undefined;
  const found = options.askRules?.find(({ rule }) => matchesRule(rule, name, command));
  return found === undefined ? undefined : { reason: formatNotGranted(name), ruleSource: found.source };
}

/** Whether a rule allows the call. In some versions a rule for a shell command does not cover the files that it writes. */
function isAllowed({ options, quirks }: Session, name: string, command: string): boolean {
  const fitting = options.allowedTools.filter((rule) => matchesRule(rule, name, command));
  const isFiling = name === "Bash" && FILE_COMMANDS.has(getFirstWord(command));
  if (!isFiling || !quirks.has("guardsFiles")) return fitting.length > 0;
  return fitting.some((rule) => !rule.includes("("));
}

/** Whether a call may run in parallel with others, because it only reads. */
export function canRunInParallel(name: string, input: Json): boolean {
  return (
    (READ_ONLY_TOOLS.has(name) && name !== "TodoWrite") || (name === "Bash" && isReadOnlyCommand(getCommand(input)))
  );
}

/** Matches rules such as `Bash(git:*)`, `Bash(npm run test)`, `Read`, `mcp__server` and `*`. */
function matchesRule(rule: string, name: string, command: string): boolean {
  const match = /^([^(]+)(?:\((.*)\))?$/su.exec(rule.trim());
  const tool = match?.[1]?.trim() ?? "";
  if (tool !== name && tool !== "*" && !(tool.startsWith("mcp__") && name.startsWith(`${tool}__`))) return false;
  const content = match?.[2]?.trim();
  if (content === undefined || content === "" || content === "*") return true;
  if (content.endsWith(":*")) {
    const prefix = content.slice(0, -2);
    return command === prefix || command.startsWith(`${prefix} `);
  }
  if (!content.includes("*")) return command === content;
  const pattern = content.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  return new RegExp(`^${pattern.join(".*")}$`, "su").test(command);
}

function getCommand(input: Json): string {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return "";
  const fields = input as JsonObject;
  const value = fields["command"] ?? fields["file_path"] ?? fields["path"] ?? fields["url"];
  return typeof value === "string" ? value : "";
}

/** Whether every part of a compound command only reads, and nothing is written to a file. */
function isReadOnlyCommand(command: string): boolean {
  if (/[><`]|\$\(/u.test(command)) return false;
  const parts = command.split(/&&|\|\||[;|\n]/u).map((part) => part.trim());
  return parts.every((part) => part === "" || READ_ONLY_COMMANDS.has(getFirstWord(part)) || isReadOnlyGit(part));
}

function isReadOnlyGit(command: string): boolean {
  const [program, action] = command.split(/\s+/u);
  return program === "git" && action !== undefined && READ_ONLY_GIT.has(action);
}

function getFirstWord(command: string): string {
  return command.trim().split(/\s+/u)[0] ?? "";
}

function getAskReason({ options, quirks, texts }: Session, name: string, command: string): string {
  if (name === "Bash" && quirks.has("namesApproval")) {
    const [program = "", file] = command.trim().split(/\s+/u);
    const general = "This command requires approval";
    if (!FILE_COMMANDS.has(program) || file === undefined) return general;
    return texts.fileApproval(program, `${options.cwd}/${file}`, options.cwd) ?? general;
  }
  if (name === QUESTION_TOOL) return "Answer questions?";
  const target = command === "" ? "" : ` to ${command}`;
  if (EDITING_TOOLS.has(name)) return `Claude requested permissions to write${target}, but you haven't granted it yet.`;
  return formatNotGranted(name);
}

function formatNotGranted(name: string): string {
  return `Claude requested permissions to use ${name}, but you haven't granted it yet.`;
}
