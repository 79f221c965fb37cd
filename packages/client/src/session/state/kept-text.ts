// Bounds the text in the state. Nobody can read the transcript of a session of one turn, so it keeps only what the result
// needs: text and thinking of the last messages. Other sessions keep more, but not without limit either.

import type { Event, SessionState, TranscriptMessage } from "@unspool/protocol";

/** Characters of text and thinking. */
const MAX_KEPT = 256 * 1024;

export interface KeptText {
  /** Returns the state after an event, without the oldest texts beyond the limit. */
  trim(event: Event, state: SessionState): SessionState;
  /** Whether text was removed. */
  readonly isTrimmed: boolean;
}

export function createKeptText(maxKept: number = MAX_KEPT): KeptText {
  const kept: { readonly index: number; readonly length: number }[] = [];
  let total = 0;
  let isTrimmed = false;
  return {
    get isTrimmed() {
      return isTrimmed;
    },
    trim(event, state) {
      if (event.type !== "message-end" || event.agent !== null) return state;
      const index = findMessageIndex(state, event.messageId);
      if (index < 0) return state;
      const length = measureText(state.main.messages.at(index));
      kept.push({ index, length });
      total += length;
      let { messages } = state.main;
      while (total > maxKept && kept.length > 1) {
        const oldest = kept.shift();
        if (oldest === undefined) break;
        total -= oldest.length;
        const message = messages.at(oldest.index);
        if (message !== undefined) messages = messages.with(oldest.index, removeText(message));
        isTrimmed = true;
      }
      return messages === state.main.messages ? state : { ...state, main: { ...state.main, messages } };
    },
  };
}

/** The decoder may report the end of a message only when it forgets it: 16 later messages may have begun by then. */
const MAX_BACK = 64;

/** Returns the index of the message, or -1 if it is not there any more. */
function findMessageIndex({ main: { messages } }: SessionState, id: string): number {
  for (let index = messages.length - 1; index >= Math.max(0, messages.length - MAX_BACK); index -= 1) {
    const message = messages.at(index);
    if (message?.type === "assistant" && message.id === id) return index;
  }
  return -1;
}

function measureText(message: TranscriptMessage | undefined): number {
  if (message?.type !== "assistant") return 0;
  return message.blocks.toArray().reduce((sum, block) => sum + ("text" in block ? block.text.length : 0), 0);
}

function removeText(message: TranscriptMessage): TranscriptMessage {
  if (message.type !== "assistant") return message;
  let { blocks } = message;
  blocks.toArray().forEach((block, index) => {
    if (block.type === "text" || block.type === "thinking") blocks = blocks.with(index, { ...block, text: "" });
  });
  return { ...message, blocks };
}
