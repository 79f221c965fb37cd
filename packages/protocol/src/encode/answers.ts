// Answers to the CLI's control requests. The id is always that of the answered request.

import type { DialogAnswer, ElicitationAnswer, InputControlResponse } from "../wire/input/control-answer.ts";
import type { HookOutput } from "../wire/shared/hook.ts";
import type { JsonRpcMessage } from "../wire/shared/mcp.ts";
import type { PermissionAllow } from "../wire/shared/permission.ts";
import { requireId, requireJson, requireObject, requireOptions, requireText, requireWords } from "./require.ts";
import { type Draft, toLine } from "./to-line.ts";

export interface AnswerEncoders {
  /** A successful answer; without a payload, a bare acknowledgement. */
  answer(requestId: string, payload?: object): string;
  /**
   * An answer that the request cannot be served. A tool is then denied and an elicitation cancelled. A hook fails open,
   * as if it had answered `{}`, unless it was registered with `onFailure: "block"`, which 2.1.74 and 1.0.128 ignore. To
   * keep a tool from running, use `deny` or `hookAnswer`.
   * @param errorCode `^[a-z][a-z0-9_]{0,63}$`
   */
  refuse(requestId: string, error: string, errorCode?: string): string;
  /**
   * Lets a tool run with `updatedInput`, which is always written: 2.1.74 and 1.0.128 deny the tool without it. For a
   * tool that has input, `{}` means the original input in 2.1.325 and no input in the older versions, so pass the input
   * of the request. A late or second answer is ignored.
   */
  allow(requestId: string, updatedInput: object, options?: AllowOptions): string;
  /**
   * Keeps a tool from running. The model reads `message`, except in 2.1.325 if `interrupt` also ends the turn.
   */
  deny(requestId: string, message: string, options?: DenyOptions): string;
  /**
   * The answer of a hook. `{}` lets everything continue, and so does every answer that the CLI cannot use. `continue:
   * false` ends the turn, but the tool of a PreToolUse request still runs first: deny it as well. 1.0.128 ignores
   * `updatedInput` (the original input is used) and PreToolUse's `additionalContext`. 2.1.74 and 1.0.128 ignore
   * `updatedToolOutput` and treat "defer" as no decision.
   */
  hookAnswer(requestId: string, answer: HookOutput): string;
  /** A JSON-RPC reply from an MCP server in the host. Without a reply: the acknowledgement of a notification. */
  mcpAnswer(requestId: string, reply?: JsonRpcMessage): string;
  /** The user's answer to an MCP server. A refusal counts as cancel. */
  elicitationAnswer(requestId: string, answer: ElicitationAnswer): string;
  /** The user's choice. For the kind `refusal_fallback_prompt`, the result "retry_fallback" continues. */
  dialogAnswer(requestId: string, answer: DialogAnswer): string;
}

interface DecisionOptions {
  readonly toolUseId?: string | undefined;
  readonly decisionClassification?: PermissionAllow["decisionClassification"] | undefined;
}

export interface AllowOptions extends DecisionOptions {
  /** Rules to add and modes to set from now on, usually some of the request's suggestions. */
  readonly updatedPermissions?: PermissionAllow["updatedPermissions"] | undefined;
}

export interface DenyOptions extends DecisionOptions {
  /** Whether to end the turn as well. */
  readonly interrupt?: boolean | undefined;
}

export const answerEncoders: AnswerEncoders = {
  answer: (requestId, payload) => (payload === undefined ? succeed(requestId) : answer(requestId, payload)),
  refuse(requestId, error, errorCode) {
    requireWords(error, "error");
    if (errorCode !== undefined) {
      requireText(errorCode, "invalid-value", "errorCode", "must be snake_case", /^[a-z][a-z0-9_]{0,63}$/);
    }
    return respond({ subtype: "error", request_id: requestId, error, error_code: errorCode });
  },
  allow(requestId, updatedInput, options) {
    requireObject(updatedInput, "updatedInput");
    return decide(requestId, "allow", { updatedInput }, "updatedPermissions", options);
  },
  deny(requestId, message, options) {
    requireWords(message, "message");
    return decide(requestId, "deny", { message }, "interrupt", options);
  },
  hookAnswer: answer,
  mcpAnswer(requestId, reply = { jsonrpc: "2.0", result: {}, id: 0 }) {
    requireObject(reply, "reply");
    requireJson(reply, "reply");
    return answer(requestId, { mcp_response: reply });
  },
  elicitationAnswer: answer,
  dialogAnswer: answer,
};

function decide(
  requestId: string,
  behavior: string,
  decision: object,
  ownOption: string,
  options: DecisionOptions = {},
): string {
  const { toolUseId, ...rest } = requireOptions(options, `toolUseId decisionClassification ${ownOption}`);
  return answer(requestId, { behavior, ...rest, ...decision, toolUseID: toolUseId });
}

function answer(requestId: string, payload: object): string {
  requireObject(payload, "answer");
  return succeed(requestId, payload);
}

function succeed(requestId: string, response?: object): string {
  return respond({ subtype: "success", request_id: requestId, response });
}

function respond(response: Draft<InputControlResponse["response"]>): string {
  requireId(response.request_id);
  return toLine({ type: "control_response", response });
}
