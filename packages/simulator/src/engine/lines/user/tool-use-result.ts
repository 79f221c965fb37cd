// `tool_use_result`: the structured result of a tool, derived from the call and the content that the model reads.

import { isObject, type Json, type JsonObject } from "../../../json.ts";
import { agentResult } from "./agent-result.ts";
import { stripErrorTag, getText, joinText, getUnparsedLength } from "../fields.ts";
import type { LineContext } from "../context.ts";
import { editResult, readResult, writeResult } from "./file-results.ts";
import type { ToolOutcome } from "../lines.ts";

export function toolUseResult(context: LineContext, outcome: ToolOutcome): Json | undefined {
  if (outcome.structured !== undefined) return outcome.structured;
  if (outcome.isError) return errorResult(context, outcome);
  const made = agentResult(context, outcome) ?? resultOf(context, outcome);
  return made ?? joinText(outcome.content);
}

function errorResult(context: LineContext, outcome: ToolOutcome): string {
  if (outcome.refusal === "interrupt" && context.quirks.has("hidesRefusal")) return "User rejected tool use";
  const unparsed = getUnparsedLength(outcome.input);
  if (unparsed !== undefined) return `InputValidationError: JSON parse failed (${unparsed} bytes)`;
  const text = stripErrorTag(outcome.content);
  return text.startsWith("InputValidationError") || text.startsWith("Error: ") ? text : `Error: ${text}`;
}

function resultOf(context: LineContext, outcome: ToolOutcome): Json | undefined {
  const { name, input, content } = outcome;
  switch (name) {
    case "Bash":
      return bashResult(context, outcome);
    case "Read":
      return readResult(context, input, content);
    case "Write":
      return writeResult(context, input);
    case "Edit":
      return editResult(context, input);
    case "Glob":
      return globResult(content);
    case "Grep":
      return grepResult(input, content);
    case "TodoWrite":
      return todoResult(context, input);
    case "TaskCreate": {
      const id = /#(\d+)/.exec(joinText(content))?.[1] ?? "1";
      return { task: { id, subject: getText(input, "subject") } };
    }
    case "ExitPlanMode":
      return planResult(context, input);
    case "StructuredOutput":
      return joinText(content);
    default:
      return name.startsWith("mcp__") ? mcpResult(outcome) : undefined;
  }
}

/** Commands that print nothing when they go well, as 2.1.74 sees it. */
const SILENT = /^\s*(?:touch|mkdir|rm|rmdir|mv|cp|chmod|chown|ln|cd|export|unset)\b/;

function bashResult(context: LineContext, outcome: ToolOutcome): JsonObject {
  const command = getText(outcome.input, "command");
  const base = { stdout: joinText(outcome.content), stderr: "", interrupted: false, isImage: false };
  const { taskId } = outcome;
  const isQuiet = SILENT.test(command) && !/[;&|]/.test(command);
  return {
    ...(taskId === undefined ? base : { ...base, stdout: "" }),
    ...(context.quirks.has("hasOutputExpectation") ? { noOutputExpected: isQuiet } : {}),
    ...(taskId === undefined ? {} : { backgroundTaskId: taskId }),
  };
}

function globResult(content: Json): JsonObject {
  const filenames = linesOf(content);
  return { filenames, durationMs: 1, numFiles: filenames.length, truncated: false };
}

function grepResult(input: Json, content: Json): JsonObject {
  const lines = linesOf(content);
  const mode = getText(input, "output_mode");
  if (mode === "content") {
    return { mode, numFiles: 0, filenames: [], content: lines.join("\n"), numLines: lines.length };
  }
  if (mode === "count") {
    const numMatches = lines.reduce((sum, line) => sum + Number(/:(\d+)$/.exec(line)?.[1] ?? 0), 0);
    return { mode, numFiles: lines.length, filenames: [], content: lines.join("\n"), numMatches };
  }
  return { mode: "files_with_matches", filenames: lines, numFiles: lines.length };
}

/** Returns the lines without those that are meant for the model only. */
function linesOf(content: Json): readonly string[] {
  return joinText(content)
    .split("\n")
    .filter((line) => line !== "" && !/^(?:No (?:files|matches) found|Found \d+ (?:total|files?))/.test(line));
}

/** Whether the result repeats the plan changed twice. */
function planResult(context: LineContext, input: Json): JsonObject {
  const file = { isAgent: false, filePath: `${context.folders.home}/.claude/plans/plan.md` };
  if (!context.quirks.has("repeatsPlan")) return { plan: null, ...file };
  return { plan: getText(input, "plan"), ...file, planWasEdited: true };
}

/** The list as it was and as it is. */
function todoResult(context: LineContext, input: Json): JsonObject {
  const oldTodos = context.memory.todos;
  const newTodos = isObject(input) ? (input["todos"] ?? []) : [];
  context.memory.todos = newTodos;
  const nudge = context.quirks.has("hasTodoNudge") ? { verificationNudgeNeeded: false } : {};
  return { oldTodos, newTodos, ...nudge };
}

function mcpResult(outcome: ToolOutcome): Json | undefined {
  if (outcome.structuredContent === undefined) return outcome.content;
  return { content: outcome.content, structuredContent: outcome.structuredContent };
}
