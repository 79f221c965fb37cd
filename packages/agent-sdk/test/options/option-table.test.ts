// Checks the effect of each option in the program that is started.
import { describe, expect, test } from "vitest";
import { query, type Options } from "../../src/index.ts";
import { OPTION_TABLE } from "../../src/options/option-table.ts";
import { createLaunchPlan } from "../../src/options/launch-plan.ts";
import { all, play } from "../support.ts";

const one = { turns: [{ replies: ["One."] }] };

interface Started {
  readonly args: readonly string[];
  readonly initialize: Record<string, unknown>;
  readonly user: Record<string, unknown>;
}

async function start(options: Options): Promise<Started> {
  const { query: started, claude } = play(one, "Hi", options);
  await all(started);
  const [call] = claude.calls();
  const lines = (call?.lines ?? []).map((line) => JSON.parse(line) as Record<string, unknown>);
  const request = lines.find(({ type }) => type === "control_request")?.["request"];
  const user = lines.find(({ type }) => type === "user") ?? {};
  return { args: call?.args ?? [], initialize: request as Record<string, unknown>, user };
}

describe("the launch plan", () => {
  test("passes the SDK's flags and does not enable prompt replay by default", async () => {
    const { args } = await start({
      model: "claude-sonnet-4-5",
      maxTurns: 3,
      maxBudgetUsd: 1,
      tools: { type: "preset", preset: "claude_code" },
      allowedTools: ["Read", "Bash(git *)"],
      disallowedTools: ["WebFetch"],
      skills: ["review"],
      thinking: { type: "enabled", budgetTokens: 2000, display: "omitted" },
      settingSources: [],
      includePartialMessages: true,
    });
    const line = args.join(" ");
    expect(line).toContain("--input-format stream-json --output-format stream-json --verbose");
    expect(line).toContain("--include-partial-messages");
    expect(line).toContain("--model claude-sonnet-4-5");
    expect(line).toContain("--max-thinking-tokens 2000");
    expect(line).toContain("--max-turns 3");
    expect(line).toContain("--tools default");
    expect(line).toContain("--allowedTools Read --allowedTools Bash(git *) --allowedTools Skill(review)");
    expect(line).toContain("--disallowedTools WebFetch");
    expect(line).toContain("--setting-sources=");
    expect(line).toContain("--max-budget-usd=1 --thinking-display=omitted".split(" ")[0]);
    expect(line).toContain("--thinking-display=omitted");
    expect(line).not.toContain("--replay-user-messages");
    expect(line).not.toContain("--permission-prompt-tool");
  });

  test("enables prompt replay if extraArgs contains the flag", async () => {
    const { args } = await start({ extraArgs: { "replay-user-messages": null } });
    expect(args.filter((word) => word === "--replay-user-messages")).toHaveLength(1);
  });

  test("enables permission requests if there is a canUseTool", async () => {
    const { args } = await start({ canUseTool: async () => null, permissionMode: "default" });
    expect(args.join(" ")).toContain("--permission-prompt-tool stdio");
  });

  test("writes the prompt as the SDK does", async () => {
    const { user, initialize } = await start({ verbatimPrompts: true });
    expect(user).toEqual({
      type: "user",
      session_id: "",
      message: { role: "user", content: [{ type: "text", text: "Hi" }] },
      parent_tool_use_id: null,
      client_composed: true,
    });
    expect(initialize).toEqual({ subtype: "initialize", systemPrompt: "" });
  });

  test("sends options without a flag in initialize", async () => {
    const { initialize } = await start({
      systemPrompt: { type: "preset", preset: "claude_code", append: "Be brief.", excludeDynamicSections: true },
      title: "A title",
      promptSuggestions: true,
      agentProgressSummaries: true,
      toolAliases: { Shell: "Bash" },
      planModeInstructions: "Plan.",
      skills: ["review"],
      hooks: { Stop: [{ hooks: [async () => ({})], timeout: 5 }] },
    });
    expect(initialize).toMatchObject({
      appendSystemPrompt: "Be brief.",
      excludeDynamicSections: true,
      title: "A title",
      promptSuggestions: true,
      agentProgressSummaries: true,
      toolAliases: { Shell: "Bash" },
      planModeInstructions: "Plan.",
      skills: ["review"],
      hooks: { Stop: [{ hookCallbackIds: ["hook_0"] }] },
    });
    expect(initialize).not.toHaveProperty("systemPrompt");
  });

  test("replaces the environment and calls the stderr callback", async () => {
    process.env["UNSPOOL_TEST_LEFT_OUT"] = "1";
    try {
      const { env } = createLaunchPlan({ env: { HOME: process.env["HOME"], OWN: "2", GONE: undefined } });
      expect(env).toMatchObject({ OWN: "2" });
      expect(env).toHaveProperty("UNSPOOL_TEST_LEFT_OUT", undefined);
      // As it is in this process: the session's own rules hold for it.
      expect(env).not.toHaveProperty("HOME");
    } finally {
      delete process.env["UNSPOOL_TEST_LEFT_OUT"];
    }
  });

  test("merges settings and sandbox", () => {
    const { session } = createLaunchPlan({ settings: { model: "x" }, sandbox: { enabled: true } });
    expect(session.settings).toEqual({ model: "x", sandbox: { enabled: true, failIfUnavailable: true } });
    expect(() => createLaunchPlan({ settings: "/etc/settings.json", sandbox: {} })).toThrow(
      /`sandbox` cannot be merged into/,
    );
  });
});

describe("query", () => {
  const absent = Object.entries(OPTION_TABLE).filter(([, { support }]) => support === "absent");

  test.each(absent)("rejects the unsupported option %s before it starts", (name) => {
    expect(() => query({ prompt: "Hi", options: { [name]: 1 } })).toThrow(
      new RegExp(`\`${name}\` is not supported\\. .{20}`),
    );
  });

  test("rejects an unknown option before it starts", () => {
    expect(() => query({ prompt: "Hi", options: { modle: "opus" } as Options })).toThrow(/no option `modle`/);
  });

  test("rejects two conflicting options before it starts", () => {
    const both: Options = { canUseTool: async () => null, permissionPromptToolName: "mcp__ask__me" };
    expect(() => query({ prompt: "Hi", options: both })).toThrow(/exclude each other/);
  });

  test("rejects extra flags that the protocol depends on before it starts", () => {
    expect(() => query({ prompt: "Hi", options: { extraArgs: { "output-format": "text" } } })).toThrow(
      /--output-format/,
    );
  });

  test("accepts an option that is undefined", () => {
    expect(() => createLaunchPlan({ sessionStore: undefined, model: undefined })).not.toThrow();
  });
});
