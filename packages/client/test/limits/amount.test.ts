import { expect, test } from "vitest";
import { formatAmount } from "../../src/limits/amount.ts";
import type { BudgetKind } from "../../src/limits/types.ts";

test.each<[BudgetKind, number, string]>([
  ["usd", 10, "$10.00"],
  ["usd", 0.5, "$0.50"],
  ["usd", 10.001368000000001, "$10.0014"],
  ["usd", 0.00037, "$0.0004"],
  ["usd", 0.0000451, "$0.000045"],
  ["usd", 0, "$0.00"],
  ["usd", 1e-30, "$0.00"],
  ["tokens", 1234567, "1,234,567 tokens"],
  ["messages", 1, "1 message"],
  ["toolCalls", 3, "3 tool calls"],
  ["wallTimeMs", 200.4, "200 ms"],
])("formats %s %d as %s", (kind, value, text) => {
  expect(formatAmount(kind, value)).toBe(text);
});
