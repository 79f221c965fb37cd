// How the end of a call is told.

import type { Caller } from "./caller.ts";
import type { ToolOutcome } from "./lines/lines.ts";
import type { ToolCall } from "./tool-call.ts";
import { wordsOf } from "./words.ts";

/** The result of a call that an interruption ended. */
export async function killed(caller: Caller, call: ToolCall): Promise<void> {
  const { session } = caller;
  await caller.messageEnded;
  if (session.over.signal.aborted) return;
  if (caller.depth > 0 && !session.order.endsKilledTools) return;
  const content = wordsOf(session).killed(call.name);
  writeResult(caller, { ...outcomeOf(call), content, isError: true, refusal: "interrupt" });
}

export function writeResult(caller: Caller, outcome: ToolOutcome): void {
  caller.write(caller.session.lines.toolResult(outcome, caller.agent));
}

export function outcomeOf(call: ToolCall): Pick<ToolOutcome, "toolUseId" | "name" | "input"> {
  return { toolUseId: call.id, name: call.name, input: call.input };
}
