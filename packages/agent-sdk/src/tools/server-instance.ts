// A minimal MCP server with tools only. It connects like a server of the MCP SDK.

import type { McpServerInstance, Tool } from "@unspool/client";
import type { Json, JsonObject } from "@unspool/protocol";
import { getErrorMessage } from "@unspool/protocol/kit";

/** The transport that the client connects it to. */
type McpTransport = Parameters<McpServerInstance["connect"]>[0];

export interface RegisteredTool {
  /** Calls the handler with the arguments and the extra context. */
  create(extra: ToolExtra): Tool;
  readonly describe: { readonly name: string; readonly [field: string]: unknown };
}

export interface ToolExtra {
  readonly signal: AbortSignal;
  readonly requestId: string | number;
  readonly _meta: JsonObject | undefined;
  /** Sends a notification, such as progress. */
  sendNotification(notification: object): Promise<void>;
}

export interface ServerInstanceOptions {
  readonly name: string;
  readonly version: string;
  readonly instructions: string | undefined;
  readonly tools: readonly RegisteredTool[];
}

const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const fresh = new WeakMap<McpServerInstance, () => McpServerInstance>();

/** Clones one of these servers for a single query, so that closing it does not affect other queries. Servers of the MCP SDK are returned unchanged. */
export function cloneForQuery(instance: McpServerInstance): McpServerInstance | (() => McpServerInstance) {
  return fresh.get(instance) ?? instance;
}

/** @throws {ClaudeError} `invalid-option` if a tool has an invalid name or no handler */
export function createServerInstance(options: ServerInstanceOptions): McpServerInstance {
  const instance = createOne(options);
  fresh.set(instance, () => createOne(options));
  return instance;
}

function createOne(options: ServerInstanceOptions): McpServerInstance {
  const tools = new Map(options.tools.map((one) => [one.describe.name, one]));
  const idle: ToolExtra = {
    signal: new AbortController().signal,
    requestId: "",
    _meta: undefined,
    sendNotification: () => Promise.resolve(),
  };
  const plain = options.tools.map((one) => ({ tool: one.create(idle), describe: one.describe }));
  const connected = new Set<McpTransport>();

  const list = async (): Promise<object[]> =>
    Promise.all(plain.map(async ({ tool, describe }) => ({ ...describe, inputSchema: await tool.inputSchema() })));

  const answer = async (method: string, params: JsonObject, extra: ToolExtra): Promise<object> => {
    if (method === "initialize") return introduce(options, params["protocolVersion"]);
    if (method === "ping") return {};
    if (method === "tools/list") return { tools: await list() };
    if (method !== "tools/call") throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    const name = params["name"];
    const served = typeof name === "string" ? tools.get(name) : undefined;
    if (served === undefined) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${JSON.stringify(name)}`);
    const context = { signal: extra.signal, toolUseId: undefined };
    return served.create(extra).call(params["arguments"] ?? {}, context);
  };

  return {
    async connect(transport) {
      connected.add(transport);
      const running = new Map<Json | undefined, AbortController>();
      const send = (message: object): Promise<void> => transport.send({ jsonrpc: "2.0", ...message });
      // MCP transports have only handler properties.
      // oxlint-disable-next-line unicorn/prefer-add-event-listener
      transport.onclose = () => {
        connected.delete(transport);
        for (const controller of running.values()) controller.abort();
      };
      // oxlint-disable-next-line unicorn/prefer-add-event-listener
      transport.onmessage = (message) => {
        const { id, method, params = {} } = message as { id?: string | number; method?: string; params?: JsonObject };
        if (method === "notifications/cancelled") running.get(params["requestId"])?.abort();
        if (method === undefined || id === undefined) return;
        const controller = new AbortController();
        running.set(id, controller);
        const extra: ToolExtra = {
          signal: controller.signal,
          requestId: id,
          _meta: params["_meta"] as JsonObject | undefined,
          sendNotification: send,
        };
        void answer(method, params, extra)
          .then(
            (result) => ({ id, result }),
            (error: unknown) => ({ id, error: toRpcError(error) }),
          )
          .then((reply) => {
            if (running.get(id) === controller) running.delete(id);
            return controller.signal.aborted ? undefined : send(reply);
          });
      };
      await transport.start();
    },
    async close() {
      await Promise.all([...connected].map((transport) => transport.close()));
    },
  };
}

function introduce({ name, version, instructions }: ServerInstanceOptions, asked: Json | undefined): object {
  return {
    protocolVersion: PROTOCOL_VERSIONS.find((one) => one === asked) ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name, version },
    ...(instructions === undefined ? {} : { instructions }),
  };
}

function toRpcError(error: unknown): { readonly code: number; readonly message: string } {
  const message = getErrorMessage(error);
  return { code: error instanceof RpcError ? error.code : INTERNAL_ERROR, message };
}
