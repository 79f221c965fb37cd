// Why an input of a map was not begun, in words.

import { messageOf } from "../message-of.ts";
import { ClaudeError } from "../errors.ts";
import { amountOf } from "../guard/amount.ts";
import type { Budget } from "../guard/budget.ts";
import { checkKind } from "../options/check.ts";
import { fields, promptKind, record } from "../options/kind.ts";

export function aborted(reason: unknown): ClaudeError {
  const message = "Aborted by its signal before this input was begun. Nothing was sent for it.";
  return new ClaudeError("aborted", message, {}, { cause: reason });
}

export function stoppedByError(index: number, error: ClaudeError): ClaudeError {
  const message = `Not begun: input ${index + 1} failed before it, and \`stopOnError\` is set. Its reason: ${error.message}`;
  return new ClaudeError("aborted", message, { index }, { cause: error });
}

export function budgetRefusal(budget: Budget): ClaudeError {
  const tracker = budget.track();
  const report = tracker.allowsStart();
  tracker.close();
  const what = report === undefined ? "" : ` of ${amountOf(report.kind, report.limit)}`;
  const spent = report === undefined ? "" : ` (${amountOf(report.kind, report.spent)} spent)`;
  return new ClaudeError(
    "budget-exceeded",
    `Not begun: the budget${what} that all inputs share is used up${spent}. Raise it, and ask for the rest again.`,
    { ...report },
  );
}

/** Inputs are counted from 1 in sentences, and from 0 in `index`. */
export function promptRefusal(index: number, error: unknown): ClaudeError {
  const code = error instanceof ClaudeError ? error.code : "prompt-failed";
  const message = `The prompt of input ${index + 1} could not be made: ${messageOf(error)}`;
  return new ClaudeError(code, message, { index }, { cause: error });
}

const MADE = fields({ prompt: promptKind, options: record }, { needs: ["prompt"] });

/** What the function that makes prompts returned. @throws {ClaudeError} `invalid-option` */
export function checkMade(made: unknown): void {
  if (typeof made !== "string" && !Array.isArray(made)) checkKind("prompt", made, MADE);
}

/** Options of the sessions are checked by whoever opens them. */
export function checkMapOptions(concurrency: unknown, sessionOptions: object): void {
  if (!Number.isSafeInteger(concurrency) || (concurrency as number) < 1) {
    const message = `The option \`concurrency\` must be a whole number from 1 on; it is ${String(concurrency)}.`;
    throw new ClaudeError("invalid-option", message, { option: "concurrency", value: concurrency });
  }
  if ("record" in sessionOptions) {
    const message =
      "A recording is of one session: give `record` with the prompt of each input, and to each its own file.";
    throw new ClaudeError("invalid-option", message, { option: "record" });
  }
}
