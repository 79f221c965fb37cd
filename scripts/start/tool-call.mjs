// A tool call in a few words: its name, and the part of its input that a reader wants to see. All text comes out clean
// and on one line.
import { sanitize } from "./sanitize.mjs";

// Read from the left: the first that is there stands for the whole input.
const TELLING = ["command", "file_path", "notebook_path", "pattern", "query", "url", "description", "path", "prompt"];

/** Tools that start an agent: `Task` in CLIs before 2.1. */
export function startsAgent(name) {
  return name === "Agent" || name === "Task";
}

/** The name as people say it: `mcp__github__get_issue` is `github get_issue`. */
export function toolName(name) {
  return oneLine(name.replace(/^mcp__(.+?)__/, "$1 "));
}

/** The input in short, with paths as seen from the session's folder. */
export function inputSummary(input, name, folder) {
  if (input === null || typeof input !== "object" || Array.isArray(input)) return oneLine(JSON.stringify(input));
  const keys = startsAgent(name) ? ["description", "prompt"] : TELLING;
  const key = keys.find((candidate) => typeof input[candidate] === "string" && input[candidate] !== "");
  if (key !== undefined) return oneLine(relativePath(input[key], folder));
  const whole = JSON.stringify(input);
  return whole === "{}" ? "" : oneLine(whole);
}

/** Words with a space between, without those that are empty. */
export function joined(words) {
  return words.filter((word) => word !== "").join(" ");
}

/** Text on one line: line ends become spaces, runs of spaces one. */
export function oneLine(text) {
  return sanitize(text).replaceAll(/\s+/g, " ").trim();
}

function relativePath(path, folder) {
  return folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
