import { loadReadyMade } from "@unspool/simulator";
import { fakeClaude, type FakeClaudeOptions } from "@unspool/simulator/testing";
import { expect, onTestFinished, test } from "vitest";
import { query, type Options } from "../src/index.ts";
import { user } from "./support.ts";
import { createLaunchPlan } from "../src/options/launch-plan.ts";
import {
  calculator,
  chat,
  denyShell,
  describe,
  everything,
  guarded,
  stopAfter,
  summarize,
  typewriter,
} from "./consumer.ts";

function optionsFor(scenario: FakeClaudeOptions["scenario"]): Options {
  const claude = fakeClaude({ scenario });
  onTestFinished(() => claude.cleanup());
  return {
    pathToClaudeCodeExecutable: claude.path,
    permissionMode: "bypassPermissions",
    allowDangerouslySkipPermissions: true,
  };
}

test("a program that summarizes a turn runs", async () => {
  const bash = { tool: "Bash", input: { command: "echo hi" }, result: "hi" };
  const options = optionsFor({ turns: [{ replies: [[bash], "Done."] }] });
  const log: string[] = [];
  const summary = await summarize("Go.", { ...options, hooks: guarded(log) });
  expect(summary).toMatchObject({ text: "Done.", tools: ["Bash"] });
  expect(summary.sessionId).toMatch(/^[0-9a-f-]{36}$/);
  expect(summary.costUsd).toBeGreaterThan(0);
  expect(summary.inputTokens).toBeGreaterThan(0);
  expect(log.join()).toMatch(/^Bash toolu_\S+ echo hi$/);
});

test("a program that prints partial messages runs", async () => {
  const pieces: string[] = [];
  await typewriter("Talk.", optionsFor(await loadReadyMade("greeting")), (text) => pieces.push(text));
  expect(pieces.length).toBeGreaterThan(1);
});

test("a program that sends several prompts runs", async () => {
  const options = optionsFor({ turns: [{ replies: ["One."] }, { replies: ["Two."] }] });
  expect(await chat(["1", "2"], options)).toEqual(["One.", "Two."]);
});

test("a program that aborts runs", async () => {
  const hangs = { turns: [{ replies: [{ blocks: [{ text: "On and on" }], hang: true }] }] };
  expect(await stopAfter("Talk.", optionsFor(hangs), ({ type }) => type === "system")).toBe("aborted");
});

test("a program with its own tools and without a shell runs", async () => {
  const calls = [
    { tool: "Bash", input: { command: "touch x" }, asks: true },
    { tool: "mcp__calculator__greet", input: { name: "Ada", loud: true }, asks: true },
  ];
  const { calculator: own } = calculator();
  const messages = [];
  const options: Options = {
    ...optionsFor({ turns: [{ replies: [calls, "Done."] }] }),
    permissionMode: "default",
    canUseTool: denyShell,
    mcpServers: { calculator: own! },
  };
  for await (const message of query({ prompt: "Go.", options })) messages.push(message);
  const told = JSON.stringify(messages);
  expect(told).toContain("No shell.");
  expect(told).toContain("ADA");
});

test("a program that uses most options gets the right launch plan", () => {
  const { session, initialize, args } = createLaunchPlan(everything);
  expect(session).toMatchObject({ model: "claude-sonnet-4-5", maxTurns: 3, maxThinkingTokens: 2000 });
  expect(initialize).toEqual({ appendSystemPrompt: "Be brief." });
  expect(args).toContain("--replay-user-messages");
});

test("a program that lists commands, models and servers runs", async () => {
  let isShown: () => void = () => undefined;
  async function* prompts() {
    yield user("Hi.");
    await new Promise<void>((resolve) => {
      isShown = resolve;
    });
  }
  const conversation = query({ prompt: prompts(), options: optionsFor({ turns: [{ replies: ["Hello."] }] }) });
  for await (const message of conversation) {
    if (message.type !== "system" || message.subtype !== "init") continue;
    expect(await describe(conversation, message)).toContain("Bash");
    isShown();
  }
  expect.assertions(1);
});
