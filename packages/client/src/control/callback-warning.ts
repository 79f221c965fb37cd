// What a callback of the host did wrong, as a warning of the turn: the model reads what comes of it, and the host would
// read nothing.

import { echo } from "../options/echo.ts";
import type { Warning } from "../turn/types.ts";
import { sentence } from "../message-of.ts";
import type { CallbackOutcome } from "./run-callback.ts";

export interface Mistake {
  /** Which callback, and about what: "`permissions` about Bash". */
  readonly who: string;
  readonly outcome: CallbackOutcome<unknown>;
  readonly timeoutMs: number;
  /** What it should have returned. */
  readonly wanted: string;
  /** What was done instead. */
  readonly consequence: string;
}

/** @returns undefined where nobody waits any more: that is no mistake */
export function callbackWarning(mistake: Mistake): Warning | undefined {
  const { who, outcome, timeoutMs, wanted, consequence } = mistake;
  if (outcome.kind === "aborted") return undefined;
  const what =
    outcome.kind === "threw"
      ? `threw: ${outcome.message}`
      : outcome.kind === "late"
        ? `took longer than ${timeoutMs} ms`
        : `returned ${echo(outcome.value)} where ${wanted} was wanted`;
  return { code: "callback-failed", message: `${sentence(`${who} ${what}`)} ${consequence}` };
}
