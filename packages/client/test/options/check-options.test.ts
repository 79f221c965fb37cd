import { expect, test } from "vitest";
import type { ClaudeError } from "../../src/errors.ts";
import { checkOptions } from "../../src/options/check-options.ts";
import { findNearName } from "../../src/validation/near-name.ts";
import type { AskOptions } from "../../src/options/options.ts";

/** Returns the message of the error, or "fine". */
function verdict(options: unknown, of?: Parameters<typeof checkOptions>[1]): string {
  try {
    checkOptions(options, of);
    return "fine";
  } catch (error) {
    expect(error).toMatchObject({ name: "ClaudeError", code: "invalid-option" });
    return (error as ClaudeError).message;
  }
}

const ID = "123e4567-e89b-42d3-a456-426614174000";

test.each<[string, AskOptions]>([
  ["nothing", {}],
  ["undefined values", { model: undefined } as unknown as AskOptions],
  ["a fork under a new id", { resume: ID, fork: true, sessionId: ID }],
  ["the last session", { continue: true, fork: true }],
  ["false beside a session", { resume: "a title", continue: false }],
  ["all numbers", { maxTurns: 1, maxBudgetUsd: 0.01, maxThinkingTokens: 0, requestTimeoutMs: 1 }],
  ["timeouts from 0 to Infinity", { timeouts: { silentMs: Number.POSITIVE_INFINITY, exitMs: 0 } }],
  ["no timeouts", { timeouts: false }],
  ["an empty list of tools", { builtinTools: [] }],
  ["a JSON schema", { schema: { type: "object" } }],
  ["an empty system prompt", { systemPrompt: "" }],
  ["a callback in bypass mode", { permissionMode: "bypassPermissions", permissions: (request) => request.allow() }],
  ["rules in bypass mode", { permissionMode: "bypassPermissions", permissions: { deny: ["Bash"], ask: ["Read"] } }],
  ["a budget that asks a callback", { budget: { usd: 1, onExceeded: "ask" }, onBudget: () => true }],
  ["a budget of zero", { budget: { usd: 0, toolCalls: 0 } }],
  ["turn options", { signal: new AbortController().signal, reject: false, when: "queue" }],
])("accepts %s", (_name, options) => {
  expect(verdict(options)).toBe("fine");
});

