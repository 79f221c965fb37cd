// Structured output: a tool of its own whose input is held against the schema.

import type { ToolOutcome } from "./lines/lines.ts";
import { outputErrors } from "./schema.ts";
import type { ToolCall } from "./tool-call.ts";
import type { Turn } from "./turn-state.ts";

/** Failed tries before the turn fails. */
export const MAX_STRUCTURED_TRIES = 5;

export function provideStructured(turn: Turn, call: ToolCall): ToolOutcome {
  const outcome = { toolUseId: call.id, name: call.name, input: call.input };
  turn.structuredCalls += 1;
  const { session } = turn;
  const errors = outputErrors(session.jsonSchema, call.input, session.options.version);
  if (errors.length === 0) {
    turn.structured = call.input;
    session.hasStructured = true;
    return { ...outcome, content: "Structured output provided successfully", isError: false };
  }
  turn.structuredFailures += 1;
  turn.structuredError = `Output does not match required schema: ${errors.join(", ")}`;
  return { ...outcome, content: turn.structuredError, isError: true };
}

/** Whether the turn fails for it. Up to 2.1.74 the tries are counted, whether they failed or not. */
export function isExhausted({ session, structuredCalls, structuredFailures }: Turn): boolean {
  const tries = session.order.countsTries === "calls" ? structuredCalls : structuredFailures;
  return tries >= MAX_STRUCTURED_TRIES;
}

/**
 * Whether the model, which has ended without output, is told to give it. 2.1.120 insists for ever, but only until the
 * session's first output; once the scenario has nothing more to say, we insist as often as a wrong output is taken.
 */
export function insistence({ session, structured, insisted, script }: Turn): "insists" | "gives-up" | "none" {
  if (session.jsonSchema === undefined || structured !== undefined) return "none";
  if (session.order.insistsOnStructured === "once") return insisted > 0 ? "none" : "insists";
  if (session.hasStructured) return "none";
  return script.left === 0 && insisted >= MAX_STRUCTURED_TRIES ? "gives-up" : "insists";
}
