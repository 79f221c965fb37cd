// A scenario's host script as options of a session: its flags by the names that the client has for them.

import type { HostAnswer, HostScript, JsonObject } from "@unspool/simulator";
import { z } from "zod";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { PermissionRequest, PermissionAnswer } from "../../src/control/permissions/types.ts";
import type { SessionOptions } from "../../src/options/options.ts";

export function toSessionOptions(host: HostScript): SessionOptions {
  const answers = host.answers ?? [];
  const permissions = answers.filter((answer) => "permission" in answer);
  const hooks = answers.filter((answer) => "hook" in answer);
  const { partials, permissionMode = "bypassPermissions", auth } = host;
  const asks = (host.args ?? []).includes("--permission-prompt-tool");
  return {
    ...flags(host.args ?? []),
    ...(partials === false ? { partialMessages: false } : {}),
    ...(permissionMode === "none" ? {} : { permissionMode }),
    ...(asks ? { permissions: (request: PermissionRequest) => answerRequest(permissions.shift(), request) } : {}),
    ...(host.initialize?.["forwardSubagentText"] === true ? { forwardAgentText: true } : {}),
    ...(host.initialize?.["hooks"] === undefined
      ? {}
      : { hooks: { PreToolUse: { matcher: "Bash", run: () => hooks.shift()?.hook } } }),
    ...(host.initialize?.["sdkMcpServers"] === undefined
      ? {}
      : { mcpServers: { host: { type: "sdk", name: "host", instance: adder } } }),
    env: { ...(auth === "subscription" ? SUBSCRIPTION : API_KEY), ...host.env },
  };
}

const API_KEY = { ANTHROPIC_API_KEY: "made-up", CLAUDE_CODE_OAUTH_TOKEN: undefined };
const SUBSCRIPTION = { ANTHROPIC_API_KEY: undefined, CLAUDE_CODE_OAUTH_TOKEN: "made-up" };

function flags(args: readonly string[]): SessionOptions {
  const given: SessionOptions[] = [];
  for (let place = 0; place < args.length; place += 1) {
    const name = args[place] as string;
    const value = VALUES[name];
    if (value !== undefined) given.push(value(args[(place += 1)] as string));
    else if (SWITCHES[name] !== undefined) given.push(SWITCHES[name]);
    else throw new Error(`no option is known for ${name}`);
  }
  return Object.assign({}, ...given) as SessionOptions;
}

const SWITCHES: Readonly<Record<string, SessionOptions>> = {
  // The client asks for it by itself.
  "--replay-user-messages": {},
  "--forward-subagent-text": { forwardAgentText: true },
  "--include-hook-events": { includeHookEvents: true },
};

const VALUES: Readonly<Record<string, (value: string) => SessionOptions>> = {
  "--max-budget-usd": (value) => ({ maxBudgetUsd: Number(value) }),
  "--max-turns": (value) => ({ maxTurns: Number(value) }),
  "--model": (model) => ({ model }),
  "--fallback-model": (fallbackModel) => ({ fallbackModel }),
  "--tools": (value) => ({ builtinTools: value === "" ? [] : value.split(",") }),
  "--settings": (value) => ({ settings: value.startsWith("{") ? (JSON.parse(value) as JsonObject) : value }),
  "--setting-sources": (value) => ({ settingSources: value.split(",") as ("local" | "user")[] }),
  "--json-schema": (value) => ({ schema: JSON.parse(value) as JsonObject }),
  "--permission-prompt-tool": () => ({}),
  "--mcp-config": () => ({}),
};

function answerRequest(
  answer: Extract<HostAnswer, { permission: unknown }> | undefined,
  request: PermissionRequest,
): PermissionAnswer | Promise<PermissionAnswer> {
  if (answer === undefined) return request.allow();
  if (answer.permission === "ignore") return new Promise(() => undefined);
  if (answer.permission === "allow") return request.allow(answer.updatedInput);
  return request.deny(answer.message, { interrupt: answer.interrupt === true });
}

function adder(): McpServer {
  const server = new McpServer({ name: "host", version: "1.0.0" });
  const inputSchema = { a: z.number(), b: z.number() };
  server.registerTool("add", { description: "Adds two numbers.", inputSchema }, async ({ a, b }) => ({
    content: [{ type: "text", text: String(a + b) }],
  }));
  return server;
}
