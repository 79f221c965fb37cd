import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toArgv, type Argv, type ArgvContext } from "../../src/options/argv.ts";
import type { SessionOptions } from "../../src/options/options.ts";

const PROTOCOL = [
  "-p",
  "--input-format",
  "stream-json",
  "--output-format",
  "stream-json",
  "--verbose",
  "--replay-user-messages",
];
const ID = "123e4567-e89b-42d3-a456-426614174000";

function flags(options: SessionOptions, context?: ArgvContext): Argv {
  const made = toArgv(options, context);
  onTestFinished(() => made.cleanup());
  return made;
}

/** Returns the arguments without those of the protocol. */
function words(options: SessionOptions, context?: ArgvContext): readonly string[] {
  return flags({ partialMessages: false, ...options }, context).args.slice(PROTOCOL.length);
}

test("a session without options uses stream-json in both directions, with partial messages", () => {
  expect(flags({}).args).toEqual([...PROTOCOL, "--include-partial-messages"]);
  expect(flags({ partialMessages: false }).args).toEqual(PROTOCOL);
});

test("every option becomes its flag", () => {
  expect(
    words(
      {
        forwardAgentText: true,
        includeHookEvents: true,
        model: "opus",
        fallbackModel: "sonnet",
        effort: "high",
        maxThinkingTokens: 0,
        systemPrompt: "Be brief.",
        appendSystemPrompt: "Be kind.",
        agents: { helper: { description: "helps", prompt: "Help." } },
        agent: "helper",
        betas: ["a", "b"],
        maxTurns: 3,
        maxBudgetUsd: 0.5,
        builtinTools: ["Bash", "Read"],
        allowedTools: ["Bash(git log, x:*)", "Read"],
        disallowedTools: ["Edit"],
        permissionMode: "plan",
        strictMcpConfig: true,
        additionalDirectories: ["/a", "/b"],
        resume: ID,
        fork: true,
        sessionId: ID,
        resumeAt: "m1",
        persist: false,
        settings: "/settings.json",
        settingSources: ["user", "local"],
        plugins: ["/p1", "/p2"],
        extraArgs: ["--debug", "api"],
      },
      { jsonSchema: { type: "object" }, answersPermissions: true },
    ),
  ).toEqual(
    [
      ["--forward-subagent-text", "--include-hook-events"],
      ["--model", "opus", "--fallback-model", "sonnet", "--effort", "high", "--max-thinking-tokens", "0"],
      ["--system-prompt", "Be brief.", "--append-system-prompt", "Be kind."],
      ["--agents", '{"helper":{"description":"helps","prompt":"Help."}}', "--agent", "helper"],
      ["--betas", "a", "--betas", "b", "--max-turns", "3", "--max-budget-usd", "0.5"],
      ["--json-schema", '{"type":"object"}', "--tools", "Bash,Read"],
      ["--allowedTools", "Bash(git log, x:*)", "--allowedTools", "Read", "--disallowedTools", "Edit"],
      [
        "--permission-mode",
        "plan",
        "--permission-prompt-tool",
        "stdio",
        "--strict-mcp-config",
        "--add-dir",
        "/a",
        "--add-dir",
        "/b",
      ],
      ["--resume", ID, "--fork-session", "--session-id", ID, "--resume-session-at", "m1", "--no-session-persistence"],
      ["--settings", "/settings.json", "--setting-sources", "user,local"],
      ["--plugin-dir", "/p1", "--plugin-dir", "/p2", "--debug", "api"],
    ].flat(),
  );
});

test("joins values that look like flags, or are empty, to their flag", () => {
  expect(
    words({ appendSystemPrompt: "--dangerously-skip-permissions", resume: "-x", builtinTools: [], settingSources: [] }),
  ).toEqual(["--append-system-prompt=--dangerously-skip-permissions", "--tools=", "--resume=-x", "--setting-sources="]);
});

test("writes servers and settings to private files, and removes them in cleanup()", () => {
  const secret = "very-secret";
  const mcpServers = {
    remote: { type: "http", url: "https://example.com", headers: { authorization: secret } },
  } as const;
  const made = flags({ mcpServers, settings: { env: { TOKEN: secret } } });
  expect(made.args.join(" ")).not.toContain(secret);
  const [mcp, settings] = ["--mcp-config", "--settings"].map(
    (flag) => made.args[made.args.indexOf(flag) + 1] ?? "",
  ) as [string, string];
  expect(JSON.parse(readFileSync(mcp, "utf8"))).toEqual({ mcpServers });
  expect(JSON.parse(readFileSync(settings, "utf8"))).toEqual({ env: { TOKEN: secret } });
  expect(statSync(mcp).mode & 0o777).toBe(0o600);
  const [folder = ""] = made.privateFiles;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  made.cleanup();
  expect(existsSync(folder)).toBe(false);
  expect(() => made.cleanup()).not.toThrow();
});

