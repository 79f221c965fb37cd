// What an agent reports, without what the CLI puts around it for the model: ids, figures, and advice about whom to trust.

import type { Json } from "@unspool/protocol";
import { asObject } from "./tool-call.ts";

/** A block that 2.1.325 puts before the report. */
const TOOLS_USED = /^\s*<tools-used-before-summary>[^<]*<\/tools-used-before-summary>\s*$/;

/** @param text of the call's result, for CLIs that tell no other */
export function agentAnswer(structured: Json | undefined, text: string): string {
  const content = asObject(structured)?.["content"];
  if (!Array.isArray(content)) return text;
  const texts = content.map((block) => asObject(block)?.["text"]).filter((part) => typeof part === "string");
  return texts.length === 0 ? text : texts.filter((part) => !TOOLS_USED.test(part)).join("\n");
}
