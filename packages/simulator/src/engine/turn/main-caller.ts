// The main agent as a caller of tools.

import type { ReplyStream } from "../model/reply-stream.ts";
import { runAgent } from "../agents/run-agent.ts";
import { createGate } from "../sessions/gate.ts";
import type { Caller } from "../tools/caller.ts";
import { writeTurnLine, type Turn } from "../sessions/turn-state.ts";

/** @param stream of the answer with the call; a resumed call has none */
export function createMainCaller(turn: Turn, running: readonly Promise<void>[], stream?: ReplyStream): Caller {
  const gate = running.length === 0 ? createGate() : turn.gate;
  turn.gate = gate;
  return {
    session: turn.session,
    turn,
    signal: turn.abort.signal,
    agent: undefined,
    taskId: undefined,
    depth: 0,
    isBackground: false,
    write: (line) => writeTurnLine(turn, line),
    schedule: runNow,
    scheduleLater: (action) => stream?.schedule(action) ?? runNow(action),
    messageEnded: stream?.ended ?? Promise.resolve(),
    runAgent,
    defer: (call) => {
      turn.deferred = call;
    },
    nestedTools: [],
    gate,
  };
}

function runNow(action: () => void): Promise<void> {
  action();
  return Promise.resolve();
}
