// What is written when a turn is cut while the model speaks: the cut block, the note, the end of the stream.

import { abandoned } from "./ask.ts";
import { messageUsage } from "./lines/usage.ts";
import type { Spoken } from "./speak.ts";
import { tell, type Turn } from "./turn-state.ts";
import { INTERRUPTED } from "./words.ts";

export function closeCut(turn: Turn, spoken: Spoken | undefined): void {
  const { session, cut } = turn;
  if (session.over.signal.aborted) return;
  const isUrgent = cut === "urgent";
  const stream = spoken?.stream;
  const open = stream?.open;
  const closes = session.order.closesInterrupted;
  // Only a cut text is kept; of a cut thought or call nothing remains.
  const told = session.order.keepsCutText && open?.text !== undefined ? open.text.slice(0, open.told) : "";
  const isKept = told !== "";
  if (isKept) stream?.block({ type: "text", text: told }, { aborted: true });
  if (!isUrgent) tell(turn, session.lines.userNote(INTERRUPTED));
  if (stream === undefined || !closes) return;
  const { message, finished } = stream;
  if (open !== undefined && open.type !== "tool_use") stream.event({ type: "content_block_stop", index: open.index });
  stream.event({
    type: "message_delta",
    context_management: null,
    delta: { container: null, stop_details: null, stop_reason: null, stop_sequence: null },
    usage: {
      output_tokens_details: { thinking_tokens: 0 },
      ...messageUsage(message.usage),
      iterations: [],
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
      fallback_credit: null,
    },
  });
  stream.event({ type: "message_stop" }, abandoned(message.id, isKept ? finished + 1 : finished));
  stream.end();
}
