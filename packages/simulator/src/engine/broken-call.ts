// A connection that is lost after a call had come through: the call's result counts, the rest is given up.

import { closeBroken, tellRequesting } from "./ask.ts";
import { endTools, type Ending } from "./endings.ts";
import type { Spoken } from "./speak.ts";
import type { Turn } from "./turn-state.ts";
import { wordsOf } from "./words.ts";

export async function followBroken(
  turn: Turn,
  spoken: Spoken,
  running: readonly Promise<void>[],
): Promise<Ending | undefined> {
  const { session } = turn;
  const isNew = session.order.brokenStream === "resumed";
  const { stream } = spoken;
  const { open } = stream;
  stream.end();
  await Promise.all(running);
  if (turn.cut !== undefined) return endTools(turn);
  const line = session.lines.synthetic(
    wordsOf(session).connectionLost,
    { kind: "server_error", code: "connection_failed" },
    isNew ? { stop_reason: "tool_use" } : undefined,
  );
  if (isNew) {
    closeBroken(spoken, true);
    session.output.write(line);
    return undefined;
  }
  session.output.write(line);
  tellRequesting(turn);
  turn.hasToldRequest = true;
  if (open !== undefined) stream.event({ type: "content_block_stop", index: open.index });
  stream.event({
    type: "message_delta",
    delta: { stop_reason: null, stop_sequence: null },
    usage: { output_tokens: 1 },
  });
  stream.event({ type: "message_stop" });
  return undefined;
}
