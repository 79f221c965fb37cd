// The main agent as a caller of tools.

import type { AnswerStream } from "./answer-stream.ts";
import { createGate, type Caller } from "./caller.ts";
import { runCall } from "./tools.ts";
import { tell, type Turn } from "./turn-state.ts";

/** @param stream of the answer with the call; a resumed call has none */
export function mainCaller(turn: Turn, running: readonly Promise<void>[], stream?: AnswerStream): Caller {
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
    write: (line) => tell(turn, line),
    act,
    later: (action) => stream?.later(action) ?? act(action),
    messageEnded: stream?.ended ?? Promise.resolve(),
    run: runCall,
    defer: (call) => {
      turn.deferred = call;
    },
    nestedTools: [],
    gate,
  };
}

function act(action: () => void): Promise<void> {
  action();
  return Promise.resolve();
}
