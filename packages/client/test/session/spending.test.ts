// Spending of single sessions and of a shared budget. A running turn counts as an estimate until its result.
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { expect, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { createBudget } from "../../src/limits/budget.ts";

const words = scenario()
  .turn(say.text("One. ".repeat(200)))
  .turn(say.text("Two."));
const spawn = spawnSimulated({ scenario: words });

test("each session of a shared budget has its own spending, and the budget has the sum", async () => {
  const budget = createBudget({ usd: 100, spent: { usd: 1, messages: 5 } });
  const claude = createClaude({ spawn, budget });
  await using one = claude.session();
  await using two = claude.session();
  const costs = [(await one.ask("One?")).costUsd, (await one.ask("Two?")).costUsd, (await two.ask("One?")).costUsd];
  const [first = 0, second = 0, third = 0] = costs;
  expect(one.spending.usd).toBeCloseTo(first + second, 9);
  expect(two.spending.usd).toBeCloseTo(third, 9);
  expect([one.spending.messages, two.spending.messages, budget.spending.messages]).toEqual([2, 1, 8]);
  expect(budget.spending.usd).toBeCloseTo(1 + first + second + third, 9);
  expect([one.spending.estimate, budget.spending.estimate]).toEqual([
    { usd: 0, tokens: 0 },
    { usd: 0, tokens: 0 },
  ]);
});

test("spending includes an estimate of the turn under way, which its result replaces", async () => {
  const budget = createBudget();
  await using session = createClaude({ spawn, budget }).session();
  const seen: number[] = [];
  const shared: number[] = [];
  session.subscribe((event) => {
    const { usd, estimate } = session.spending;
    expect(estimate.usd).toBeLessThanOrEqual(usd);
    if (event.type !== "text-delta") return;
    seen.push(estimate.usd);
    shared.push(budget.spending.estimate.usd);
  });
  const { costUsd } = await session.ask("One?");
  expect(seen.at(-1)).toBeGreaterThan(0);
  expect([...seen].sort((left, right) => left - right)).toEqual(seen);
  expect(shared.at(-1)).toBeCloseTo(seen.at(-1) ?? 0, 12);
  expect(session.spending.usd).toBeCloseTo(costUsd, 9);
  expect(session.spending.estimate).toEqual({ usd: 0, tokens: 0 });
});

test("a resumed session counts its earlier cost if the budget has `spent`", async () => {
  const first = await createClaude({ spawn }).ask("One?");
  const budget = { usd: first.costUsd, spent: { usd: first.totalCostUsd } };
  await expect(createClaude({ spawn }).ask("More?", { budget })).rejects.toMatchObject({ code: "budget-exceeded" });
});
