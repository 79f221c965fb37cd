// Turns a mistake of a host's callback into a warning of the turn. Otherwise only the model would learn of it.

import { toSentence } from "@unspool/protocol/kit";
import { echo } from "../validation/echo.ts";
import type { Warning } from "../warning.ts";
import type { CallbackOutcome } from "../run-callback.ts";

export interface Mistake {
  /** The callback and its subject: "`permissions` about Bash". */
  readonly who: string;
  readonly outcome: CallbackOutcome<unknown>;
  readonly timeoutMs: number;
  /** The expected return value. */
  readonly expected: string;
  /** What happened instead. */
  readonly consequence: string;
}

/** Returns `undefined` if the callback was aborted, which is not a mistake. */
export function createCallbackWarning(mistake: Mistake): Warning | undefined {
  const { who, outcome, timeoutMs, expected, consequence } = mistake;
  if (outcome.kind === "aborted") return undefined;
  const what =
    outcome.kind === "threw"
      ? `threw: ${outcome.message}`
      : outcome.kind === "late"
        ? `took longer than ${timeoutMs} ms`
        : `returned ${echo(outcome.value)} where ${expected} was expected`;
  return { code: "callback-failed", message: `${toSentence(`${who} ${what}`)} ${consequence}` };
}