test("writes settings given as JSON text to a file, too", () => {
  expect(words({ settings: ' {"env":{"TOKEN":"very-secret"}}' }).join(" ")).not.toContain("very-secret");
});

test("writes a prompt that is too long for the command line to a file", () => {
  const systemPrompt = "-long ".repeat(20_000);
  const [flag, file = ""] = words({ systemPrompt });
  expect(flag).toBe("--system-prompt-file");
  expect(readFileSync(file, "utf8")).toBe(systemPrompt);
});

test("writes no file without need", () => {
  expect(flags({ mcpServers: {}, systemPrompt: "short" }).privateFiles).toEqual([]);
});

test("leaves out flags that only show more if an old version does not know them, with a warning", () => {
  const made = flags({ forwardAgentText: true, effort: "high" }, { version: "1.0.60" });
  expect(made.args).toEqual(PROTOCOL.filter((word) => word !== "--replay-user-messages"));
  expect(made.warnings.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => "option-unsupported"));
  expect(made.warnings[0]?.message).toMatch(/1\.0\.60.*`partialMessages`.*1\.0\.110 does.*left out/);
});

test.each<[string, SessionOptions, ArgvContext]>([
  ["schema", {}, { version: "2.0.0", jsonSchema: {} }],
  ["builtinTools", { builtinTools: [] }, { version: "2.0.0" }],
  ["persist", { persist: false }, { version: "1.0.128" }],
  ["fork", { resume: ID, fork: true }, { version: "1.0.110" }],
  ["sessionId", { resume: ID, fork: true, sessionId: ID }, { version: "1.0.128" }],
  ["maxBudgetUsd", { maxBudgetUsd: 1 }, { version: "2.0.0" }],
])("rejects %s for a version that does not support it", (option, options, context) => {
  expect(() => toArgv(options, context)).toThrow(
    expect.objectContaining({ code: "invalid-option", details: { option, version: context.version } }),
  );
});

test("passes the host's `deny` rules to the CLI, which does not ask about everything", () => {
  const { args } = toArgv({
    disallowedTools: ["WebSearch"],
    permissions: { deny: ["Read(.env)", "Bash(rm *)"], decide: (request) => request.allow() },
  });
  const denied = args.filter((_, place) => args[place - 1] === "--disallowedTools");
  expect(denied).toEqual(["WebSearch", "Read(.env)", "Bash(rm *)"]);
});

test("a resumed session has `ask` rules for deferrable calls from the start, as hooks may register too late", () => {
  const folder = mkdtempSync(join(tmpdir(), "unspool-flags-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const own = { env: { A: "1" }, permissions: { ask: ["Read"], allow: ["Glob"] } };
  writeFileSync(join(folder, "own.json"), JSON.stringify(own));
  const settingsOf = (options: SessionOptions): unknown => {
    const { args } = flags({ permissions: { defer: ["Bash(git push *)"], ask: ["Write"] }, cwd: folder, ...options });
    const place = args.indexOf("--settings");
    return place < 0 ? undefined : JSON.parse(readFileSync(args[place + 1] ?? "", "utf8"));
  };
  const rules = ["Bash(git push *)", "Write"];
  const merged = { ...own, permissions: { ...own.permissions, ask: ["Read", ...rules] } };
  expect(settingsOf({})).toBeUndefined();
  expect(settingsOf({ resume: ID, permissions: { ask: ["Write"] } })).toBeUndefined();
  expect(settingsOf({ resume: ID })).toEqual({ permissions: { ask: rules } });
  expect(settingsOf({ continue: true, settings: own })).toEqual(merged);
  expect(settingsOf({ resume: ID, settings: JSON.stringify(own) })).toEqual(merged);
  expect(settingsOf({ resume: ID, settings: "own.json" })).toEqual(merged);
  expect(() => settingsOf({ resume: ID, settings: "gone.json" })).toThrow(/`settings` cannot be read/);
});
