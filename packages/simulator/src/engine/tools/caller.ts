// The caller of a tool: the main agent, or a sub-agent in the foreground or in the background. Tools treat all alike;
// the caller knows when its lines may be written and whether they are shown.

import type { AgentInfo, Line } from "../lines/lines.ts";
import type { Gate } from "../sessions/gate.ts";
import type { Session } from "../sessions/session.ts";
import type { ToolCall } from "../sessions/tool-call.ts";
import type { Turn } from "../sessions/turn-state.ts";

export interface Caller {
  readonly session: Session;
  /** The turn in which permission is refused; an agent in the background outlives it. */
  readonly turn: Turn | undefined;
  readonly signal: AbortSignal;
  readonly agent: AgentInfo | undefined;
  readonly taskId: string | undefined;
  /** 0: the main agent. */
  readonly depth: number;
  readonly isBackground: boolean;
  /** Writes a line of this agent. */
  write(line: Line): void;
  /** Acts when it is this agent's moment. */
  schedule(action: () => void): Promise<void>;
  /** As `act`, but not in the same breath as the call itself. */
  scheduleLater(action: () => void): Promise<void>;
  /** When the message with the call is over. */
  readonly messageEnded: Promise<void>;
  /** Starts a sub-agent. Passed in, because agents run tools in turn. */
  readonly runAgent: (caller: Caller, call: ToolCall) => Promise<void>;
  /** A hook has deferred a call: nothing more is asked of the model. */
  defer(call: ToolCall): void;
  /** Tools that the agents of this one have used. */
  readonly nestedTools: string[];
  /** Calls of one message that must not run beside others wait for each other here. */
  readonly gate: Gate;
}
