// The messages of failed turns.
import type { SessionInitEvent, TurnEndEvent } from "@unspool/protocol";
import { say, scenario, spawnSimulated, type Scenario } from "@unspool/simulator";
import { expect, test } from "vitest";
import { createClaude } from "../../src/claude.ts";
import { SYSTEM_CLOCK } from "../../src/clock.ts";
import { prepareSession } from "../../src/session/prepare.ts";
import type { AskOptions } from "../../src/options/options.ts";

async function askForFailure(plays: Scenario, options: AskOptions = {}, version?: string) {
  const spawn = spawnSimulated({ scenario: plays, ...(version === undefined ? {} : { version }) });
  const settled = await createClaude({ spawn }).ask("Go.", { ...options, reject: false });
  if (settled.outcome === "success") throw new Error("The turn did not fail.");
  return settled;
}

const inWords = scenario("words").turn(say.text("Homer."));
const schema = { type: "object" };

test("the message of an API error does not call it a success", async () => {
  const { message, code } = await askForFailure(scenario("error").turn(say.error(400, { message: "bad input" })));
  expect(code).toBe("turn-failed");
  expect(message).toMatch(/^Claude ended the turn with an error: .*bad input/);
});

test("the message of another failed result has its subtype", async () => {
  const calls = scenario("calls").turn(say.tool("Read", { file_path: "a" }, "x"), say.text("Done."));
  const { message } = await askForFailure(calls, { maxTurns: 1 });
  expect(message).toMatch(/^Claude ended the turn with error_max_turns: /);
});

test("the message about missing data does not blame a version that supports schemas", async () => {
  const { code, message } = await askForFailure(inWords, { schema }, "2.1.325");
  expect([code, message]).toEqual([
    "invalid-data",
    "The answer has no structured data. The model answered with text only (`text`): ask again, or ask for it " +
      "in the prompt.",
  ]);
});

test.each([
  ["2.0.30", "Version 2.0.30 of Claude Code may be too old for a schema: 2.0.76 and later take one."],
  [undefined, "This version of Claude Code may be too old for a schema: 2.0.76 and later take one."],
])("the message about missing data blames a version that is too old or unknown: %s", async (version, advice) => {
  const prepared = await prepareSession({ schema, spawn: spawnSimulated() }, SYSTEM_CLOCK);
  prepared.checkInit({ type: "session-init", agent: null, line: 1, version } as SessionInitEvent);
  await expect(prepared.readData({ text: "Homer." } as TurnEndEvent)).rejects.toThrow(
    `The answer has no structured data. ${advice}`,
  );
  await prepared.cleanUp();
});

test("budget messages have dollars and cents", async () => {
  const { code, message } = await askForFailure(inWords, { budget: { usd: 0 } });
  expect([code, message]).toEqual([
    "budget-exceeded",
    "The budget of $0.00 was used up before this turn ($0.00 spent). Raise it to go on.",
  ]);
  const calls = scenario("calls").turn(
    say.tool("Read", { file_path: "a" }, "x"),
    say.tool("Read", { file_path: "b" }, "x"),
    say.text("Done."),
  );
  const stopped = await askForFailure(calls, { budget: { toolCalls: 1 } });
  expect(stopped.message).toBe(
    "The budget of 1 tool call is used up (2 tool calls spent). Raise it, or let `budget.onExceeded` decide.",
  );
});

test.each([
  ["while it runs", { toolCalls: 1 }, "is used up (2 tool calls spent). Raise it, or let `budget.onExceeded` decide."],
  ["before it begins", { usd: 0 }, "was used up before this turn ($0.00 spent). Raise it to go on."],
])("a budget callback that throws stops a turn %s, and the message has the reason", async (_when, limits, words) => {
  const calls = scenario("calls").turn(
    say.tool("Read", { file_path: "a" }, "x"),
    say.tool("Read", { file_path: "b" }, "x"),
    say.hang(),
  );
  const onExceeded = (): never => {
    throw new Error("the till is locked");
  };
  const { code, message } = await askForFailure(calls, { budget: { ...limits, onExceeded } });
  expect(code).toBe("budget-exceeded");
  expect(message).toContain(`${words} The callback that decides about it failed: the till is locked.`);
});
