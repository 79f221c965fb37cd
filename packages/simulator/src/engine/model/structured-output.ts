// Structured output: a tool whose input is checked against the schema.

import type { ToolOutcome } from "../lines/lines.ts";
import { findOutputErrors } from "../versions/output-schema.ts";
import type { ToolCall } from "../sessions/tool-call.ts";
import type { Turn } from "../sessions/turn-state.ts";

/** Number of failed attempts before the turn fails. */
export const MAX_STRUCTURED_ATTEMPTS = 5;

export function acceptStructuredOutput(turn: Turn, call: ToolCall): ToolOutcome {
  const outcome = { toolUseId: call.id, name: call.name, input: call.input };
  turn.structuredCalls += 1;
  const { session } = turn;
  const errors = findOutputErrors(session.jsonSchema, call.input, session.options.version);
  if (errors.length === 0) {
    turn.structured = call.input;
    session.hasStructuredOutput = true;
    return { ...outcome, content: "Structured output provided successfully", isError: false };
  }
  turn.structuredFailures += 1;
  turn.structuredError = `Output does not match required schema: ${errors.join(", ")}`;
  return { ...outcome, content: turn.structuredError, isError: true };
}

/** Whether the turn fails for lack of valid output. Up to 2.1.74 all attempts count, later only failed ones. */
export function isExhausted({ session, structuredCalls, structuredFailures }: Turn): boolean {
  const tries = session.ordering.countsTries === "calls" ? structuredCalls : structuredFailures;
  return tries >= MAX_STRUCTURED_ATTEMPTS;
}

/**
 * Decides whether a model that ended without structured output is asked for it again. 2.1.120 asks forever, but only
 * until the session's first output. The simulator gives up after five times if the scenario has no replies left.
 */
export function getEnforcement({ session, structured, enforcements, script }: Turn): "insists" | "gives-up" | "none" {
  if (session.jsonSchema === undefined || structured !== undefined) return "none";
  if (session.ordering.enforcesStructured === "once") return enforcements > 0 ? "none" : "insists";
  if (session.hasStructuredOutput) return "none";
  return script.left === 0 && enforcements >= MAX_STRUCTURED_ATTEMPTS ? "gives-up" : "insists";
}
