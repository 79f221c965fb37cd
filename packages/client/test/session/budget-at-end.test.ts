import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { describe, expect, it } from "vitest";
import { createClaude } from "../../src/claude.ts";

describe("a turn that goes over its budget with its last message", () => {
  const claude = createClaude({ spawn: spawnSimulated({ scenario: scenario("short").turn(say.text("Short.")) }) });

  it.each([
    { kind: "usd", budget: { usd: 0.000_000_1 }, partialMessages: true },
    { kind: "usd", budget: { usd: 0.000_000_1 }, partialMessages: false },
    { kind: "tokens", budget: { tokens: 1 }, partialMessages: false },
  ])("fails and keeps its answer ($kind, partial messages: $partialMessages)", async (one) => {
    const { budget, partialMessages, kind } = one;
    const result = await claude.ask("Hello.", { budget, partialMessages, reject: false });
    expect(result).toMatchObject({ outcome: "error", code: "budget-exceeded", text: "Short.", details: { kind } });
  });

  it("succeeds if the callback allows it", async () => {
    const budget = { usd: 0.000_000_1, onExceeded: () => true };
    const result = await claude.ask("Hello.", { budget });
    expect(result.text).toBe("Short.");
  });
});
