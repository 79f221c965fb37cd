// Rules in whole sessions: they apply in every mode of the CLI, beside the hooks of the host.
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { describe, expect, test } from "vitest";
import { createClaude } from "../../../src/claude.ts";
import type { SessionOptions } from "../../../src/options/options.ts";

const echoes = scenario("echoes").turn(
  say.tool("Bash", { command: "echo secret" }, "secret"),
  say.next(),
  say.tool("Bash", { command: "echo yes" }, "yes"),
  say.next(),
  say.tool("Bash", { command: "pwd" }, "/work"),
  say.text("Done."),
);

describe.each(["2.1.325", "2.1.120", "2.1.74", "2.0.76", "1.0.128"])("a session with %s", (version) => {
  const run = async (options: SessionOptions) => {
    const { toolCalls } = await createClaude({ spawn: spawnSimulated({ scenario: echoes, version }) }).ask(
      "Go.",
      options,
    );
    return toolCalls.map(({ status, input }) => `${(input as { command: string }).command}: ${status === "succeeded"}`);
  };

  test.each(["default", "acceptEdits", "bypassPermissions"] as const)(
    "keeps its rules in the mode %s",
    async (mode) => {
      const asked: unknown[] = [];
      const calls = await run({
        permissionMode: mode,
        allowedTools: ["Bash"],
        permissions: {
          deny: ["Bash(echo secret)"],
          ask: ["Bash(echo *)"],
          decide(request) {
            asked.push(request.input["command"]);
            return request.allow();
          },
        },
      });
      expect(calls).toEqual(["echo secret: false", "echo yes: true", "pwd: true"]);
      expect(asked).toEqual(["echo yes"]);
    },
  );

  test("still calls the hooks that the host registers itself", async () => {
    const called: string[] = [];
    const calls = await run({
      permissions: { deny: ["Bash(echo *)"] },
      hooks: { PreToolUse: ({ tool_name: name }) => void called.push(name) },
      initialize: { hooks: { PreToolUse: [{ hookCallbackIds: ["own"] }] } },
      onRequest(request) {
        if (request.type !== "control-request" || request.payload["callback_id"] !== "own") return undefined;
        called.push("own");
        return Promise.resolve({});
      },
    });
    expect(calls).toEqual(["echo secret: false", "echo yes: false", "pwd: true"]);
    expect(called.toSorted((one, other) => one.localeCompare(other))).toEqual([
      "Bash",
      "Bash",
      "Bash",
      "own",
      "own",
      "own",
    ]);
  });
});
