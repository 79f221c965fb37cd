// Tool calls and their results: each call has one, and none comes from nowhere. Works on events, so that a call counts
// once however often its block is repeated.

import type { Event } from "@unspool/protocol";
import { finding, type OnFinding } from "./finding.ts";

export interface CallCheck {
  take(event: Event, line: number): void;
  /** Nothing more can come. */
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

  function missing(id: string, { name, line }: Call): void {
    open.delete(id);
    onFinding(finding("tool-without-result", line, `the call of ${name} (${id}) has no result`));
  }

  return {
    take(event, line) {
      if (event.type === "tool-call-start") {
        if (!known.has(event.toolUseId)) open.set(event.toolUseId, { name: event.name, agent: event.agent, line });
        known.add(event.toolUseId);
      } else if (event.type === "tool-call-end" && event.aborted === true) {
        open.delete(event.toolUseId);
      } else if (event.type === "tool-result") {
        if (!known.has(event.toolUseId)) {
          const message = `a result for ${event.toolUseId}, which nobody has called`;
          onFinding(finding("result-without-call", line, message));
        }
        open.delete(event.toolUseId);
      } else if (event.type === "message-retracted") {
        open.clear();
      } else if (event.type === "turn-end") {
        for (const [id, call] of open) {
          // What was cut off with the turn needs none; agents in the background go on.
          if (event.outcome !== "success") open.delete(id);
          else if (call.agent === null) missing(id, call);
        }
      }
    },
    end() {
      for (const [id, call] of open) missing(id, call);
    },
  };
}
