// Text, thinking and other content while it grows. A start discards the previous content; the end contains the whole
// text.

import type {
  ContentBlockEvent,
  TextDeltaEvent,
  TextEndEvent,
  TextStartEvent,
  ThinkingDeltaEvent,
  ThinkingEndEvent,
  ThinkingStartEvent,
} from "../translate/events.ts";
import { editBlock, settle } from "./messages.ts";
import type { Draft } from "./state.ts";
import type { TranscriptBlock, TranscriptText } from "./transcript.ts";

type TextDelta = TextDeltaEvent | ThinkingDeltaEvent;
type TextEnd = TextEndEvent | ThinkingEndEvent;
type TextEvent = TextStartEvent | ThinkingStartEvent | TextDelta | TextEnd;

export function startText(draft: Draft, event: TextStartEvent | ThinkingStartEvent): void {
  draft.retry = undefined;
  editBlock(draft, event, () => textBlock(undefined, event, ""));
}

export function growText(draft: Draft, event: TextDelta): void {
  draft.retry = undefined;
  editBlock(draft, event, (block) => textBlock(block, event, getText(block) + event.text));
}

export function endText(draft: Draft, event: TextEnd): void {
  editBlock(draft, event, (before) => {
    const block = textBlock(before, event, event.text);
    const signature = "signature" in event ? event.signature : undefined;
    return { ...block, signature, uuid: event.uuid ?? block.uuid, status: settle(block.status, event.aborted) };
  });
}

export function addContent(draft: Draft, event: ContentBlockEvent): void {
  const { block, content, uuid, aborted } = event;
  draft.retry = undefined;
  editBlock(draft, event, () => ({ type: "other", block, content, uuid, status: settle("streaming", aborted) }));
}

function getText(block: TranscriptBlock | undefined): string {
  return block !== undefined && "text" in block ? block.text : "";
}

/** Returns the block with this text. A block of another type under the same number was a mistake and is replaced. */
function textBlock(before: TranscriptBlock | undefined, event: TextEvent, text: string): TranscriptText {
  const type = event.type.startsWith("text") ? "text" : "thinking";
  if (before?.type !== type)
    return { type, block: event.block, status: "streaming", uuid: event.uuid, text, signature: undefined };
  return { type, block: before.block, status: before.status, uuid: before.uuid, text, signature: before.signature };
}
