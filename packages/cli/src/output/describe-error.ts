// Describes errors and warnings of the client for users of the command: names flags and variables instead of options, and
// formats money.

import type { Warning } from "@unspool/client";
import { getErrorMessage } from "@unspool/protocol/kit";
import { formatUsd } from "./format-numbers.ts";

export function describeError(error: unknown): string {
  const { code, details } = readError(error);
  const { kind, limit, spent } = details;
  if (code === "budget-exceeded" && kind === "usd" && typeof limit === "number" && typeof spent === "number")
    return describeBudget(limit, spent);
  if (code === "session-not-found") return describeMissingSession(String(details["sessionId"]));
  if (code === "claude-not-found") return describeMissingClaude(details) ?? getErrorMessage(error);
  return replaceAdvice(getErrorMessage(error), code, details);
}

/** Describes a warning of the client, without words of the library. */
export function describeWarning({ code, message, details = {} }: Warning): string {
  return replaceAdvice(message, code, details);
}

export function describeBudget(limitUsd: number, spentUsd: number): string {
  return `The budget of ${formatUsd(limitUsd)} is used up: it has cost ${formatUsd(spentUsd)}. Give more with --budget.`;
}

function describeMissingSession(sessionId: string): string {
  return `There is no session ${sessionId} in this folder. See: unspool sessions`;
}

/** Returns `undefined` if the client's message fits: UNSPOOL_CLAUDE names a file that is not there. */
function describeMissingClaude({ source, looked }: Details): string | undefined {
  if (source === "search") {
    return (
      "No `claude` was found on the PATH, nor in the usual places. Install Claude Code " +
      "(npm install -g @anthropic-ai/claude-code), or give the path of its program in UNSPOOL_CLAUDE."
    );
  }
  if (source !== "option" || !Array.isArray(looked)) return undefined;
  return `There is no program ${JSON.stringify(looked[0])}. Give the path of an installed \`claude\`.`;
}

/** Replaces the client's advice for programs by that of the command, or drops it. */
function replaceAdvice(message: string, code: unknown, { advice, kind }: Details): string {
  return typeof advice === "string" ? message.replace(advice, () => adviseOn(code, kind)).trimEnd() : message;
}

function adviseOn(code: unknown, kind: unknown): string {
  if (code === "lines-malformed") return "--json shows which";
  if (code !== "replay-mismatch") return "";
  return kind === "transcript" ? "which unspool view shows" : "Say what was recorded, or record again.";
}

type Details = Readonly<Record<string, unknown>>;

/** Reads the fields without `instanceof`, so that the client is not loaded. */
function readError(error: unknown): { readonly code: unknown; readonly details: Details } {
  const { code, details } = (typeof error === "object" && error !== null ? error : {}) as {
    readonly code?: unknown;
    readonly details?: unknown;
  };
  const known = typeof details === "object" && details !== null ? (details as Details) : {};
  return { code, details: known };
}
