// Describes errors of the client for users of the command: names flags and variables instead of options, and formats money.

import { getErrorMessage } from "@unspool/protocol/kit";
import { formatUsd } from "./format-numbers.ts";

export function describeError(error: unknown): string {
  const { code, details } = readError(error);
  const { kind, limit, spent } = details;
  if (code === "budget-exceeded" && kind === "usd" && typeof limit === "number" && typeof spent === "number")
    return describeBudget(limit, spent);
  if (code === "session-not-found") return describeMissingSession(String(details["sessionId"]));
  return rephraseForCommand(getErrorMessage(error));
}

export function describeBudget(limitUsd: number, spentUsd: number): string {
  return `The budget of ${formatUsd(limitUsd)} is used up: it has cost ${formatUsd(spentUsd)}. Give more with --budget.`;
}

function describeMissingSession(sessionId: string): string {
  return `There is no session ${sessionId} in this folder. See: unspool sessions`;
}

/** Advice of the library, each with the advice of the command. */
const ADVICE: readonly (readonly [theirs: string | RegExp, ours: string])[] = [
  [/(, nor in the usual places): .*?(?=\. Install )/s, "$1"],
  ["in the option `executable` or in UNSPOOL_CLAUDE", "in UNSPOOL_CLAUDE"],
  [", which the option `executable` names", ""],
  [", record again, or pass onMismatch to go on all the same", ", or record again"],
  ["which sessions.read opens", "which unspool view shows"],
  ["see the events of type `malformed`", "--json shows which"],
  [" Raise the limit in `timeouts` if Claude needs longer.", ""],
  [/ What had come is in this error(?:; ask again to go on)?\./, ""],
];

export function rephraseForCommand(message: string): string {
  return ADVICE.reduce((text, [theirs, ours]) => text.replace(theirs, ours), message);
}

/** Reads the fields without `instanceof`, so that the client is not loaded. */
function readError(error: unknown): { readonly code: unknown; readonly details: Readonly<Record<string, unknown>> } {
  const { code, details } = (typeof error === "object" && error !== null ? error : {}) as {
    readonly code?: unknown;
    readonly details?: unknown;
  };
  const known = typeof details === "object" && details !== null ? (details as Readonly<Record<string, unknown>>) : {};
  return { code, details: known };
}
