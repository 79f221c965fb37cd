// Why an input of a map was not begun, in words.

import { ClaudeError } from "../errors.ts";
import type { Budget } from "../guard/budget.ts";

export function aborted(reason: unknown): ClaudeError {
  const message = "Aborted by its signal before this input was begun. Nothing was sent for it.";
  return new ClaudeError("aborted", message, {}, { cause: reason });
}

export function stoppedByError(index: number, error: ClaudeError): ClaudeError {
  const message = `Not begun: input ${index} failed before it, and \`stopOnError\` is set. Its reason: ${error.message}`;
  return new ClaudeError("aborted", message, { index }, { cause: error });
}

export function budgetRefusal(budget: Budget): ClaudeError {
  const tracker = budget.track();
  const report = tracker.allowsStart();
  tracker.close();
  const what = report === undefined ? "" : ` of ${report.limit} ${report.kind} (${report.spent} spent)`;
  return new ClaudeError(
    "budget-exceeded",
    `Not begun: the budget${what} that all inputs share is used up. Raise it, and ask for the rest again.`,
    { ...report },
  );
}

export function promptRefusal(index: number, error: unknown): ClaudeError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ClaudeError(
    "invalid-option",
    `The prompt of input ${index} could not be made: ${reason}`,
    { index },
    { cause: error },
  );
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
