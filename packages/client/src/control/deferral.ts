// Deferred calls: a hook answers "defer", the CLI ends the turn, and asks again when the session is resumed. That works for
// the main agent's calls, one per turn, from 2.1.89 on. Elsewhere the call must be denied: 2.1.88 takes "defer" for no answer
// and may run the tool, and an agent whose call is deferred just ends (2.1.325).

import type { JsonObject, TurnEndEvent } from "@unspool/protocol";
import { compareVersions } from "../process/supports.ts";
import type { Warning } from "../turn/types.ts";
import { asText } from "./json-rpc.ts";

const DEFER_SINCE = "2.1.89";

export interface Deferral {
  /** The program tells its version. */
  init(version: string | undefined): void;
  /** Why the call of this hook input cannot be deferred. Undefined: it can. */
  problemWith(hookInput: JsonObject, agent: string | null): string | undefined;
  /** The call was deferred, as far as the host is concerned. */
  deferred(hookInput: JsonObject): void;
  /** Returns a warning for each deferred call that the CLI did not keep. */
  ended(event: TurnEndEvent): readonly Warning[];
}

export function createDeferral(): Deferral {
  // Only CLIs that defer call the hook of a tool before they have told their version: when they resume a deferred call.
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
