// MCP servers that live in the host: the CLI speaks JSON-RPC to them inside control requests.

import type { Json, JsonObject } from "../json.ts";
import { shown } from "./fields.ts";
import { mannersOf } from "./manners.ts";
import type { Session } from "./session.ts";

export interface McpTool {
  readonly server: string;
  readonly tool: string;
}

export interface Mcp {
  readonly status: readonly { readonly name: string; readonly status: string }[];
  /** `mcp__SERVER__TOOL` of all servers. */
  readonly toolNames: readonly string[];
  find(name: string): McpTool | undefined;
  /** Named by `initialize` or by a configuration of type `sdk`. */
  add(names: readonly string[]): readonly string[];
  setTools(server: string, tools: readonly string[]): void;
  fail(server: string): void;
  /** Switches it on or off; false if there is none. */
  toggle(server: string, isEnabled: boolean): boolean;
  nextId(): number;
  readonly lastId: number;
  /** Settles when the servers named so far are connected or have failed. */
  ready: Promise<void> | undefined;
}

export function createMcp(configured: Readonly<Record<string, unknown>>): Mcp {
  const servers = new Map<string, { status: string; tools: readonly string[] }>();
  const met = new Set<string>();
  const disabled = new Set<string>();
  let id = 0;
  // Servers outside the host are never started: the scenario plays their tools.
  for (const name of Object.keys(configured)) servers.set(name, { status: "connected", tools: [] });
  return {
    get status() {
      return [...servers].map(([name, { status }]) => ({ name, status: disabled.has(name) ? "disabled" : status }));
    },
    get toolNames() {
      const enabled = [...servers].filter(([name]) => !disabled.has(name));
      return enabled.flatMap(([name, { tools }]) => tools.map((tool) => nameOf(name, tool)));
    },
    find(name) {
      for (const [server, { tools }] of servers) {
        if (disabled.has(server)) continue;
        const tool = tools.find((candidate) => nameOf(server, candidate) === name);
        if (tool !== undefined) return { server, tool };
      }
      return undefined;
    },
    add(names) {
      const fresh = names.filter((name) => !met.has(name));
      for (const name of fresh) met.add(name);
      for (const name of fresh) servers.set(name, { status: "pending", tools: [] });
      return fresh;
    },
    setTools(server, tools) {
      servers.set(server, { status: "connected", tools });
    },
    fail(server) {
      servers.set(server, { status: "failed", tools: [] });
    },
    toggle(server, isEnabled) {
      if (isEnabled) disabled.delete(server);
      else disabled.add(server);
      return servers.has(server);
    },
    nextId() {
      id += 1;
      return id - 1;
    },
    get lastId() {
      return id - 1;
    },
    ready: undefined,
  };
}

/** Names of the servers in the host: those of `initialize`, and those that `--mcp-config` marks so. */
export function hostServers(session: Session, named: Json | undefined): readonly string[] {
  const configured = Object.entries(session.options.mcpServers)
    .filter(([, config]) => (config as { readonly type?: unknown } | null)?.type === "sdk")
    .map(([name]) => name);
  return [...new Set([...configured, ...(Array.isArray(named) ? named.map(String) : [])])];
}

const ABOUT = { description: "Anthropic's agentic coding tool", websiteUrl: "https://claude.com/claude-code" };

/** Shakes hands with a server and learns its tools. The first message is written before this returns. */
export async function connect(session: Session, server: string, afterFirst: () => void): Promise<void> {
  const { mcp, options } = session;
  const manners = mannersOf(options.version);
  const hello = request(session, server, "initialize", {
    protocolVersion: manners.choose({ "1.0.128": "2025-06-18", "2.0.76": "2025-11-25" }),
    capabilities: {},
    clientInfo: manners.choose<JsonObject>({
      "1.0.128": { name: "claude-code", version: options.version },
      "2.1.120": { name: "claude-code", title: "Claude Code", version: options.version, ...ABOUT },
      "2.1.325": { name: "claude-code", title: "Claude Code", ...ABOUT, version: options.version },
    }),
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
  mcp.setTools(server, Array.isArray(tools) ? (tools as readonly JsonObject[]).map((tool) => shown(tool["name"])) : []);
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
  const manners = mannersOf(session.options.version);
  const progress = manners.choose<JsonObject>({ "1.0.128": {}, "2.1.74": { progressToken: session.mcp.lastId + 1 } });
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
  // What a tool returns as data takes the place of its words; only the newest versions keep its pictures.
  const data = JSON.stringify(structured);
  const pictures = blocks.filter((block) => block["type"] !== "text");
  const content = manners.choose<Json>({
    "1.0.128": blocks,
    "2.1.74": data,
    "2.1.200": [...pictures, { type: "text", text: data }],
  });
  return { content, isError, structured };
}

/** The result of a request, or undefined if it failed. */
async function request(
  session: Session,
  server: string,
  method: string,
  params: JsonObject | undefined,
  signal?: AbortSignal,
): Promise<JsonObject | undefined> {
  const id = session.mcp.nextId();
  const message: JsonObject = { method, ...(params === undefined ? {} : { params }), jsonrpc: "2.0", id };
  const response = (await unlessCancelled(session, server, id, send(session, server, message), signal))?.[
    "mcp_response"
  ] as JsonObject | undefined;
  const error = response?.["error"] as JsonObject | undefined;
  if (error === undefined) return response?.["result"] as JsonObject | undefined;
  if (method !== "tools/call") return undefined;
  return {
    content: [{ type: "text", text: `MCP error ${shown(error["code"])}: ${shown(error["message"])}` }],
    isError: true,
  };
}

async function send(session: Session, server: string, message: JsonObject): Promise<JsonObject | undefined> {
  const answer = await session.questions.ask({
    ask: (requestId) => session.lines.mcpMessage(requestId, server, message),
  });
  return answer.kind === "answered" ? answer.response : undefined;
}

/** A call that is given up is not withdrawn from the host: the server is told, as MCP has it. */
function unlessCancelled(
  session: Session,
  server: string,
  requestId: number,
  answered: Promise<JsonObject | undefined>,
  signal: AbortSignal | undefined,
): Promise<JsonObject | undefined> {
  if (signal === undefined) return answered;
  const reason = mannersOf(session.options.version).choose({
    "1.0.128": "AbortError: This operation was aborted",
    "2.1.200": "AbortError: remote-cancel",
  });
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

/** Blocks of MCP as blocks of the Messages API. */
function toBlock(block: JsonObject): JsonObject {
  if (block["type"] !== "image") return block;
  return { type: "image", source: { type: "base64", media_type: block["mimeType"], data: block["data"] } };
}

function nameOf(server: string, tool: string): string {
  return `mcp__${server.replaceAll(/[^a-zA-Z0-9_-]/gu, "_")}__${tool}`;
}
