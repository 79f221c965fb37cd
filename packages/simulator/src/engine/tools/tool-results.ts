// Writes the results of tool calls.

import type { Caller } from "./caller.ts";
import type { ToolOutcome } from "../lines/lines.ts";
import type { ToolCall } from "../sessions/tool-call.ts";

/** Writes the result of a call that an interruption ended. */
export async function writeKilledResult(caller: Caller, call: ToolCall): Promise<void> {
  const { session } = caller;
  await caller.messageEnded;
  if (session.shutdown.signal.aborted) return;
  if (caller.depth > 0 && !session.ordering.endsKilledTools) return;
  const content = session.texts.killed(call.name);
  writeResult(caller, { ...toOutcome(call), content, isError: true, refusal: "interrupt" });
}

export function writeResult(caller: Caller, outcome: ToolOutcome): void {
  caller.write(caller.session.lines.toolResult(outcome, caller.agent));
}

export function toOutcome(call: ToolCall): Pick<ToolOutcome, "toolUseId" | "name" | "input"> {
  return { toolUseId: call.id, name: call.name, input: call.input };
}
