// Checks that each tool call has a result, and each result a call. Works on events, so that a call counts once however often
// its block is repeated.

import type { Event } from "@unspool/protocol";
import { createFinding, type OnFinding } from "./finding.ts";

export interface CallCheck {
  onEvent(event: Event, line: number): void;
  /** Ends the stream. */
  end(): void;
}

interface Call {
  readonly name: string;
  readonly agent: string | null;
  readonly line: number;
}

export function createCallCheck(onFinding: OnFinding): CallCheck {
  const open = new Map<string, Call>();
  const known = new Set<string>();

  function reportMissing(id: string, { name, line }: Call): void {
    open.delete(id);
    onFinding(createFinding("tool-without-result", line, `the call of ${name} (${id}) has no result`));
  }

  return {
    onEvent(event, line) {
      if (event.type === "tool-call-start") {
        if (!known.has(event.toolUseId)) open.set(event.toolUseId, { name: event.name, agent: event.agent, line });
        known.add(event.toolUseId);
      } else if (event.type === "tool-call-end" && event.aborted === true) {
        open.delete(event.toolUseId);
      } else if (event.type === "tool-result") {
        if (!known.has(event.toolUseId)) {
          const message = `a result for ${event.toolUseId}, but there is no such call`;
          onFinding(createFinding("result-without-call", line, message));
        }
        open.delete(event.toolUseId);
      } else if (event.type === "message-retracted") {
        open.clear();
      } else if (event.type === "turn-end") {
        for (const [id, call] of open) {
          // A call that was aborted with its turn needs no result. Agents in the background continue after the turn.
          if (event.outcome !== "success") open.delete(id);
          else if (call.agent === null) reportMissing(id, call);
        }
      }
    },
    end() {
      for (const [id, call] of open) reportMissing(id, call);
    },
  };
}
