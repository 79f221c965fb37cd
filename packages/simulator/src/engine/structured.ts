// Structured output: a tool of its own whose input is held against the schema.

import type { ToolOutcome } from "./lines/lines.ts";
import { mannersOf } from "./manners.ts";
import { schemaErrors } from "./schema.ts";
import type { ToolCall } from "./tool-call.ts";
import type { Turn } from "./turn-state.ts";

/** Failed tries before the turn fails. */
export const MAX_STRUCTURED_TRIES = 5;

export function provideStructured(turn: Turn, call: ToolCall): ToolOutcome {
  const outcome = { toolUseId: call.id, name: call.name, input: call.input };
  const errors = schemaErrors(turn.session.jsonSchema, call.input);
  if (errors.length === 0) {
    turn.structured = call.input;
    return { ...outcome, content: "Structured output provided successfully", isError: false };
  }
  turn.structuredFailures += 1;
  const old = errors.map(inOldWords);
  const worded = mannersOf(turn.session.options.version).choose({ "2.0.76": old, "2.1.20": errors });
  turn.structuredError = `Output does not match required schema: ${worded.join(", ")}`;
  return { ...outcome, content: turn.structuredError, isError: true };
}

/** The validator of 2.0.76 was an older one: `.answer: should be number`. */
function inOldWords(error: string): string {
  const [place = "", ...text] = error.split(": ");
  const path = place.replaceAll(/\/(\d+)/gu, "[$1]").replaceAll("/", ".");
  return `${path}: ${text.join(": ").replace(/^must/u, "should")}`;
}
