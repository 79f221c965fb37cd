import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { z } from "zod";
import { createBudget } from "../../src/limits/budget.ts";
import { tool } from "../../src/control/tools/tool.ts";
import type { ClaudeError } from "../../src/errors.ts";
import { claude, createClaude } from "../../src/claude.ts";
import { checkOptions } from "../../src/options/check-options.ts";
import type { AskOptions } from "../../src/options/options.ts";

function verdict(options: unknown): string {
  try {
    checkOptions(options);
    return "fine";
  } catch (error) {
    expect(error).toMatchObject({ name: "ClaudeError", code: "invalid-option" });
    return (error as ClaudeError).message;
  }
}

const run = (): undefined => undefined;
const agent = { description: "Reviews code", prompt: "You review." };

class Guard {
  readonly matcher = "Bash";
  readonly seen: string[] = [];
  readonly run = (): undefined => undefined;
}

test.each<[string, AskOptions]>([
  ["rules", { permissions: { allow: ["Read"], deny: ["Bash"], ask: [], decide: (it) => it.allow(), timeoutMs: 5 } }],
  [
    "hooks as functions and objects",
    { hooks: { PreToolUse: run, Stop: { run, matcher: "", timeoutMs: 0, onFailure: "block" } } },
  ],
  ["several hooks", { hooks: { PreToolUse: [run, { run }], SessionStart: [] } }],
  ["a hook of a class of its own", { hooks: { PreToolUse: new Guard() } }],
  ["an agent", { agents: { a: { ...agent, tools: ["Read"], model: "haiku", isolation: "worktree", effort: 3 } } }],
  ["servers of an agent", { agents: { a: { ...agent, mcpServers: ["one", { two: { command: "x" } }] } } }],
  ["a program as a server", { mcpServers: { a: { command: "x", args: ["-y", ""], env: { A: "1" }, timeout: 1 } } }],
  [
    "a remote server",
    { mcpServers: { a: { type: "http", url: "https://x", headers: {}, headersHelper: "h", alwaysLoad: true } } },
  ],
  ["a remote server with OAuth", { mcpServers: { a: { type: "sse", url: "x", oauth: { clientId: "c" } } } }],
  ["a server of an unknown type", { mcpServers: { a: { type: "carrier-pigeon", loft: 5 } as never } }],
  ["a shared budget", { budget: createBudget({ usd: 1 }) }],
  ["tools", { tools: [tool("add", { a: z.number() }, ({ a }) => a)] }],
  ["a stream to record into", { record: new Writable() }],
  ["a file to record into", { record: { file: "a.rec", redact: false, overwrite: true } }],
])("accepts %s", (_name, options) => {
  expect(verdict(options)).toBe("fine");
});

