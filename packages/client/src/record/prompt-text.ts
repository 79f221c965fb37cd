// Converts a prompt to text, to compare and to show it: a string equals one text block, and other blocks become JSON.

import type { Json } from "@unspool/protocol";
import { redactText, REDACTION_MARK } from "@unspool/protocol/redact";
import { asObject } from "@unspool/protocol/kit";

export function toPromptText(content: Json | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content) ?? "";
  return content
    .map((block) => {
      const { type, text } = asObject(block) ?? {};
      return type === "text" && typeof text === "string" ? text : JSON.stringify(block);
    })
    .join("\n");
}

/** A recorded prompt may be redacted: `[redacted]` in it matches anything. */
export function isSamePrompt(recorded: string, live: string): boolean {
  if (recorded === live || recorded === redactText(live)) return true;
  const parts = recorded.split(REDACTION_MARK);
  if (parts.length === 1) return false;
  const last = parts.at(-1) ?? "";
  let at = 0;
  for (const part of parts.slice(0, -1)) {
    const found = at === 0 && part === parts[0] ? (live.startsWith(part) ? 0 : -1) : live.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return live.length - last.length >= at && live.endsWith(last);
}

const SHOWN_LENGTH = 120;

export function shortenPrompt(prompt: string): string {
  const shown = redactText(prompt);
  return JSON.stringify(shown.length > SHOWN_LENGTH ? `${shown.slice(0, SHOWN_LENGTH)}…` : shown);
}
