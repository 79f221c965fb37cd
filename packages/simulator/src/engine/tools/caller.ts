// The caller of a tool: the main agent, or a sub-agent in the foreground or in the background. Tools treat all alike;
// the caller knows when its lines may be written and whether they are shown.

import type { AgentInfo, Line } from "../lines/lines.ts";
import type { Gate } from "../sessions/gate.ts";
import type { Session } from "../sessions/session.ts";
import type { ToolCall } from "../sessions/tool-call.ts";
import type { Turn } from "../sessions/turn-state.ts";

export interface Caller {
  readonly session: Session;
  /** The turn that records denied permissions. Undefined for a background agent, which outlives its turn. */
  readonly turn: Turn | undefined;
  readonly signal: AbortSignal;
  readonly agent: AgentInfo | undefined;
  readonly taskId: string | undefined;
  /** 0: the main agent. */
  readonly depth: number;
  readonly isBackground: boolean;
  /** Writes a line of this agent. */
  write(line: Line): void;
  /** Runs the action when this agent may write. */
  schedule(action: () => void): Promise<void>;
  /** Like `schedule`, but not in the same tick as the call itself. */
  scheduleLater(action: () => void): Promise<void>;
  /** Resolves when the message with the call is over. */
  readonly messageEnded: Promise<void>;
  /** Starts a sub-agent. Passed in, because agents run tools in turn. */
  readonly runAgent: (caller: Caller, call: ToolCall) => Promise<void>;
  /** Called when a hook has deferred a call: the model is not asked again. */
  defer(call: ToolCall): void;
  /** Tools that the agents of this one have used. */
  readonly nestedTools: string[];
  /** Orders the calls of one message that must not run in parallel. */
  readonly gate: Gate;
}
