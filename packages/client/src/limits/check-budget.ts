// Validates limits when they are set. The error has the value.

import { ClaudeError } from "../errors.ts";
import { BUDGET_KINDS, type BudgetLimits, type BudgetOptions, type Spending } from "./types.ts";

export function checkBudget(options: BudgetOptions): void {
  const { onExceeded, decisionTimeoutMs, spent, ...limits } = options;
  if (onExceeded !== undefined && onExceeded !== "stop" && onExceeded !== "ask" && typeof onExceeded !== "function") {
    throw new ClaudeError(
      "invalid-option",
      `budget.onExceeded is ${JSON.stringify(onExceeded)}. Give "stop", "ask" or a callback.`,
      { value: onExceeded },
    );
  }
  if (decisionTimeoutMs !== undefined && !(typeof decisionTimeoutMs === "number" && decisionTimeoutMs >= 0)) {
    throw new ClaudeError(
      "invalid-option",
      `budget.decisionTimeoutMs is ${JSON.stringify(decisionTimeoutMs)}. Give a number of milliseconds from 0 on.`,
      { value: decisionTimeoutMs },
    );
  }
  if (spent !== undefined) checkSpent(spent);
  checkLimits(limits);
}

/** Validates what was spent before. The estimate of a whole `Spending` is ignored, because its sums contain it. */
function checkSpent(spent: unknown): void {
  if (typeof spent !== "object" || spent === null) {
    const message = `budget.spent is ${JSON.stringify(spent)}. Give what was spent before, such as { usd: 0.5 }.`;
    throw new ClaudeError("invalid-option", message, { value: spent });
  }
  const { estimate: _estimate, ...amounts } = spent as Partial<Spending>;
  checkAmounts(amounts, "budget.spent");
}

export function checkLimits(limits: BudgetLimits): void {
  checkAmounts(limits, "budget");
}

function checkAmounts(limits: object, where: string): void {
  for (const [name, value] of Object.entries(limits) as [string, unknown][]) {
    if (!(BUDGET_KINDS as readonly string[]).includes(name)) {
      throw new ClaudeError("invalid-option", `A budget has no limit "${name}". It has: ${BUDGET_KINDS.join(", ")}.`, {
        value: name,
      });
    }
    if (value !== undefined && !(typeof value === "number" && value >= 0)) {
      throw new ClaudeError(
        "invalid-option",
        `${where}.${name} is ${typeof value === "number" ? value : JSON.stringify(value)}. Give a number of at least 0.`,
        {
          value,
        },
      );
    }
  }
}
