// Answers to the CLI's own control requests. The id is always that of the request being answered.

import type { DialogAnswer, ElicitationAnswer, InputControlResponse } from "../wire/input/control-answer.ts";
import type { HookOutput } from "../wire/shared/hook.ts";
import type { JsonRpcMessage } from "../wire/shared/mcp.ts";
import type { PermissionAllow } from "../wire/shared/permission.ts";
import { EncodeError } from "./encode-error.ts";
import { matches, requireId, requireObject, requireText } from "./require.ts";
import { type Draft, toLine } from "./to-line.ts";

export interface AnswerEncoders {
  /** Any successful answer; without a payload, a bare acknowledgement. */
  answer(requestId: string, payload?: object): string;
  /** An answer that the request cannot be served. @param errorCode `^[a-z][a-z0-9_]{0,63}$` */
  refuse(requestId: string, error: string, errorCode?: string): string;
  /** Lets a tool run. `updatedInput` is what it runs with, and is always written: older CLIs insist on it. */
  allow(requestId: string, updatedInput: object, options?: AllowOptions): string;
  /** Keeps a tool from running. The model reads `message`. */
  deny(requestId: string, message: string, options?: DenyOptions): string;
  /** What a hook has to say. `{}` lets everything go on. */
  hookAnswer(requestId: string, answer: HookOutput): string;
  /** A JSON-RPC reply from an MCP server in the host. Without one, the acknowledgement that notifications get. */
  mcpAnswer(requestId: string, reply?: JsonRpcMessage): string;
  elicitationAnswer(requestId: string, answer: ElicitationAnswer): string;
  dialogAnswer(requestId: string, answer: DialogAnswer): string;
}

interface DecisionOptions {
  readonly toolUseId?: string | undefined;
  readonly decisionClassification?: PermissionAllow["decisionClassification"] | undefined;
}

export interface AllowOptions extends DecisionOptions {
  /** Rules to add and modes to set from now on, usually some of the request's own suggestions. */
  readonly updatedPermissions?: PermissionAllow["updatedPermissions"] | undefined;
}

export interface DenyOptions extends DecisionOptions {
  /** True also ends the turn. */
  readonly interrupt?: boolean | undefined;
}

export const answerEncoders: AnswerEncoders = {
  answer: (requestId, payload) => (payload === undefined ? succeed(requestId) : answer(requestId, payload)),
  refuse(requestId, error, errorCode) {
    requireText(error, "empty-message", "error", "say why.");
    if (errorCode !== undefined && !matches(errorCode, /^[a-z][a-z0-9_]{0,63}$/)) {
      throw new EncodeError("invalid-value", "errorCode", "is no code; use up to 64 of a-z, 0-9, _ after a letter.");
    }
    return respond({ subtype: "error", request_id: requestId, error, error_code: errorCode });
  },
  allow(requestId, updatedInput, { toolUseId, ...rest } = {}) {
    requireObject(updatedInput, "updatedInput", "pass the request's own input, changed or not.");
    return answer(requestId, { behavior: "allow", ...rest, updatedInput, toolUseID: toolUseId });
  },
  deny(requestId, message, { toolUseId, ...rest } = {}) {
    requireText(message, "empty-message", "message", "tell the model why.");
    return answer(requestId, { behavior: "deny", ...rest, message, toolUseID: toolUseId });
  },
  hookAnswer: answer,
  mcpAnswer(requestId, reply = { jsonrpc: "2.0", result: {}, id: 0 }) {
    requireObject(reply, "reply", "pass a JSON-RPC message.");
    return answer(requestId, { mcp_response: reply });
  },
  elicitationAnswer: answer,
  dialogAnswer: answer,
};

function answer(requestId: string, payload: object): string {
  requireObject(payload, "answer", "pass one.");
  return succeed(requestId, payload);
}

function succeed(requestId: string, response?: object): string {
  return respond({ subtype: "success", request_id: requestId, response });
}

function respond(response: Draft<InputControlResponse["response"]>): string {
  requireId(response.request_id);
  return toLine({ type: "control_response", response }, ".response.response");
}
