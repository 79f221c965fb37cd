// Limits and what may stand in them: refused when they are set, with the value echoed.

import { ClaudeError } from "../errors.ts";
import { BUDGET_KINDS, type BudgetLimits, type BudgetOptions } from "./types.ts";

export function checkBudget(options: BudgetOptions): void {
  const { onExceeded, ...limits } = options;
  if (onExceeded !== undefined && onExceeded !== "stop" && onExceeded !== "ask" && typeof onExceeded !== "function") {
    throw new ClaudeError(
      "invalid-option",
      `budget.onExceeded is ${JSON.stringify(onExceeded)}. Give "stop", "ask" or a callback.`,
      { value: onExceeded },
    );
  }
  checkLimits(limits);
}

export function checkLimits(limits: BudgetLimits): void {
  for (const [name, value] of Object.entries(limits) as [string, unknown][]) {
    if (!(BUDGET_KINDS as readonly string[]).includes(name)) {
      throw new ClaudeError("invalid-option", `A budget has no limit "${name}". It has: ${BUDGET_KINDS.join(", ")}.`, {
        value: name,
      });
    }
    if (value !== undefined && !(typeof value === "number" && value >= 0)) {
      throw new ClaudeError(
        "invalid-option",
        `budget.${name} is ${typeof value === "number" ? value : JSON.stringify(value)}. Give a number from 0 on.`,
        {
          value,
        },
      );
    }
  }
}
