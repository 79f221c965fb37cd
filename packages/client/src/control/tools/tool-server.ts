// Serves the host's tools as an MCP server, by `mcp_message` requests. A repeated handshake is harmless: 2.1.74 sends it twice
// if a prompt arrives early.

import { encode, type Json, type JsonObject } from "@unspool/protocol";
import type { JsonRpcId, JsonRpcMessage } from "@unspool/protocol/wire";
import { getErrorMessage } from "@unspool/protocol/kit";
import { ClaudeError } from "../../errors.ts";
import { fail, INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, readMessage, succeed } from "./json-rpc.ts";
import { asText, toObject } from "../../json.ts";
import type { RequestContext, Responder } from "../types.ts";
import { TOOL_SERVER_NAME } from "./server-name.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { createFailure, type ToolResult } from "./tool-result.ts";

/** The supported versions of MCP. A request for another one is answered with the newest. */
const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** @throws {ClaudeError} `invalid-option` for two tools with the same name */
export function createToolServer(tools: readonly Tool[], serverName: string = TOOL_SERVER_NAME): Responder {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) {
    const name = tools.find((tool, index) => tools.indexOf(tool) !== index || byName.get(tool.name) !== tool)?.name;
    throw new ClaudeError("invalid-option", `Two tools are named ${name}: each needs a name of its own.`, { name });
  }
  /** Running calls, by JSON-RPC id. */
  const running = new Map<JsonRpcId, AbortController>();

  async function reply(message: Json | undefined, context: RequestContext): Promise<JsonRpcMessage | undefined> {
    const read = readMessage(message);
    if (read.kind === "notification" && read.method === "notifications/cancelled") {
      running.get(read.params["requestId"] as JsonRpcId)?.abort();
    }
    if (read.kind !== "request") return undefined;
    const { id, method, params } = read;
    if (method === "initialize") return succeed(id, introduce(serverName, params));
    if (method === "ping") return succeed(id, {});
    if (method === "tools/list") {
      return list(tools).then(
        (listed) => succeed(id, { tools: listed }),
        (error: unknown) => fail(id, INTERNAL_ERROR, getErrorMessage(error)),
      );
    }
    if (method !== "tools/call") return fail(id, METHOD_NOT_FOUND, `Method not found: ${method}`);
    const name = asText(params["name"]) ?? "";
    const tool = byName.get(name);
    if (tool === undefined) return fail(id, INVALID_PARAMS, `Unknown tool: ${name}`);
    return succeed(id, (await call(tool, id, params, context)) as unknown as Json);
  }

  async function call(tool: Tool, id: JsonRpcId, params: JsonObject, context: RequestContext): Promise<ToolResult> {
    const controller = new AbortController();
    const abort = (): void => controller.abort(context.signal.reason);
    context.signal.addEventListener("abort", abort, { once: true });
    if (context.signal.aborted) abort();
    running.set(id, controller);
    const meta = toObject(params["_meta"]);
    const toolContext: ToolContext = {
      signal: controller.signal,
      toolUseId: asText(meta["claudecode/toolUseId"]),
    };
    try {
      return await untilAborted(tool.call(params["arguments"] ?? {}, toolContext), controller.signal);
    } finally {
      context.signal.removeEventListener("abort", abort);
      if (running.get(id) === controller) running.delete(id);
    }
  }

  return {
    initialize: { sdkMcpServers: [serverName] },
    async prepare() {
      await Promise.all(tools.map((tool) => tool.inputSchema()));
    },
    answer(request, context) {
      if (request.type !== "control-request" || request.subtype !== "mcp_message") return undefined;
      if (request.payload["server_name"] !== serverName) return undefined;
      return reply(request.payload["message"], context).then((message) => encode.mcpAnswer(request.requestId, message));
    },
  };
}

function introduce(name: string, params: JsonObject): JsonObject {
  const asked = asText(params["protocolVersion"]);
  const protocolVersion = PROTOCOL_VERSIONS.find((version) => version === asked) ?? PROTOCOL_VERSIONS[0] ?? "";
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version: "1.0.0" } };
}

async function list(tools: readonly Tool[]): Promise<JsonObject[]> {
  return Promise.all(
    tools.map(async (tool) => ({
      name: tool.name,
      description: tool.details.description ?? tool.name,
      inputSchema: await tool.inputSchema(),
      ...(tool.details.annotations === undefined ? {} : { annotations: { ...tool.details.annotations } }),
      ...(tool.details.alwaysLoad === false ? {} : { _meta: { "anthropic/alwaysLoad": true } }),
    })),
  );
}

/** A handler that ignores its signal continues, and its result is dropped. */
function untilAborted(result: Promise<ToolResult>, signal: AbortSignal): Promise<ToolResult> {
  return new Promise((resolve) => {
    const giveUp = (): void => resolve(createFailure("The call was cancelled."));
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    void result.then(resolve);
  });
}
