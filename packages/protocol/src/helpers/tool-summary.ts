// Describes a tool call in a few words: a readable tool name and the most informative part of its input. Pure, never
// throws. The text comes from the model: remove control characters before printing it to a terminal.

import { insideOf } from "../wire/inside-of.ts";
import type { Json } from "../wire/json.ts";
import { asObject } from "../wire/read.ts";
import { stringify } from "../wire/stringify.ts";
import { toolTitle } from "../wire/tool-title.ts";

/** A tool call in two parts, so that a renderer can style them separately. */
export interface ToolSummary {
  /** `Bash`; `github get_issue` for `mcp__github__get_issue`. */
  readonly title: string;
  /** The most informative part of the input, on one line, not shortened. Empty if there is none. */
  readonly detail: string;
}

/** Fields that represent the whole input. The first one present is used. */
const TELLING = [
  "command",
  "file_path",
  "notebook_path",
  "pattern",
  "query",
  "url",
  "skill",
  "description",
  "path",
  "prompt",
  "plan",
];
const TELLING_OF_AGENT = ["description", "prompt"];

/** Whether a call of this tool starts an agent: `Task` before 2.1, `agent` in Qwen Code. */
export function startsAgent(name: string): boolean {
  return name === "Agent" || name === "Task" || name === "agent";
}

/**
 * Summarizes a tool call in one line: `{ title: "Read", detail: "src/a.ts" }`.
 * @param input undefined while it has not arrived yet, null if it was cut off
 * @param cwd the session's folder: paths inside it are shown relative to it
 */
export function summarizeToolCall(name: string, input: Json | undefined, cwd?: string): ToolSummary {
  return { title: oneLine(toolTitle(name)) || "a tool", detail: oneLine(getDetail(name, input, cwd)) };
}

function getDetail(name: string, input: Json | undefined, cwd: string | undefined): string {
  if (input === undefined) return "";
  if (input === null) return "(cut off)";
  const fields = asObject(input);
  if (fields === undefined) return stringify(input);
  const { todos, questions } = fields;
  if (name === "TodoWrite" && Array.isArray(todos)) return `${todos.length} ${todos.length === 1 ? "item" : "items"}`;
  const question = Array.isArray(questions) ? asObject(questions[0])?.["question"] : undefined;
  if (name === "AskUserQuestion" && typeof question === "string") return question;
  const keys = startsAgent(name) ? TELLING_OF_AGENT : TELLING;
  const telling = keys.map((key) => fields[key]).find((value) => typeof value === "string" && value !== "");
  if (typeof telling === "string") return insideOf(telling, cwd) ?? telling;
  return Object.keys(fields).length === 0 ? "" : stringify(input);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
