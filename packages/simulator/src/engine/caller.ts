// Who calls a tool: the main agent, or an agent that works for it in the foreground or in the background. Tools do not
// care which; the caller knows when lines may be written and whether anybody sees them.

import type { AgentOfLine, Line } from "./lines/lines.ts";
import type { Session } from "./session.ts";
import type { ToolCall } from "./tool-call.ts";
import type { Turn } from "./turn-state.ts";

export interface Caller {
  readonly session: Session;
  /** The turn in which permission is refused; an agent in the background outlives it. */
  readonly turn: Turn | undefined;
  readonly signal: AbortSignal;
  readonly agent: AgentOfLine | undefined;
  readonly taskId: string | undefined;
  /** 0: the main agent. */
  readonly depth: number;
  readonly isBackground: boolean;
  /** Writes a line of this agent. */
  write(line: Line): void;
  /** Acts when it is this agent's moment. */
  act(action: () => void): Promise<void>;
  /** As `act`, but not in the same breath as the call itself. */
  later(action: () => void): Promise<void>;
  /** When the message with the call is over. */
  readonly messageEnded: Promise<void>;
  /** Carries out a call, also of the agents that this one starts. */
  readonly run: (caller: Caller, call: ToolCall) => Promise<void>;
  /** A hook has deferred a call: nothing more is asked of the model. */
  defer(call: ToolCall): void;
  /** Tools that the agents of this one have used. */
  readonly nestedTools: string[];
  /** Calls of one message that must not run beside others wait for each other here. */
  readonly gate: Gate;
}

const nothing = (): void => undefined;

/** Lets readers run together and others alone, in the order in which they came. */
export interface Gate {
  /** Resolves when the call may run; the returned function lets the next go on. Undefined: at once. */
  enter(runsBeside: boolean): { readonly wait: Promise<void> | undefined; readonly leave: () => void };
}

export function createGate(): Gate {
  const inside: { readonly runsBeside: boolean; readonly left: Promise<void> }[] = [];
  return {
    enter(runsBeside) {
      const blocking = inside.filter((other) => !(runsBeside && other.runsBeside));
      let leave = nothing;
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      const place = { runsBeside, left };
      inside.push(place);
      const wait =
        blocking.length === 0 ? undefined : Promise.all(blocking.map((other) => other.left)).then(() => undefined);
      return {
        wait,
        leave() {
          inside.splice(inside.indexOf(place), 1);
          leave();
        },
      };
    },
  };
}
