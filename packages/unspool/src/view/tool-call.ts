// A tool call in a few words, clean and on one line; what the words are is protocol's to say.

import { summarizeToolCall, type Json, type JsonObject } from "@unspool/protocol";
import { oneLine } from "./text.ts";

export { startsAgent } from "@unspool/protocol";

/** The name as people say it: `mcp__github__get_issue` is `github get_issue`. */
export function toolName(name: string): string {
  return oneLine(summarizeToolCall(name, undefined).title) || "a tool";
}

/** The input in short, with paths as seen from the session's folder. */
export function inputSummary(input: Json | undefined, name: string, folder: string | undefined): string {
  return oneLine(summarizeToolCall(name, input, folder).detail);
}

export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
