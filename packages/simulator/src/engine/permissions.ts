// Whether a call may run, must be asked for or is refused: by mode, by the rules of flags and settings, by what the tool
// does. Measured with the default mode: reading tools, sub-agents and shell commands
// that only look run without a question.

import type { Json, JsonObject } from "../json.ts";
import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";
import { QUESTION_TOOL } from "./user-questions.ts";

export type Permission =
  | { readonly kind: "allow"; readonly by: "mode" | "rule" | "read-only" }
  | {
      readonly kind: "ask";
      readonly reason: string;
      /** The settings whose rule says so. */
      readonly ruleSource?: string;
      /** It is a hook that asks. */
      readonly isHook?: boolean;
    }
  | { readonly kind: "deny"; readonly reason: string; readonly by: "mode" | "rule" };

export interface PermissionQuestion {
  readonly name: string;
  readonly input: Json;
  /** What the scenario says. */
  readonly asks: boolean | undefined;
  /** A hook asks, for this reason. */
  readonly hookReason?: string | undefined;
}

const READING = new Set([
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
const EDITING = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const LOOKING = new Set([
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
const LOOKING_GIT = new Set(["status", "log", "diff", "show", "branch", "blame", "rev-parse", "ls-files"]);
const FILING = new Set(["touch", "mkdir", "mv", "cp", "rm", "rmdir", "sed"]);

export function permissionOf(session: Session, { name, input, asks, hookReason }: PermissionQuestion): Permission {
  const { options, permissionMode } = session;
  const command = commandOf(input);
  if (options.disallowedTools.some((rule) => fitsRule(rule, name, command))) {
    return {
      kind: "deny",
      by: "rule",
      reason: `Permission to use ${name}${command === "" ? "" : ` with command ${command}`} has been denied.`,
    };
  }
  if (hookReason !== undefined) return { kind: "ask", reason: hookReason || notGranted(name), isHook: true };
  if (asks === false) return { kind: "allow", by: "rule" };
  const asked = askRule(session, name, command);
  const question: Permission = { kind: "ask", reason: reasonFor(session, name, command), ...asked };
  // The person is asked in every mode.
  if (asks !== true && asked === undefined && name !== QUESTION_TOOL) {
    if (permissionMode === "bypassPermissions") return { kind: "allow", by: "mode" };
    if (isAllowed(session, name, command)) return { kind: "allow", by: "rule" };
    if (name === "ExitPlanMode") return question;
    if (READING.has(name) || (name === "Bash" && isLooking(command))) return { kind: "allow", by: "read-only" };
    // A classifier decides about the rest, which has nothing against what a scenario does.
    if (permissionMode === "auto") return { kind: "allow", by: "mode" };
    if (permissionMode === "acceptEdits" && (EDITING.has(name) || FILING.has(firstWord(command)))) {
      return { kind: "allow", by: "mode" };
    }
  }
  return permissionMode === "dontAsk" ? { kind: "deny", by: "mode", reason: dontAskReason(session, name) } : question;
}

/** A rule of settings that asks for the call, whatever allows it; up to 2.1.20 what allows it is stronger. */
function askRule(
  { options }: Session,
  name: string,
  command: string,
): { reason: string; ruleSource: string } | undefined {
  if (!mannersOf(options.version).has("obeysAskRules")) return undefined;
  const found = options.askRules?.find(({ rule }) => fitsRule(rule, name, command));
  return found === undefined ? undefined : { reason: notGranted(name), ruleSource: found.source };
}

/** For some versions a rule about a shell command does not cover the files that the command would write. */
function isAllowed({ options }: Session, name: string, command: string): boolean {
  const fitting = options.allowedTools.filter((rule) => fitsRule(rule, name, command));
  const isFiling = name === "Bash" && FILING.has(firstWord(command));
  if (!isFiling || !mannersOf(options.version).has("guardsFiles")) return fitting.length > 0;
  return fitting.some((rule) => !rule.includes("("));
}

/** Calls that may run beside others: they only read. */
export function runsBeside(name: string, input: Json): boolean {
  return (READING.has(name) && name !== "TodoWrite") || (name === "Bash" && isLooking(commandOf(input)));
}

/** `Bash(git:*)`, `Bash(npm run test)`, `Read`, `mcp__server`, `*`. */
function fitsRule(rule: string, name: string, command: string): boolean {
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

function commandOf(input: Json): string {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return "";
  const fields = input as JsonObject;
  const value = fields["command"] ?? fields["file_path"] ?? fields["path"] ?? fields["url"];
  return typeof value === "string" ? value : "";
}

/** Every part of a compound command only looks, and nothing is written to a file. */
function isLooking(command: string): boolean {
  if (/[><`]|\$\(/u.test(command)) return false;
  const parts = command.split(/&&|\|\||[;|\n]/u).map((part) => part.trim());
  return parts.every((part) => part === "" || LOOKING.has(firstWord(part)) || isLookingGit(part));
}

function isLookingGit(command: string): boolean {
  const [program, action] = command.split(/\s+/u);
  return program === "git" && action !== undefined && LOOKING_GIT.has(action);
}

function firstWord(command: string): string {
  return command.trim().split(/\s+/u)[0] ?? "";
}

function reasonFor({ options }: Session, name: string, command: string): string {
  const manners = mannersOf(options.version);
  if (name === "Bash" && manners.has("namesApproval")) {
    const [program = "", file] = command.trim().split(/\s+/u);
    const general = "This command requires approval";
    if (!FILING.has(program) || file === undefined) return general;
    const path = `${options.cwd}/${file}`;
    return manners.choose({
      "1.0.128": general,
      "2.1.20":
        `${program} in '${path}' was blocked. For security, Claude Code may only create or modify files in the allowed ` +
        `working directories for this session: '${options.cwd}'.`,
      "2.1.325":
        `${program} in '${path}' needs approval. The path is inside the working directories for this session ` +
        `('${options.cwd}'), and Claude Code asks before a shell command creates, changes or removes files there.`,
    });
  }
  if (name === QUESTION_TOOL) return "Answer questions?";
  const place = command === "" ? "" : ` to ${command}`;
  if (EDITING.has(name)) return `Claude requested permissions to write${place}, but you haven't granted it yet.`;
  return notGranted(name);
}

function notGranted(name: string): string {
  return `Claude requested permissions to use ${name}, but you haven't granted it yet.`;
}

function dontAskReason({ options }: Session, name: string): string {
  return mannersOf(options.version).choose({
    "1.0.128": `Permission to use ${name} has been auto-denied in dontAsk mode.`,
    "2.1.20":
      `Permission to use ${name} has been denied because Claude Code is running in don't ask mode. IMPORTANT: You *may* ` +
      "attempt to accomplish this action using other tools.",
  });
}