test.each<[string, object, string]>([
  [
    "a misspelt rule",
    { permissions: { allow: ["Read"], deyn: ["Bash"] } },
    'There is no `deyn` in the option `permissions` (its value is ["Bash"]). Did you mean `deny`?',
  ],
  [
    "a rule that is no list",
    { permissions: { deny: "Bash" } },
    'The option `permissions.deny` must be a list of strings; it is "Bash".',
  ],
  ["no rules at all", { permissions: "Bash" }, 'The option `permissions` must be a function, or rules; it is "Bash".'],
  [
    "a misspelt hook event",
    { hooks: { PreToolUs: run } },
    "There is no `PreToolUs` in the option `hooks` (its value is a function). Did you mean `PreToolUse`? Put an event " +
      "that is newer than this package into `initialize.hooks`, and answer it with `onRequest`.",
  ],
  [
    "a hook event that nobody knows",
    { hooks: { Moonrise: run } },
    "There is no `Moonrise` in the option `hooks` (its value is a function). Put an event that is newer than this " +
      "package into `initialize.hooks`, and answer it with `onRequest`.",
  ],
  [
    "a misspelt field of a hook",
    { hooks: { PreToolUse: { match: "Bash", run } } },
    'There is no `match` in the option `hooks.PreToolUse` (its value is "Bash"). Did you mean `matcher`?',
  ],
  [
    "a misspelt field of one of several hooks",
    { hooks: { PreToolUse: [run, { run, timeout: 5 }] } },
    "There is no `timeout` in the option `hooks.PreToolUse[1]` (its value is 5). Did you mean `timeoutMs`?",
  ],
  [
    "a hook that does nothing",
    { hooks: { Stop: { matcher: "x" } } },
    "The option `hooks.Stop.run` must be a function; it is missing.",
  ],
  [
    "a policy that would let things pass",
    { hooks: { Stop: { run, onFailure: "blok" } } },
    'The option `hooks.Stop.onFailure` must be one of "continue", "block"; it is "blok".',
  ],
  [
    "no hook at all",
    { hooks: { Stop: 5 } },
    "The option `hooks.Stop` must be a function, or { run, matcher }; it is 5.",
  ],
  [
    "a misspelt field of an agent",
    { agents: { a: { descr: "x" } } },
    'There is no `descr` in the option `agents.a` (its value is "x"). Did you mean `description`? Put fields that are newer than this ' +
      "package into `initialize.agents`.",
  ],
  [
    "an agent without a prompt",
    { agents: { "my agent": { description: "x" } } },
    'The option `agents["my agent"].prompt` must be a non-empty string; it is missing.',
  ],
  [
    "a misspelt command",
    { mcpServers: { a: { comand: "x" } } },
    'There is no `comand` in the option `mcpServers.a` (its value is "x"). Did you mean `command`? Put fields that are newer than this ' +
      'package into a file, with `extraArgs: ["--mcp-config", file]`.',
  ],
  [
    "a server of the wrong kind",
    { mcpServers: { a: { type: "http", command: "x", url: "y" } } },
    'There is no `command` in the option `mcpServers.a` (its value is "x"). Put fields that are newer than this package ' +
      'into a file, with `extraArgs: ["--mcp-config", file]`.',
  ],
  [
    "a misspelt kind of server",
    { mcpServers: { a: { type: "htpp", url: "y" } } },
    'The option `mcpServers.a.type` must be one of "stdio", "sse", "http", "streamable-http", "ws", "sdk"; it is "htpp".',
  ],
  [
    "an address of no kind",
    { mcpServers: { a: { url: "https://x" } } },
    'The option `mcpServers.a.type` must be one of "http", "sse", "ws"; it is missing.',
  ],
  [
    "a folder for a server, which the CLI passes over",
    { mcpServers: { a: { command: "x", cwd: "y" } } },
    'There is no `cwd` in the option `mcpServers.a` (its value is "y"). Put fields that are newer than this package ' +
      'into a file, with `extraArgs: ["--mcp-config", file]`.',
  ],
  [
    "a server without an address",
    { mcpServers: { a: { type: "http" } } },
    "The option `mcpServers.a.url` must be a non-empty string; it is missing.",
  ],
  [
    "a misspelt field of an agent's server",
    { agents: { a: { ...agent, mcpServers: [{ b: { command: "x", arg: [] } }] } } },
    "There is no `arg` in the option `agents.a.mcpServers[0].b` (its value is []). Did you mean `args`? Put fields that are newer than " +
      'this package into a file, with `extraArgs: ["--mcp-config", file]`.',
  ],
  [
    "names of built-in tools",
    { tools: ["Bash"] },
    'The option `tools[0]` must be what `tool()` makes (names of built-in tools go into `builtinTools`); it is "Bash".',
  ],
])("rejects %s", (_name, options, message) => {
  expect(verdict(options)).toBe(message);
});

test("an invalid option is refused before anything starts, wherever it is given", async () => {
  const options = { permissions: { deyn: ["Bash"] } } as AskOptions;
  const executable = "/nowhere/claude";
  expect(() => createClaude(options)).toThrow("Did you mean `deny`");
  expect(() => claude.session({ ...options, executable })).toThrow("Did you mean `deny`");
  await expect(claude.ask("x", { ...options, executable })).rejects.toMatchObject({
    code: "invalid-option",
    details: { option: "permissions" },
  });
});
