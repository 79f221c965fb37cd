// The human's side of a conversation with the SDK: prompts are given one by one, when the test decides.

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

/** All messages of a query; `onMessage` sees each as it comes. */
export async function listen(
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

export function resultsOf(messages: readonly SdkMessage[]): readonly SdkMessage[] {
  return messages.filter(({ type }) => type === "result");
}
