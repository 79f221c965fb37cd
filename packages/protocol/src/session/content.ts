// Text, thinking and other content as it grows. A start takes back what was there; the end brings the whole text.

import type {
  ContentBlockEvent,
  InBlock,
  TextDeltaEvent,
  TextEndEvent,
  TextStartEvent,
  ThinkingDeltaEvent,
  ThinkingEndEvent,
  ThinkingStartEvent,
} from "../translate/events.ts";
import { answered, editBlock, settle } from "./messages.ts";
import type { SessionState } from "./state.ts";
import type { TranscriptBlock } from "./transcript.ts";

type TextType = "text" | "thinking";

export function startText(
  state: SessionState,
  event: TextStartEvent | ThinkingStartEvent,
  type: TextType,
): SessionState {
  return editBlock(answered(state), event, () => newText(event, type, ""));
}

export function growText(
  state: SessionState,
  event: TextDeltaEvent | ThinkingDeltaEvent,
  type: TextType,
): SessionState {
  return editBlock(answered(state), event, (block) =>
    isText(block, type) ? { ...block, text: block.text + event.text } : newText(event, type, event.text),
  );
}

export function endText(state: SessionState, event: TextEndEvent | ThinkingEndEvent, type: TextType): SessionState {
  return editBlock(state, event, (before) => {
    const block = isText(before, type) ? before : newText(event, type, "");
    const { text, uuid = block.uuid } = event;
    const ended = { ...block, text, uuid, status: settle(block.status, event.aborted) };
    return event.type === "thinking-end" ? ({ ...ended, signature: event.signature } as TranscriptBlock) : ended;
  });
}

export function addContent(state: SessionState, event: ContentBlockEvent): SessionState {
  const { block, content, uuid, aborted } = event;
  return editBlock(answered(state), event, () => ({
    type: "other",
    block,
    content,
    uuid,
    status: settle("streaming", aborted),
  }));
}

function newText({ block, uuid }: InBlock, type: TextType, text: string): Text {
  const common = { block, status: "streaming", uuid, text } as const;
  return type === "text" ? { type, ...common } : { type, ...common, signature: undefined };
}

type Text = Extract<TranscriptBlock, { readonly text: string }>;

function isText(block: TranscriptBlock | undefined, type: TextType): block is Text {
  return block?.type === type;
}
