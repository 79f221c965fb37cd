// Closes a reply that was interrupted: the cut block, the note, the end of the stream.

import { toAbandonedBlocks } from "./request-model.ts";
import { toMessageUsage } from "../lines/usage.ts";
import type { StreamedReply } from "./stream-reply.ts";
import { writeTurnLine, type Turn } from "../sessions/turn-state.ts";
import { INTERRUPTED } from "../versions/texts.ts";

export function closeInterrupted(turn: Turn, streamed: StreamedReply | undefined): void {
  const { session, cut } = turn;
  if (session.shutdown.signal.aborted) return;
  const isUrgent = cut === "urgent";
  const stream = streamed?.stream;
  const open = stream?.open;
  const closes = session.ordering.closesInterrupted;
  // Only a cut text is kept; a cut thinking block or call is dropped.
  const kept = session.ordering.keepsCutText && open?.text !== undefined ? open.text.slice(0, open.writtenLength) : "";
  const isKept = kept !== "";
  if (isKept) stream?.block({ type: "text", text: kept }, { aborted: true });
  if (!isUrgent) writeTurnLine(turn, session.lines.userNote(INTERRUPTED));
  if (stream === undefined || !closes) return;
  const { message, finished } = stream;
  if (open !== undefined && open.type !== "tool_use") stream.event({ type: "content_block_stop", index: open.index });
  stream.event({
    type: "message_delta",
    context_management: null,
    delta: { container: null, stop_details: null, stop_reason: null, stop_sequence: null },
    usage: {
      output_tokens_details: { thinking_tokens: 0 },
      ...toMessageUsage(message.usage),
      iterations: [],
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
      fallback_credit: null,
    },
  });
  stream.event({ type: "message_stop" }, toAbandonedBlocks(message.id, isKept ? finished + 1 : finished));
  stream.end();
}
