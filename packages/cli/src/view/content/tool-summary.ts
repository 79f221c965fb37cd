// One-line summaries of tool calls, cleaned for the terminal. The texts come from `summarizeToolCall` of the protocol package.

import { summarizeToolCall, type Json } from "@unspool/protocol";
import { toOneLine } from "../../terminal/clean-text.ts";

export { startsAgent } from "@unspool/protocol";

/** Returns the readable name: `mcp__github__get_issue` becomes `github get_issue`. */
export function formatToolName(name: string): string {
  return toOneLine(summarizeToolCall(name, undefined).title) || "a tool";
}

/** Summarizes the input, with paths relative to the session's folder. */
export function summarizeInput(input: Json | undefined, name: string, folder: string | undefined): string {
  return toOneLine(summarizeToolCall(name, input, folder).detail);
}
