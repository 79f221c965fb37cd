// Helpers for tests of the control protocol: requests as the CLI sends them, a clock that is advanced by hand, and the
// answer of a responder as an object.

import {
  initialState,
  type ControlRequestEvent,
  type Json,
  type JsonObject,
  type PermissionRequestEvent,
} from "@unspool/protocol";
import type { Clock } from "../../src/clock.ts";
import type { CliRequest, RequestContext, Responder } from "../../src/control/types.ts";
import type { Warning } from "../../src/warning.ts";

export interface ManualClock extends Clock {
  /** Advances the time, and fires the timers that are due. */
  pass(ms: number): void;
  readonly timers: number;
}

export function manualClock(): ManualClock {
  let time = 0;
  const timers = new Map<object, { readonly at: number; readonly callback: () => void }>();
  return {
    now: () => time,
    after(ms, callback) {
      const key = {};
      timers.set(key, { at: time + ms, callback });
      return () => void timers.delete(key);
    },
    pass(ms) {
      time += ms;
      for (const [key, { at, callback }] of timers) {
        if (at > time) continue;
        timers.delete(key);
        callback();
      }
    },
    get timers() {
      return timers.size;
    },
  };
}

let lastId = 0;

export function permissionRequest(
  toolName: string,
  input: JsonObject,
  more: Partial<PermissionRequestEvent> = {},
): PermissionRequestEvent {
  lastId += 1;
  return {
    type: "permission-request",
    requestId: `request-${lastId}`,
    toolName,
    input,
    suggestions: [],
    toolUseId: "toolu_1",
    agent: null,
    line: 1,
    ...more,
  };
}

export function controlRequest(subtype: string, payload: JsonObject): ControlRequestEvent {
  lastId += 1;
  return { type: "control-request", requestId: `request-${lastId}`, subtype, payload, agent: null, line: 1 };
}

export function mcpRequest(server: string, message: JsonObject): ControlRequestEvent {
  return controlRequest("mcp_message", { server_name: server, message: { jsonrpc: "2.0", ...message } });
}

export interface Answered {
  readonly subtype: string;
  readonly response: JsonObject;
  readonly error: string | undefined;
  readonly errorCode: string | undefined;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  readonly sent?: string[];
  readonly warnings?: Warning[];
  /** @default all modes */
  readonly agreesToMode?: RequestContext["agreesToMode"];
}

/** Returns the answer to a request. Throws if the responder does not answer it, or answers another request. */
export async function ask(responder: Responder, request: CliRequest, options: AskOptions = {}): Promise<Answered> {
  const { signal = new AbortController().signal, sent = [], warnings = [], agreesToMode = () => true } = options;
  const line = await responder.answer(request, {
    signal,
    send: (one) => void sent.push(one),
    warn: (one) => void warnings.push(one),
    state: initialState,
    agreesToMode,
  });
  if (line === undefined) throw new Error("The responder says that the request is not its own.");
  const { response } = JSON.parse(line) as { readonly response: Record<string, Json> };
  if (response["request_id"] !== request.requestId) throw new Error("The answer names another request.");
  return {
    subtype: response["subtype"] as string,
    response: (response["response"] ?? {}) as JsonObject,
    error: response["error"] as string | undefined,
    errorCode: response["error_code"] as string | undefined,
  };
}

/** Sends an MCP message, and returns the JSON-RPC message in the answer. */
export async function askMcp(
  responder: Responder,
  server: string,
  message: JsonObject,
  options?: AskOptions,
): Promise<JsonObject> {
  return (await ask(responder, mcpRequest(server, message), options)).response["mcp_response"] as JsonObject;
}
