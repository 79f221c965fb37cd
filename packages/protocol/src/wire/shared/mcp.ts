// MCP servers: how one is configured, how it is doing, and the JSON-RPC messages spoken to those inside the host.

import type { Json, JsonObject, Open } from "../json.ts";

/** Fields that every kind of configuration may have. */
interface McpConfigCommon {
  /** Milliseconds per call. Default: MCP_TOOL_TIMEOUT, else no timeout. */
  readonly timeout?: number;
  /** Per-tool policy (always_ask, always_deny …). Shape not published. */
  readonly tools?: Json;
  /** Puts its tools into the prompt from the start. Without it, 2.1.325 may let the model search for them. */
  readonly alwaysLoad?: boolean;
}

/** A server run as a child process. The only kind whose `type` may be left out. */
export interface McpStdioConfig extends McpConfigCommon {
  readonly type?: "stdio";
  readonly command: string;
  /** 2.1.325 requires it on the wire, even if empty, so the encoder always writes it. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A server reached over HTTP, streaming by server-sent events or by the newer transport. */
export interface McpRemoteConfig extends McpConfigCommon {
  readonly type: "sse" | "http";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A command that prints further headers as JSON. Read from a file of servers, ignored in `mcp_set_servers`. */
  readonly headersHelper?: string;
  /** How to log in: `clientId`, `callbackPort`, `authServerMetadataUrl`, `scopes`. Only from a file of servers, too. */
  readonly oauth?: JsonObject;
}

/** A server inside the host, spoken to through `mcp_message`. */
export interface McpSdkConfig extends McpConfigCommon {
  readonly type: "sdk";
  readonly name: string;
}

/** One server's configuration. */
export type McpServerConfig = McpStdioConfig | McpRemoteConfig | McpSdkConfig;

/** State of a connection. */
export type McpConnectionStatus = Open<"connected" | "failed" | "needs-auth" | "pending" | "disabled">;

/** One tool of a connected server. */
export interface McpToolInfo {
  readonly name: string;
  readonly description?: string;
  readonly annotations?: JsonObject;
}

/** One server as `mcp_status` reports it. */
export interface McpServerStatus {
  readonly name: string;
  readonly status: McpConnectionStatus;
  readonly serverInfo?: { readonly name: string; readonly version: string };
  /** Why it failed. */
  readonly error?: string;
  /** As configured, also for kinds the host cannot set itself. */
  readonly config?: JsonObject;
  /** @since 2.1.325 */
  readonly transport?: Open<"stdio" | "sdk">;
  readonly scope?: string;
  /** @since 2.1.325 */
  readonly source?: Open<"dynamic" | "sdk">;
  readonly tools?: readonly McpToolInfo[];
}

/** Joins a JSON-RPC answer to its request. */
export type JsonRpcId = string | number;

/** A call that expects an answer. */
export interface JsonRpcRequest {
  readonly jsonrpc: "2.0";
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params?: JsonObject;
}

/** A call that expects no answer. */
export interface JsonRpcNotification {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: JsonObject;
}

/** A successful answer. */
export interface JsonRpcSuccess {
  readonly jsonrpc: "2.0";
  readonly id: JsonRpcId;
  readonly result: Json;
}

/** An error answer. */
export interface JsonRpcFailure {
  readonly jsonrpc: "2.0";
  /** Null if the request could not be parsed. */
  readonly id: JsonRpcId | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: Json };
}

/** Any message on an MCP connection. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcSuccess | JsonRpcFailure;
