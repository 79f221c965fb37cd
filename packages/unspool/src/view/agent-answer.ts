// What an agent reports, without what the CLI puts around it for the model: ids, figures, and advice about whom to trust.

import type { Json } from "@unspool/protocol";
import { asObject } from "./tool-call.ts";

/** A block that 2.1.325 puts before the report. */
const TOOLS_USED = /^\s*<tools-used-before-summary>[^<]*<\/tools-used-before-summary>\s*$/;

/**
 * The same in one text, which is all that the result of an agent's agent has: a frame, the report with every line indented,
 * and what follows from the next line that is not.
 */
const FRAMED =
  /^\s*(?:<tools-used-before-summary>[^<]*<\/tools-used-before-summary>\s*)?\[Subagent hand-back\][^\n]*\n/;
const REPORT = /(?: {2}[^\n]*(?:\n|$)|\n)*/y;

/** @param text of the call's result, for CLIs that tell no other */
export function agentAnswer(structured: Json | undefined, text: string): string {
  if (isLaunch(structured, text)) return "";
  const content = asObject(structured)?.["content"];
  if (!Array.isArray(content)) return reportOf(text);
  const texts = content.map((block) => asObject(block)?.["text"]).filter((part) => typeof part === "string");
  return texts.length === 0 ? reportOf(text) : texts.filter((part) => !TOOLS_USED.test(part)).join("\n");
}

/** Whether the agent has only been started: it works in the background, and what the CLI says is meant for the model. */
export function isLaunch(structured: Json | undefined, text: string): boolean {
  const status = asObject(structured)?.["status"];
  return status === undefined ? text.startsWith("Async agent launched successfully.") : status === "async_launched";
}

function reportOf(text: string): string {
  const frame = FRAMED.exec(text);
  if (frame === null) return text;
  REPORT.lastIndex = frame[0].length;
  const report = REPORT.exec(text)?.[0] ?? "";
  return report.replaceAll(/^ {2}/gm, "").trimEnd();
}
