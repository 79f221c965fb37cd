// Deferred tool calls: a hook answers "defer", the CLI ends the turn, and asks again when the session is resumed. This works
// for calls of the main agent, one per turn, since 2.1.89. Other calls must be denied: 2.1.88 ignores "defer" and may run the
// tool, and a sub-agent whose call is deferred ends (2.1.325).

import type { JsonObject, TurnEndEvent } from "@unspool/protocol";
import { compareVersions } from "../process/program-version.ts";
import type { Warning } from "../warning.ts";
import { asText } from "../json.ts";

const DEFER_SINCE = "2.1.89";

export interface Deferral {
  /** Sets the version of the CLI. */
  init(version: string | undefined): void;
  /** Returns why the call cannot be deferred, or `undefined` if it can. */
  problemWith(hookInput: JsonObject, agent: string | null): string | undefined;
  /** Records that the host deferred the call. */
  deferred(hookInput: JsonObject): void;
  /** Returns a warning for each deferred call that the CLI did not keep. */
  ended(event: TurnEndEvent): readonly Warning[];
}

export function createDeferral(): Deferral {
  // Before `init`, only a CLI that resumes a deferred call runs the hook of a tool, so it can defer.
  let canDefer = true;
  let version: string | undefined;
  const waiting = new Map<string, string>();

  return {
    init(given) {
      version = given;
      canDefer = given !== undefined && /^\d/.test(given) && compareVersions(given, DEFER_SINCE) >= 0;
    },
    problemWith(hookInput, agent) {
      if (!canDefer) {
        return `Claude Code ${version ?? "of this version"} cannot defer a call: ${DEFER_SINCE} and later can.`;
      }
      const isOfAgent = agent !== null || hookInput["agent_id"] !== undefined;
      return isOfAgent ? "Claude Code cannot defer the call of a sub-agent: it would end the agent." : undefined;
    },
    deferred(hookInput) {
      const id = asText(hookInput["tool_use_id"]);
      if (id !== undefined) waiting.set(id, asText(hookInput["tool_name"]) ?? "");
    },
    ended({ deferred }) {
      if (deferred !== undefined) waiting.delete(deferred.toolUseId);
      const warnings = [...waiting].map(([id, name]): Warning => {
        const kept = deferred === undefined ? "none was kept" : `${deferred.toolUseId} was kept`;
        return {
          code: "deferral-lost",
          message: `Claude Code keeps one deferred call of a turn: ${kept}, and ${name} (${id}) will neither run nor be asked about again.`,
        };
      });
      waiting.clear();
      return warnings;
    },
  };
}