test.each<[unknown, RegExp]>([
  ["text", /^Options must be an object; they are "text"\./],
  [{ modle: "sonnet" }, /no option `modle` \(its value is "sonnet"\)\. Did you mean `model`\?/],
  [{ canUseTool: () => 0 }, /no option `canUseTool`.*Did you mean `permissions`\?/],
  [{ include_partial_messages: true }, /Did you mean `partialMessages`/],
  [{ zzz: 1 }, /no option `zzz` \(its value is 1\)\. Flags that have no option go into `extraArgs`/],
  [{ constructor: 1 }, /no option `constructor`/],
  [{ model: "" }, /`model` must be a non-empty string; it is ""/],
  [{ model: 5 }, /`model` must be .*; it is 5/],
  [{ systemPrompt: "a\0b" }, /`systemPrompt` must be a string without NUL/],
  [{ maxTurns: -1 }, /`maxTurns` must be a whole number of at least 1; it is -1/],
  [{ maxTurns: 1.5 }, /it is 1\.5/],
  [{ maxBudgetUsd: 0 }, /`maxBudgetUsd` must be a number above 0; it is 0/],
  [{ maxBudgetUsd: Number.NaN }, /it is NaN/],
  [{ maxThinkingTokens: -1 }, /`maxThinkingTokens`/],
  [{ schema: [] }, /`schema` must be a Standard Schema or a JSON schema; it is \[\]/],
  [{ schema: "string" }, /`schema` must be/],
  [{ auth: "oauth" }, /`auth` must be one of "inherit", "subscription", "api-key"; it is "oauth"/],
  [{ sessionId: "mine" }, /`sessionId` must be a UUID; it is "mine"/],
  [{ settingSources: ["users"] }, /`settingSources` must be a list of "user", "project" and "local"/],
  [{ timeouts: true }, /`timeouts` must be false, or an object; it is true/],
  [{ timeouts: { silent: 5 } }, /no `silent` in the option `timeouts` \(its value is 5\)\. Did you mean `silentMs`\?/],
  [
    { timeouts: { wait: 5 } },
    /no `wait` in .*It has firstLineMs, silentMs, afterToolResultMs, afterEndOfTurnMs, exitMs\./,
  ],
  [{ budget: { usd: -1 } }, /`budget\.usd` must be a number of at least 0; it is -1/],
  [
    { budget: { dollars: 1 } },
    /no `dollars` in the option `budget`.*It has usd, tokens, messages, toolCalls, wallTimeMs/,
  ],
  [{ budget: { usd: 1, toolCals: 1 } }, /Did you mean `toolCalls`/],
  [{ maxCostUsd: 1 }, /no option `maxCostUsd`.*Did you mean `budget`\?/],
  [{ shutdown: { graceMs: -5 } }, /`shutdown\.graceMs` must be milliseconds, at least 0; it is -5/],
  [{ waitForRateLimit: { maxWait: 5 } }, /no `maxWait` in the option `waitForRateLimit`.*Did you mean `maxWaitMs`/],
  [{ record: { fil: "a" } }, /no `fil` in the option `record`.*Did you mean `file`/],
  [{ record: 5 }, /`record` must be a path, a writable, or { file }; it is 5/],
  [{ clock: {} }, /`clock` must be a clock/],
  [{ env: { A: 1 } }, /`env` must be an object of strings/],
  [{ allowedTools: "Bash" }, /`allowedTools` must be a list of strings; it is "Bash"/],
  [{ when: "now" }, /`when` must be one of "queue", "steer"/],
  [{ resume: ID, continue: true }, /give one of them/],
  [{ fork: true }, /`fork` needs a session to go on from/],
  [{ sessionId: ID, resume: ID }, /`sessionId` is the id of a new session/],
  [{ sessionId: ID, continue: true }, /`sessionId` is the id of a new session/],
  [{ resumeAt: "x", continue: true }, /`resumeAt` is a message of the session that `resume` names/],
  [{ model: "opus", fallbackModel: "opus" }, /the same as `model` \("opus"\)/],
  [{ recover: "resume", persist: false }, /keeps nothing there/],
  [{ spawn: () => 0, transport: () => 0 }, /both say how the program is reached/],
  [{ auth: "subscription", env: { ANTHROPIC_API_KEY: "x" } }, /`env` has ANTHROPIC_API_KEY/],
  [{ budget: { usd: 1, onExceeded: "ask" } }, /asks `onBudget`, which is not there/],
  [{ extraArgs: ["--output-format=text"] }, /`extraArgs` has "--output-format=text"/],
])("rejects %j with the reason", (options, reason) => {
  expect(verdict(options)).toMatch(reason);
});

test("refuses options of a session for a turn, and of a turn for a session", () => {
  expect(verdict({ when: "steer" }, "turn")).toBe("fine");
  expect(verdict({ model: "opus" }, "turn")).toMatch(/belongs to the session/);
  expect(verdict({ reject: false }, "session")).toMatch(/belongs to a turn/);
});

test("redacts a key that is given under a wrong name", () => {
  const key = `sk-ant-api03-${"a1B2".repeat(24)}`;
  const message = verdict({ apiKey: key });
  expect(message).toMatch(/no option `apiKey`.*Did you mean `env`/);
  expect(message).not.toContain("a1B2a1B2");
});

test("shortens a long value in the message", () => {
  expect(verdict({ modle: "x".repeat(5000) }).length).toBeLessThan(200);
});

test("suggests a similar name, or the name here of a foreign option, and nothing else", () => {
  const known = ["model", "maxTurns", "signal", "cwd"];
  expect(findNearName("maxturns", known)).toBe("maxTurns");
  expect(findNearName("max_turn", known)).toBe("maxTurns");
  expect(findNearName("abortController", known)).toBe("signal");
  expect(findNearName("frequency", known)).toBeUndefined();
});
