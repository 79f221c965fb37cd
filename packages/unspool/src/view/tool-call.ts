// A tool call in a few words: its name, and the part of its input that a reader wants to see. All text comes out clean
// and on one line.

import type { Json, JsonObject } from "@unspool/protocol";
import { jsonText } from "../output/json-line.ts";
import { counted } from "./figures.ts";
import { oneLine } from "./text.ts";

/** Read from the left: the first that is there stands for the whole input. */
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

/** Tools that start an agent: `Task` in CLIs before 2.1. */
export function startsAgent(name: string): boolean {
  return name === "Agent" || name === "Task";
}

/** The name as people say it: `mcp__github__get_issue` is `github get_issue`. */
export function toolName(name: string): string {
  return oneLine(name.replace(/^mcp__(.+?)__/, "$1 ")) || "a tool";
}

/** The input in short, with paths as seen from the session's folder. */
export function inputSummary(input: Json | undefined, name: string, folder: string | undefined): string {
  if (input === undefined) return "";
  const fields = asObject(input);
  if (fields === undefined) return input === null ? "(cut off)" : oneLine(jsonText(input));
  const { todos, questions } = fields;
  if (name === "TodoWrite" && Array.isArray(todos)) return counted(todos.length, "item");
  const question = Array.isArray(questions) ? asObject(questions[0])?.["question"] : undefined;
  if (name === "AskUserQuestion" && typeof question === "string") return oneLine(question);
  const keys = startsAgent(name) ? ["description", "prompt"] : TELLING;
  const telling = keys.map((key) => fields[key]).find((value) => typeof value === "string" && value !== "");
  if (typeof telling === "string") return oneLine(relativePath(telling, folder));
  const whole = jsonText(input);
  return whole === "{}" ? "" : oneLine(whole);
}

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function relativePath(path: string, folder: string | undefined): string {
  return folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
