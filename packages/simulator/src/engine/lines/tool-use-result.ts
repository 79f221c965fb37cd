// `tool_use_result`: what a tool returned, as the CLI keeps it for itself, made from the call and the content shown.

import { isObject, type Json, type JsonObject } from "../../json.ts";
import { agentResult } from "./agent-result.ts";
import { errorText, fieldOf, textOf, unparsedLength } from "./content.ts";
import type { LineContext } from "./context.ts";
import { globResult, grepResult } from "./search-results.ts";
import { editResult, readResult, writeResult } from "./file-results.ts";
import type { ToolOutcome } from "./lines.ts";

export function toolUseResult(context: LineContext, outcome: ToolOutcome): Json | undefined {
  if (outcome.structured !== undefined) return outcome.structured;
  if (outcome.isError) return errorResult(context, outcome);
  const made = agentResult(context, outcome) ?? resultOf(context, outcome);
  return made ?? textOf(outcome.content);
}

function errorResult(context: LineContext, outcome: ToolOutcome): string {
  if (outcome.refusal === "interrupt" && context.manners.has("hidesRefusal")) return "User rejected tool use";
  const unparsed = unparsedLength(outcome.input);
  if (unparsed !== undefined) return `InputValidationError: JSON parse failed (${unparsed} bytes)`;
  const text = errorText(outcome.content);
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
      const id = /#(\d+)/.exec(textOf(content))?.[1] ?? "1";
      return { task: { id, subject: fieldOf(input, "subject") } };
    }
    case "ExitPlanMode":
      return planResult(context, input);
    case "StructuredOutput":
      return textOf(content);
    default:
      return name.startsWith("mcp__") ? mcpResult(outcome) : undefined;
  }
}

/** Commands that print nothing when they go well, as 2.1.74 sees it. */
const SILENT = /^\s*(?:touch|mkdir|rm|rmdir|mv|cp|chmod|chown|ln|cd|export|unset)\b/;

function bashResult(context: LineContext, outcome: ToolOutcome): JsonObject {
  const command = fieldOf(outcome.input, "command");
  const base = { stdout: textOf(outcome.content), stderr: "", interrupted: false, isImage: false };
  const { taskId } = outcome;
  const isQuiet = SILENT.test(command) && !/[;&|]/.test(command);
  return {
    ...(taskId === undefined ? base : { ...base, stdout: "" }),
    ...context.manners.choose<JsonObject>({ "1.0.128": {}, "2.1.74": { noOutputExpected: isQuiet } }),
    ...(taskId === undefined ? {} : { backgroundTaskId: taskId }),
  };
}

/** Whether the plan itself is told changed twice. */
function planResult(context: LineContext, input: Json): JsonObject {
  const file = { isAgent: false, filePath: `${context.folders.home}/.claude/plans/plan.md` };
  return context.manners.choose<JsonObject>({
    "1.0.128": { plan: null, ...file },
    "2.1.120": { plan: fieldOf(input, "plan"), ...file, planWasEdited: true },
    "2.1.250": { plan: null, ...file },
  });
}

/** The list as it was and as it is. */
function todoResult(context: LineContext, input: Json): JsonObject {
  const oldTodos = context.memory.todos;
  const newTodos = isObject(input) ? (input["todos"] ?? []) : [];
  context.memory.todos = newTodos;
  const nudge = context.manners.choose<JsonObject>({ "1.0.128": {}, "2.1.74": { verificationNudgeNeeded: false } });
  return { oldTodos, newTodos, ...nudge };
}

function mcpResult(outcome: ToolOutcome): Json | undefined {
  if (outcome.structuredContent === undefined) return outcome.content;
  return { content: outcome.content, structuredContent: outcome.structuredContent };
}
