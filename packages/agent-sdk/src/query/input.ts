// Encodes prompts, each as one line and otherwise unchanged.

import { ClaudeError } from "@unspool/client";
import { getErrorMessage } from "@unspool/protocol/kit";
import type { SDKUserMessage } from "../types/messages.ts";

/** Wraps a text in a user message, as the SDK does. */
export function toUserMessage(text: string): SDKUserMessage {
  return {
    type: "user",
    session_id: "",
    message: { role: "user", content: [{ type: "text", text }] },
    parent_tool_use_id: null,
  };
}

/** @throws {ClaudeError} `invalid-option` if the value is not a message or cannot be written as JSON */
export function encodePrompt(message: SDKUserMessage, isVerbatim: boolean): string {
  if (typeof message !== "object" || message === null) {
    throw new ClaudeError("invalid-option", `A prompt must be a message of type "user", not ${String(message)}.`);
  }
  let json: string;
  try {
    json = JSON.stringify(isVerbatim ? { ...message, client_composed: true } : message);
  } catch (cause) {
    const reason = getErrorMessage(cause);
    throw new ClaudeError("invalid-option", `This prompt cannot be written as JSON: ${reason}`, {}, { cause });
  }
  // These are legal in JSON, but readers such as Node's readline split lines at them.
  const safe = json
    .replaceAll("\x85", String.raw`\u0085`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
  return `${safe}\n`;
}

/** Handles each item until the end or until `stopped` settles, so that an endless stream blocks nothing. */
export async function forEachUntil<Item>(
  items: AsyncIterable<Item>,
  stopped: Promise<unknown>,
  handle: (item: Item) => void,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const stop = stopped.then(() => undefined);
  for (;;) {
    const result = await Promise.race([iterator.next(), stop]);
    if (result === undefined) {
      // The iterator may be busy, so its return is not awaited.
      void Promise.resolve(iterator.return?.()).catch(() => undefined);
      return;
    }
    if (result.done === true) return;
    handle(result.value);
  }
}
