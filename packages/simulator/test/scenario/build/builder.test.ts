import { expect, test } from "vitest";

import { scenario } from "../../../src/scenario/build/builder.ts";
import { checkScenario } from "../../../src/scenario/check/check-scenario.ts";
import { loadScenario } from "../../../src/scenario/load/load-scenario.ts";
import { say } from "../../../src/scenario/build/say.ts";

const everything = scenario("everything")
  .turn(
    "hello",
    say.thinking("hm", "sig"),
    say.text("Hi."),
    say.tool("Bash", { command: "ls" }, "a.txt"),
    say.text("Done."),
  )
  .turn({ contains: "agents" }, say.agent("look east", say.tool("Bash", {}), say.text("east")), say.text("ok"))
  .turn(say.agent({ prompt: "slow", isBackground: true, type: "Explore", description: "d" }, say.text("slow one")))
  .notice(say.text("Noted."))
  .turn(say.rateLimit({ status: "rejected" }), say.error(529, { times: 2 }), say.text("again"))
  .turn(say.tool("Read", {}), say.next(), say.tool("Write", {}, "no", { isError: true }), say.error(400))
  .turn(say.breaks(3), say.text("ab", ["a", "b"]), say.delay(5), say.text("cut"), say.hang(), say.stop("x"))
  .turn(say.block({ type: "redacted_thinking", data: "x" }), say.usage({ outputTokens: 3 }))
  .else(say.text("what?"))
  .with({ model: "m", summary: "s", faults: [{ fault: "no-exit" }] });

test("the builder returns plain data", () => {
  expect(JSON.parse(JSON.stringify(everything))).toEqual({
    name: "everything",
    turns: [
      {
        prompt: "hello",
        replies: [
          [
            { thinking: "hm", signature: "sig" },
            { text: "Hi." },
            { tool: "Bash", input: { command: "ls" }, result: "a.txt" },
          ],
          "Done.",
        ],
      },
      {
        prompt: { contains: "agents" },
        replies: [
          [
            {
              tool: "Agent",
              input: {
                description: "look east",
                prompt: "look east",
                subagent_type: "general-purpose",
                run_in_background: false,
              },
              agent: { replies: [[{ tool: "Bash", input: {} }], "east"] },
            },
          ],
          "ok",
        ],
      },
      {
        replies: [
          [
            {
              tool: "Agent",
              input: { description: "d", prompt: "slow", subagent_type: "Explore", run_in_background: true },
              agent: { replies: ["slow one"] },
            },
          ],
        ],
        notices: [["Noted."]],
      },
      {
        replies: [{ rateLimit: { status: "rejected" }, error: { status: 529, times: 2 }, blocks: [{ text: "again" }] }],
      },
      {
        replies: [
          [{ tool: "Read", input: {} }],
          [{ tool: "Write", input: {}, result: "no", isError: true }],
          { error: { status: 400 } },
        ],
      },
      {
        replies: [
          { breakAfterPieces: 3, blocks: [{ text: "ab", pieces: ["a", "b"] }] },
          { delayMs: 5, blocks: [{ text: "cut" }], hang: true, stopReason: "x" },
        ],
      },
      { replies: [{ blocks: [{ block: { type: "redacted_thinking", data: "x" } }], usage: { outputTokens: 3 } }] },
    ],
    otherwise: ["what?"],
    model: "m",
    summary: "s",
    faults: [{ fault: "no-exit" }],
  });
});

test("the builder's result is valid, and unchanged by JSON", async () => {
  expect(checkScenario(everything)).toBe(everything);
  expect(await loadScenario(JSON.stringify(everything))).toEqual(everything);
});

test("methods do not change a builder", () => {
  const base = scenario().turn(say.text("one"));
  base.turn(say.text("two")).notice(say.text("x"));
  expect({ ...base }).toEqual({ turns: [{ replies: ["one"] }] });
});

test("refuses a turn without replies", () => {
  expect(() => checkScenario(scenario().turn("hello"))).toThrow(
    "turns[0].replies: expected a list with at least one reply, got an empty list",
  );
});
