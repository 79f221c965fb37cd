// Prompts on their way in: each is written as its caller made it, one line each, in order.

import { ClaudeError } from "@unspool/client";
import type { SDKUserMessage } from "./messages.ts";

/** A text as the SDK writes it. */
export function promptOf(text: string): SDKUserMessage {
  return {
    type: "user",
    session_id: "",
    message: { role: "user", content: [{ type: "text", text }] },
    parent_tool_use_id: null,
  };
}

/** @throws {ClaudeError} `invalid-option` for what is no message, or cannot be written */
export function lineOf(message: SDKUserMessage, isVerbatim: boolean): string {
  if (typeof message !== "object" || message === null) {
    throw new ClaudeError("invalid-option", `A prompt must be a message of type "user", and not ${String(message)}.`);
  }
  let json: string;
  try {
    json = JSON.stringify(isVerbatim ? { ...message, client_composed: true } : message);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ClaudeError("invalid-option", `This prompt cannot be written as JSON: ${reason}`, {}, { cause });
  }
  // Legal in JSON, but readers such as Node's readline end a line at these.
  const safe = json
    .replaceAll("\x85", String.raw`\u0085`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
  return `${safe}\n`;
}

/** Each item until the end, or until `stopped` settles: a stream that never ends does not hold anybody up. */
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
      // It may be in the middle of something, and is not waited for.
      void Promise.resolve(iterator.return?.()).catch(() => undefined);
      return;
    }
    if (result.done === true) return;
    handle(result.value);
  }
}
