// The main agent as a caller of tools.

import type { AnswerStream } from "./answer-stream.ts";
import { createGate, type Caller } from "./caller.ts";
import { runCall } from "./tools.ts";
import { tell, type Turn } from "./turn-state.ts";

export function mainCaller(turn: Turn, stream: AnswerStream, running: readonly Promise<void>[]): Caller {
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
    act: (action) => {
      action();
      return Promise.resolve();
    },
    later: (action) => stream.later(action),
    messageEnded: stream.ended,
    run: runCall,
    nestedTools: [],
    gate,
  };
}
