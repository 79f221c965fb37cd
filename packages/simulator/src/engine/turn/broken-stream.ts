// Handles a connection that breaks after a tool call: the result of the call counts, the rest of the reply is dropped.

import { closeBroken, reportRequesting } from "../model/request-model.ts";
import { endInterruptedTools, type Ending } from "./turn-endings.ts";
import type { StreamedReply } from "../model/stream-reply.ts";
import type { Turn } from "../sessions/turn-state.ts";

export async function handleBrokenStream(
  turn: Turn,
  streamed: StreamedReply,
  running: readonly Promise<void>[],
): Promise<Ending | undefined> {
  const { session } = turn;
  const isNew = session.ordering.brokenStream === "resumed";
  const { stream } = streamed;
  const { open } = stream;
  stream.end();
  await Promise.all(running);
  if (turn.cut !== undefined) return endInterruptedTools(turn);
  const line = session.lines.synthetic(
    session.texts.connectionLost,
    { kind: "server_error", code: "connection_failed" },
    isNew ? { stop_reason: "tool_use" } : undefined,
  );
  if (isNew) {
    closeBroken(streamed, true);
    session.output.write(line);
    return undefined;
  }
  session.output.write(line);
  reportRequesting(turn);
  turn.hasReportedRequest = true;
  if (open !== undefined) stream.event({ type: "content_block_stop", index: open.index });
  stream.event({
    type: "message_delta",
    delta: { stop_reason: null, stop_sequence: null },
    usage: { output_tokens: 1 },
  });
  stream.event({ type: "message_stop" });
  return undefined;
}
