// What went wrong in the words of the command: options of the library are flags and variables here, and money has a sign.

import { money } from "../view/figures.ts";

export function failureWords(error: unknown): string {
  const { code, details } = about(error);
  const { kind, limit, spent } = details;
  if (code === "budget-exceeded" && kind === "usd" && typeof limit === "number" && typeof spent === "number")
    return budgetWords(limit, spent);
  if (code === "session-not-found") return missingWords(String(details["sessionId"]));
  return ownWords(error instanceof Error ? error.message : String(error));
}

export function budgetWords(limitUsd: number, spentUsd: number): string {
  return `The budget of ${money(limitUsd)} is used up: it has cost ${money(spentUsd)}. Give more with --budget.`;
}

function missingWords(sessionId: string): string {
  return `There is no session ${sessionId} in this folder. See: unspool sessions`;
}

/** What the library advises, and what one can do here. */
const ADVICE: readonly (readonly [theirs: string | RegExp, ours: string])[] = [
  [/(, nor in the usual places): .*?(?=\. Install )/s, "$1"],
  ["by the option `executable` or in UNSPOOL_CLAUDE", "in UNSPOOL_CLAUDE"],
  [", which the option `executable` names", ""],
  [", record again, or pass onMismatch to go on all the same", ", or record again"],
  ["which sessions.read opens", "which unspool view shows"],
  ["see the events `malformed`", "--json shows which"],
  ["; `patience` says how long is waited", ""],
  [/ What had come is in this error(?:; ask again to go on)?\./, ""],
];

export function ownWords(message: string): string {
  return ADVICE.reduce((words, [theirs, ours]) => words.replace(theirs, ours), message);
}

/** By its looks: the client is not loaded for it. */
function about(error: unknown): { readonly code: unknown; readonly details: Readonly<Record<string, unknown>> } {
  const { code, details } = (typeof error === "object" && error !== null ? error : {}) as {
    readonly code?: unknown;
    readonly details?: unknown;
  };
  const known = typeof details === "object" && details !== null ? (details as Readonly<Record<string, unknown>>) : {};
  return { code, details: known };
}
