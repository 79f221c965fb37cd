// The errors of inputs that a map has not begun, and the validation of its options.

import { getErrorMessage } from "@unspool/protocol/kit";
import { ClaudeError } from "../errors.ts";
import { formatAmount } from "../limits/amount.ts";
import type { Budget } from "../limits/budget.ts";
import { checkOption } from "../validation/check-option.ts";
import { fields, promptValidator, record } from "../validation/validator.ts";

export function createAbortedError(reason: unknown): ClaudeError {
  const message = "The map was aborted by its signal before this input began. Nothing was sent for it.";
  return new ClaudeError("aborted", message, {}, { cause: reason });
}

export function createStoppedError(index: number, error: ClaudeError): ClaudeError {
  const message = `Not begun: input ${index + 1} failed before it, and \`stopOnError\` is set. Its reason: ${error.message}`;
  return new ClaudeError("aborted", message, { index }, { cause: error });
}

export function createBudgetError(budget: Budget): ClaudeError {
  const tracker = budget.track();
  const report = tracker.findReachedLimit();
  tracker.close();
  const what = report === undefined ? "" : ` of ${formatAmount(report.kind, report.limit)}`;
  const spent = report === undefined ? "" : ` (${formatAmount(report.kind, report.spent)} spent)`;
  return new ClaudeError(
    "budget-exceeded",
    `Not begun: the budget${what} that all inputs share is used up${spent}. Raise it, and map the rest again.`,
    { ...report },
  );
}

/** Returns the error of an input without a prompt. Messages count inputs from 1, `index` from 0. */
export function createPromptError(index: number, error: unknown): ClaudeError {
  const code = error instanceof ClaudeError ? error.code : "prompt-failed";
  const message = `The prompt of input ${index + 1} could not be created: ${getErrorMessage(error)}`;
  return new ClaudeError(code, message, { index }, { cause: error });
}

const PROMPT_AND_OPTIONS = fields({ prompt: promptValidator, options: record }, { required: ["prompt"] });

/** Validates what the function that makes prompts returned. @throws {ClaudeError} `invalid-option` */
export function checkPrompt(made: unknown): void {
  if (typeof made !== "string" && !Array.isArray(made)) checkOption("prompt", made, PROMPT_AND_OPTIONS);
}

/** Validates the options of the map itself. Those of the sessions are validated when they open. */
export function checkMapOptions(concurrency: unknown, sessionOptions: object): void {
  if (!Number.isSafeInteger(concurrency) || (concurrency as number) < 1) {
    const message = `The option \`concurrency\` must be a whole number of at least 1; it is ${String(concurrency)}.`;
    throw new ClaudeError("invalid-option", message, { option: "concurrency", value: concurrency });
  }
  if ("record" in sessionOptions) {
    const message =
      "A recording holds one session. Give each input its own `record` with another file, together with its prompt.";
    throw new ClaudeError("invalid-option", message, { option: "record" });
  }
}
