// A session of one turn has nobody who could look at its transcript: what its result needs is kept, the texts and thoughts
// of the last messages. So a turn of any length costs the memory of what was said last. A session that is looked at keeps
// more, and not without end either.

import type { Event, SessionState, TranscriptMessage } from "@unspool/protocol";

/** Characters of text and thoughts. */
const MAX_KEPT = 256 * 1024;

export interface KeptText {
  /** The state after an event, without what is too old to keep. */
  trim(event: Event, state: SessionState): SessionState;
  /** Something was left out. */
  readonly isTrimmed: boolean;
}

export function createKeptText(maxKept: number = MAX_KEPT): KeptText {
  const kept: { readonly position: number; readonly length: number }[] = [];
  let total = 0;
  let isTrimmed = false;
  return {
    get isTrimmed() {
      return isTrimmed;
    },
    trim(event, state) {
      if (event.type !== "message-end" || event.agent !== null) return state;
      const position = positionOf(state, event.messageId);
      if (position < 0) return state;
      const length = lengthOf(state.main.messages.at(position));
      kept.push({ position, length });
      total += length;
      let { messages } = state.main;
      while (total > maxKept && kept.length > 1) {
        const oldest = kept.shift();
        if (oldest === undefined) break;
        total -= oldest.length;
        const message = messages.at(oldest.position);
        if (message !== undefined) messages = messages.with(oldest.position, withoutText(message));
        isTrimmed = true;
      }
      return messages === state.main.messages ? state : { ...state, main: { ...state.main, messages } };
    },
  };
}

/** Where nothing proves an end, it is told when the decoder forgets the message: 16 later ones may have begun by then. */
const MAX_BACK = 64;

/** -1: it is not there any more. */
function positionOf({ main: { messages } }: SessionState, id: string): number {
  for (let position = messages.length - 1; position >= Math.max(0, messages.length - MAX_BACK); position -= 1) {
    const message = messages.at(position);
    if (message?.type === "assistant" && message.id === id) return position;
  }
  return -1;
}

function lengthOf(message: TranscriptMessage | undefined): number {
  if (message?.type !== "assistant") return 0;
  return message.blocks.toArray().reduce((sum, block) => sum + ("text" in block ? block.text.length : 0), 0);
}

function withoutText(message: TranscriptMessage): TranscriptMessage {
  if (message.type !== "assistant") return message;
  let { blocks } = message;
  blocks.toArray().forEach((block, place) => {
    if (block.type === "text" || block.type === "thinking") blocks = blocks.with(place, { ...block, text: "" });
  });
  return { ...message, blocks };
}
