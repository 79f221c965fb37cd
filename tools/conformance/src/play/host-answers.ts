// Answers requests of the CLI as the host script says: permissions, hooks, and tools of in-process MCP servers.

import { encode } from "@unspool/protocol";
import type { HostAnswer, JsonObject } from "@unspool/simulator";

export interface Answers {
  /** Returns the lines to send after a line of the CLI; none if it is not a request. */
  answer(line: string): readonly string[];
}

interface Asked {
  readonly type?: unknown;
  readonly request_id?: string;
  readonly request?: { readonly subtype?: string; readonly input?: JsonObject; readonly message?: JsonRpc };
}
interface JsonRpc {
  readonly id?: string | number;
  readonly method?: string;
}

export function createAnswers(given: readonly HostAnswer[]): Answers {
  const permissions = given.filter((answer) => "permission" in answer);
  const hooks = given.filter((answer) => "hook" in answer);
  const results = new Map(given.flatMap((answer) => ("mcp" in answer ? [[answer.mcp, answer.result]] : [])));
  return {
    answer(line) {
      if (!line.includes('"control_request"')) return [];
      const { type, request_id: id, request } = JSON.parse(line) as Asked;
      if (type !== "control_request" || id === undefined) return [];
      if (request?.subtype === "can_use_tool") return answerPermission(id, permissions.shift(), request.input ?? {});
      if (request?.subtype === "hook_callback") return [encode.hookAnswer(id, hooks.shift()?.hook ?? {})];
      if (request?.subtype === "mcp_message")
        return [encode.answer(id, { mcp_response: respond(request.message ?? {}, results) })];
      return [];
    },
  };
}

type PermissionAnswer = Extract<HostAnswer, { permission: unknown }>;

function answerPermission(id: string, answer: PermissionAnswer | undefined, input: JsonObject): readonly string[] {
  if (answer === undefined) return [encode.allow(id, input)];
  if (answer.permission === "ignore") return [];
  if (answer.permission === "allow") return [encode.allow(id, answer.updatedInput ?? input)];
  return [encode.deny(id, answer.message ?? "No.", answer.interrupt === true ? { interrupt: true } : {})];
}

function respond({ id, method }: JsonRpc, results: ReadonlyMap<string, JsonObject>): JsonObject {
  // A notification is acknowledged with an answer without an id, as by the official SDK.
  if (id === undefined) return { jsonrpc: "2.0", result: {}, id: 0 };
  const result = results.get(method ?? "") ?? DEFAULTS[method ?? ""];
  if (result !== undefined) return { jsonrpc: "2.0", id, result };
  return { jsonrpc: "2.0", id, error: { code: -32_601, message: "Method not found" } };
}

const DEFAULTS: Readonly<Record<string, JsonObject>> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "host", version: "1.0.0" },
  },
};
