// Extracts the report of an agent from the result of its call. The CLI wraps it in ids, figures and advice for the model.

import type { Json } from "@unspool/protocol";
import { asObject } from "@unspool/protocol/kit";

/** A text block that 2.1.325 puts before the report. */
const TOOLS_USED = /^\s*<tools-used-before-summary>[^<]*<\/tools-used-before-summary>\s*$/;

/**
 * The frame of a report that comes as one text, as the result of a nested agent does. The lines of the report are indented by
 * two spaces; the first line without indentation ends it.
 */
const FRAMED =
  /^\s*(?:<tools-used-before-summary>[^<]*<\/tools-used-before-summary>\s*)?\[Subagent hand-back\][^\n]*\n/;
const REPORT = /(?: {2}[^\n]*(?:\n|$)|\n)*/y;

/** Returns the agent's report. `text` is the call's result, for CLIs without a structured one. Empty for a launch. */
export function extractAgentReport(structured: Json | undefined, text: string): string {
  if (isBackgroundLaunch(structured, text)) return "";
  const content = asObject(structured)?.["content"];
  if (!Array.isArray(content)) return unwrapReport(text);
  const texts = content.map((block) => asObject(block)?.["text"]).filter((part) => typeof part === "string");
  return texts.length === 0 ? unwrapReport(text) : texts.filter((part) => !TOOLS_USED.test(part)).join("\n");
}

/** Whether the result only says that the agent was started in the background. That text is meant for the model. */
export function isBackgroundLaunch(structured: Json | undefined, text: string): boolean {
  const status = asObject(structured)?.["status"];
  return status === undefined ? text.startsWith("Async agent launched successfully.") : status === "async_launched";
}

function unwrapReport(text: string): string {
  const frame = FRAMED.exec(text);
  if (frame === null) return text;
  REPORT.lastIndex = frame[0].length;
  const report = REPORT.exec(text)?.[0] ?? "";
  return report.replaceAll(/^ {2}/gm, "").trimEnd();
}
