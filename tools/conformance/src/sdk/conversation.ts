// The prompts of a conversation with the SDK, sent one by one by the test.

import type { SdkMessage, SdkQuery, SdkUserMessage } from "./sdk-types.ts";

export interface Prompts extends AsyncIterable<SdkUserMessage> {
  say(text: string): void;
  end(): void;
}

export function createPrompts(): Prompts {
  const waiting: SdkUserMessage[] = [];
  let isEnded = false;
  let wake: (() => void) | undefined;
  return {
    say(text) {
      waiting.push({
        type: "user",
        message: { role: "user", content: text },
        parent_tool_use_id: null,
        session_id: "",
      });
      wake?.();
    },
    end() {
      isEnded = true;
      wake?.();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) yield next;
        else if (isEnded) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** Collects all messages of a query. `onMessage` is called for each as it comes. */
export async function collectMessages(
  query: SdkQuery,
  onMessage: (message: SdkMessage) => void = () => undefined,
): Promise<SdkMessage[]> {
  const messages: SdkMessage[] = [];
  for await (const message of query) {
    messages.push(message);
    onMessage(message);
  }
  return messages;
}

export function findResults(messages: readonly SdkMessage[]): readonly SdkMessage[] {
  return messages.filter(({ type }) => type === "result");
}
