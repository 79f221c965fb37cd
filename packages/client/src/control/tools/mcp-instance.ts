// Connects an MCP server in the host's process, made with the official MCP SDK or anything of its shape, to the CLI's
// `mcp_message` requests. The SDK itself is never loaded here.

import { randomUUID } from "node:crypto";
import { encode, type Json } from "@unspool/protocol";
import type { JsonRpcId, JsonRpcMessage, McpSdkConfig, SdkMcpServerSettings } from "@unspool/protocol/wire";
import { getErrorMessage } from "@unspool/protocol/kit";
import { fail, INTERNAL_ERROR, readMessage } from "./json-rpc.ts";
import type { Responder } from "../types.ts";

/** A transport as the SDK defines it. */
export interface McpTransport {
  onmessage?: (message: unknown, extra?: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
}

/** An `McpServer` or `Server` of the official SDK. */
export interface McpServerInstance {
  connect(transport: McpTransport): Promise<void>;
  close(): Promise<void>;
}

/** An instance serves one session at a time; a function creates one for each session. */
export interface McpInstanceConfig extends McpSdkConfig {
  readonly instance: McpServerInstance | (() => McpServerInstance);
}

export function createMcpInstance(serverName: string, { instance, timeout, tools }: McpInstanceConfig): Responder {
  /** Several for one id: 2.1.74 sends the handshake twice if a prompt arrives early. */
  const waiting = new Map<JsonRpcId, ((message: JsonRpcMessage | undefined) => void)[]>();
  let send: ((line: string) => void) | undefined;
  let connected: Promise<McpServerInstance> | undefined;

  const transport: McpTransport = {
    start: () => Promise.resolve(),
    send(message) {
      const { id, method } = message as { readonly id?: JsonRpcId; readonly method?: string };
      if (method === undefined && id !== undefined) waiting.get(id)?.shift()?.(message as JsonRpcMessage);
      else send?.(encode.mcpMessage(randomUUID(), serverName, message as JsonRpcMessage));
      return Promise.resolve();
    },
    close() {
      giveUp();
      transport.onclose?.();
      return Promise.resolve();
    },
  };

  function giveUp(): void {
    for (const waiters of waiting.values()) for (const tell of waiters) tell(undefined);
    waiting.clear();
  }

  async function connect(): Promise<McpServerInstance> {
    const server = typeof instance === "function" ? instance() : instance;
    await server.connect(transport);
    return server;
  }

  async function reply(message: Json | undefined, signal: AbortSignal): Promise<JsonRpcMessage | undefined> {
    const read = readMessage(message);
    try {
      await (connected ??= connect());
    } catch (error) {
      return read.kind === "request" ? fail(read.id, INTERNAL_ERROR, getErrorMessage(error)) : undefined;
    }
    if (read.kind !== "request") {
      deliver(message);
      // A server does not answer a cancelled request, and the CLI still waits for the answer.
      if (read.kind === "notification" && read.method === "notifications/cancelled") {
        waiting.get(read.params["requestId"] as JsonRpcId)?.shift()?.(undefined);
      }
      return undefined;
    }
    const { id } = read;
    return new Promise((resolve) => {
      const waiters = waiting.get(id) ?? [];
      const tell = (answer: JsonRpcMessage | undefined): void => {
        signal.removeEventListener("abort", leave);
        if (waiters.length === 0) waiting.delete(id);
        resolve(answer ?? fail(id, INTERNAL_ERROR, "The call was cancelled."));
      };
      const leave = (): void => {
        const place = waiters.indexOf(tell);
        if (place >= 0) waiters.splice(place, 1);
        tell(undefined);
      };
      waiting.set(id, waiters);
      waiters.push(tell);
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
      else deliver(message);
    });
  }

  function deliver(message: Json | undefined): void {
    try {
      transport.onmessage?.(message);
    } catch (error) {
      transport.onerror?.(error as Error);
    }
  }

  const settings: SdkMcpServerSettings = {
    ...(timeout === undefined ? {} : { timeout }),
    ...(tools === undefined ? {} : { tools }),
  };
  return {
    initialize: {
      sdkMcpServers: [serverName],
      ...(Object.keys(settings).length === 0 ? {} : { sdkMcpServerConfigs: { [serverName]: settings } }),
    },
    answer(request, context) {
      if (request.type !== "control-request" || request.subtype !== "mcp_message") return undefined;
      if (request.payload["server_name"] !== serverName) return undefined;
      send = (line) => context.send(line);
      return reply(request.payload["message"], context.signal).then((message) =>
        encode.mcpAnswer(request.requestId, message),
      );
    },
    close() {
      giveUp();
      connected?.then((server) => server.close()).catch(() => {});
    },
  };
}
