// The part of JSON-RPC that an MCP server in the host needs: reading messages, and the two kinds of answers.

import type { Json, JsonObject } from "@unspool/protocol";
import type { JsonRpcFailure, JsonRpcId, JsonRpcSuccess } from "@unspool/protocol/wire";
import { toObject } from "../../json.ts";

export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;

export type ReadMessage =
  | { readonly kind: "request"; readonly id: JsonRpcId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: "notification"; readonly method: string; readonly params: JsonObject }
  /** An answer to a request of the server. */
  | { readonly kind: "answer" };

export function readMessage(message: Json | undefined): ReadMessage {
  const { id, method, params } = toObject(message);
  if (typeof method !== "string") return { kind: "answer" };
  const fields = toObject(params);
  if (typeof id !== "string" && typeof id !== "number") return { kind: "notification", method, params: fields };
  return { kind: "request", id, method, params: fields };
}

export function succeed(id: JsonRpcId, result: Json): JsonRpcSuccess {
  return { jsonrpc: "2.0", id, result };
}

export function fail(id: JsonRpcId, code: number, message: string): JsonRpcFailure {
  return { jsonrpc: "2.0", id, error: { code, message } };
}
