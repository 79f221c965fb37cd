import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { describe, expect, it } from "vitest";
import { createClaude } from "../../../src/claude.ts";

const LONG = "word ".repeat(12_500);

describe("a turn with very much text", () => {
  const plays = scenario("much").turn(
    ...Array.from({ length: 12 }, (_, number) => [
      say.thinking(`${number} ${LONG}`),
      say.tool("Bash", { command: "true" }, "ok"),
      say.next(),
    ]).flat(),
    say.text("The end."),
  );

  it("keeps the last text for its result, warns, and yields all of it as events", async () => {
    const turn = createClaude({ spawn: spawnSimulated({ scenario: plays }) }).ask("Go.", {
      permissionMode: "bypassPermissions",
      partialMessages: false,
    });
    const thoughts: string[] = [];
    for await (const event of turn) if (event.type === "thinking-end") thoughts.push(event.text);
    const result = await turn;
    expect(thoughts).toHaveLength(12);
    const sizes = (texts: readonly string[]): readonly string[] =>
      texts.map((text) => `${text.slice(0, 3)}… ${text.length}`);
    expect(sizes(result.thinking)).toEqual(sizes(thoughts.slice(-4)));
    expect(result.text).toBe("The end.");
    expect(result.toolCalls).toHaveLength(12);
    expect(result.warnings.map(({ code }) => code)).toContain("text-trimmed");
  });

  it("keeps everything in a session, whose state can be read", async () => {
    const session = createClaude({ spawn: spawnSimulated({ scenario: plays }) }).session({
      permissionMode: "bypassPermissions",
      partialMessages: false,
    });
    const result = await session.ask("Go.");
    await session.close();
    expect(result.thinking).toHaveLength(12);
    expect(result.warnings).toEqual([]);
  });
});
