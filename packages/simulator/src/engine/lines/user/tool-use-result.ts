// `tool_use_result`: the structured result of a tool, derived from the call and the content that the model reads.

import { isObject, type Json, type JsonObject } from "../../../json.ts";
import { toAgentResult } from "./agent-result.ts";
import { stripErrorTag, getText, joinText, getUnparsedLength } from "../fields.ts";
import type { LineContext } from "../context.ts";
import { toEditResult, toReadResult, toWriteResult } from "./file-results.ts";
import type { ToolOutcome } from "../lines.ts";

export function toToolUseResult(context: LineContext, outcome: ToolOutcome): Json | undefined {
  if (outcome.structured !== undefined) return outcome.structured;
  if (outcome.isError) return formatError(context, outcome);
  const made = toAgentResult(context, outcome) ?? deriveResult(context, outcome);
  return made ?? joinText(outcome.content);
}

function formatError(context: LineContext, outcome: ToolOutcome): string {
  if (outcome.refusal === "interrupt" && context.quirks.has("hidesRefusal")) return "User rejected tool use";
  const unparsed = getUnparsedLength(outcome.input);
  if (unparsed !== undefined) return `InputValidationError: JSON parse failed (${unparsed} bytes)`;
  const text = stripErrorTag(outcome.content);
  return text.startsWith("InputValidationError") || text.startsWith("Error: ") ? text : `Error: ${text}`;
}

function deriveResult(context: LineContext, outcome: ToolOutcome): Json | undefined {
  const { name, input, content } = outcome;
  switch (name) {
    case "Bash":
      return toBashResult(context, outcome);
    case "Read":
      return toReadResult(context, input, content);
    case "Write":
      return toWriteResult(context, input);
    case "Edit":
      return toEditResult(context, input);
    case "Glob":
      return toGlobResult(content);
    case "Grep":
      return toGrepResult(input, content);
    case "TodoWrite":
      return toTodoResult(context, input);
    case "TaskCreate": {
      const id = /#(\d+)/.exec(joinText(content))?.[1] ?? "1";
      return { task: { id, subject: getText(input, "subject") } };
    }
    case "ExitPlanMode":
      return toPlanResult(context, input);
    case "StructuredOutput":
      return joinText(content);
    default:
      return name.startsWith("mcp__") ? toMcpResult(outcome) : undefined;
  }
}

/** Commands that print nothing when they succeed, according to 2.1.74. */
const SILENT = /^\s*(?:touch|mkdir|rm|rmdir|mv|cp|chmod|chown|ln|cd|export|unset)\b/;

function toBashResult(context: LineContext, outcome: ToolOutcome): JsonObject {
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

function toGlobResult(content: Json): JsonObject {
  const filenames = splitLines(content);
  return { filenames, durationMs: 1, numFiles: filenames.length, truncated: false };
}

function toGrepResult(input: Json, content: Json): JsonObject {
  const lines = splitLines(content);
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
function splitLines(content: Json): readonly string[] {
  return joinText(content)
    .split("\n")
    .filter((line) => line !== "" && !/^(?:No (?:files|matches) found|Found \d+ (?:total|files?))/.test(line));
}

/** Returns the result of ExitPlanMode. CLIs changed twice whether it repeats the plan. */
function toPlanResult(context: LineContext, input: Json): JsonObject {
  const file = { isAgent: false, filePath: `${context.folders.home}/.claude/plans/plan.md` };
  if (!context.quirks.has("repeatsPlan")) return { plan: null, ...file };
  return { plan: getText(input, "plan"), ...file, planWasEdited: true };
}

/** Returns the todo list before and after the call. */
function toTodoResult(context: LineContext, input: Json): JsonObject {
  const oldTodos = context.memory.todos;
  const newTodos = isObject(input) ? (input["todos"] ?? []) : [];
  context.memory.todos = newTodos;
  const nudge = context.quirks.has("hasTodoNudge") ? { verificationNudgeNeeded: false } : {};
  return { oldTodos, newTodos, ...nudge };
}

function toMcpResult(outcome: ToolOutcome): Json | undefined {
  if (outcome.structuredContent === undefined) return outcome.content;
  return { content: outcome.content, structuredContent: outcome.structuredContent };
}
