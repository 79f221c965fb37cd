// MCP servers inside the host: the CLI sends them JSON-RPC within control requests.

import type { JsonRpcMessage } from "@unspool/protocol/wire";
import type { Json, JsonObject } from "../../json.ts";
import { getMcpClient, getMcpVersion } from "../versions/mcp-client.ts";
import { formatValue } from "../lines/fields.ts";
import type { McpTool } from "../sessions/mcp-servers.ts";
import type { Session } from "../sessions/session.ts";

/** Lists the servers inside the host: those of `initialize`, and those of type `sdk` in `--mcp-config`. */
export function listHostServers(session: Session, named: Json | undefined): readonly string[] {
  const configured = Object.entries(session.options.mcpServers)
    .filter(([, config]) => (config as { readonly type?: unknown } | null)?.type === "sdk")
    .map(([name]) => name);
  return [...new Set([...configured, ...(Array.isArray(named) ? named.map(String) : [])])];
}

/** Connects to a server and lists its tools. The first message is written before this returns. */
export async function connect(session: Session, server: string, afterFirst: () => void): Promise<void> {
  const { mcp, quirks } = session;
  const hello = request(session, server, "initialize", {
    protocolVersion: getMcpVersion(quirks),
    capabilities: {},
    clientInfo: getMcpClient(quirks),
  });
  afterFirst();
  if ((await hello) === undefined) {
    mcp.fail(server);
    return;
  }
  const noted = send(session, server, { method: "notifications/initialized", jsonrpc: "2.0" });
  const listed = request(session, server, "tools/list", undefined);
  await noted;
  const tools = (await listed)?.["tools"];
  mcp.setTools(
    server,
    Array.isArray(tools) ? (tools as readonly JsonObject[]).map((tool) => formatValue(tool["name"])) : [],
  );
}

export interface McpResult {
  readonly content: Json;
  readonly isError: boolean;
  readonly structured: Json | undefined;
}

export async function callTool(
  session: Session,
  { server, tool }: McpTool,
  input: Json,
  toolUseId: string,
  signal: AbortSignal,
): Promise<McpResult> {
  const { quirks } = session;
  const progress = quirks.has("hasProgressToken") ? { progressToken: session.mcp.lastId + 1 } : {};
  const params = { name: tool, arguments: input, _meta: { "claudecode/toolUseId": toolUseId, ...progress } };
  const result = await request(session, server, "tools/call", params, signal);
  if (result === undefined)
    return { content: "MCP error -32000: Connection closed", isError: true, structured: undefined };
  const isError = result["isError"] === true;
  const structured = result["structuredContent"];
  const blocks = Array.isArray(result["content"]) ? (result["content"] as readonly JsonObject[]).map(toBlock) : [];
  const only = blocks.length === 1 && isError ? blocks[0]?.["text"] : undefined;
  if (typeof only === "string") return { content: only, isError, structured };
  if (structured === undefined) return { content: blocks, isError, structured };
  // Structured content replaces the text of a tool; only the newest versions keep its images.
  const data = JSON.stringify(structured);
  const pictures = blocks.filter((block) => block["type"] !== "text");
  const { structuredContent } = session.ordering;
  if (structuredContent === "ignored") return { content: blocks, isError, structured };
  const content = structuredContent === "text" ? data : [...pictures, { type: "text", text: data }];
  return { content, isError, structured };
}

/** Sends a request. Returns its result, or undefined if it failed. */
async function request(
  session: Session,
  server: string,
  method: string,
  params: JsonObject | undefined,
  signal?: AbortSignal,
): Promise<JsonObject | undefined> {
  const id = session.mcp.nextId();
  const message: JsonRpcMessage = { method, ...(params === undefined ? {} : { params }), jsonrpc: "2.0", id };
  const response = (await cancelOnAbort(session, server, id, send(session, server, message), signal))?.[
    "mcp_response"
  ] as JsonObject | undefined;
  const error = response?.["error"] as JsonObject | undefined;
  if (error === undefined) return response?.["result"] as JsonObject | undefined;
  if (method !== "tools/call") return undefined;
  return {
    content: [{ type: "text", text: `MCP error ${formatValue(error["code"])}: ${formatValue(error["message"])}` }],
    isError: true,
  };
}

async function send(session: Session, server: string, message: JsonRpcMessage): Promise<JsonObject | undefined> {
  const answer = await session.hostRequests.send({
    createLine: (requestId) => session.lines.mcpMessage(requestId, server, message),
  });
  return answer.kind === "answered" ? answer.response : undefined;
}

/** Notifies the server of an abandoned call, as MCP defines it. The call is not withdrawn from the host. */
function cancelOnAbort(
  session: Session,
  server: string,
  requestId: number,
  answered: Promise<JsonObject | undefined>,
  signal: AbortSignal | undefined,
): Promise<JsonObject | undefined> {
  if (signal === undefined) return answered;
  const reason = session.texts.mcpCancelled;
  return new Promise((resolve) => {
    const cancel = (): void => {
      const params = { requestId, reason };
      void send(session, server, { jsonrpc: "2.0", method: "notifications/cancelled", params });
      resolve(undefined);
    };
    signal.addEventListener("abort", cancel, { once: true });
    void answered.then(resolve).then(() => signal.removeEventListener("abort", cancel));
  });
}

/** Converts a block of MCP to a block of the Messages API. */
function toBlock(block: JsonObject): JsonObject {
  if (block["type"] !== "image") return block;
  return { type: "image", source: { type: "base64", media_type: block["mimeType"], data: block["data"] } };
}
