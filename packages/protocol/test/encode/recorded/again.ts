// Writes a recorded line that is not a control request again, with the encoder for its type.
import { encode } from "../../../src/encode/encode.ts";
import type {
  DialogAnswer,
  ElicitationAnswer,
  InputControlResponse,
  McpAnswer,
} from "../../../src/wire/input/control-answer.ts";
import type { InputControlRequest } from "../../../src/wire/input/control-request.ts";
import type { DocumentedInput } from "../../../src/wire/input/documented.ts";
import type { InputMessage } from "../../../src/wire/input/input-message.ts";
import type { InputUserMessage } from "../../../src/wire/input/user-message.ts";
import type { PermissionResult } from "../../../src/wire/shared/permission.ts";

type RecordedLine = Exclude<InputMessage, InputControlRequest> | DocumentedInput;

type RecordedPayload = PermissionResult | DialogAnswer | McpAnswer | ElicitationAnswer;

export function writeAgain(recorded: string): string {
  const line = JSON.parse(recorded) as RecordedLine;
  switch (line.type) {
    case "user":
      return writeUser(line);
    case "user_message":
      return encode.documented.userMessage(line.content);
    case "control_response":
      return writeAnswer(line.response);
    case "control_cancel_request":
      return encode.cancelRequest(line.request_id);
    case "control_request":
      return line.request.subtype === "cancel"
        ? encode.documented.cancel()
        : encode.documented.compact(line.request.custom_instructions);
    case "keep_alive":
      return encode.keepAlive();
  }
}

function writeUser({
  type: _,
  message: { content },
  session_id,
  parent_tool_use_id,
  ...rest
}: InputUserMessage): string {
  const options = Object.entries({ ...rest, sessionId: session_id, parentToolUseId: parent_tool_use_id }).map(
    ([key, value]) => [key.replaceAll(/_./g, (end) => end.slice(1).toUpperCase()), value] as const,
  );
  return typeof content === "string" && content.startsWith("/compact")
    ? encode.compact(content.slice("/compact ".length), Object.fromEntries(options))
    : encode.user(content, Object.fromEntries(options));
}

function writeAnswer(answer: InputControlResponse["response"]): string {
  const { request_id: id } = answer;
  if (answer.subtype === "error") return encode.refuse(id, answer.error, answer.error_code);
  if (answer.response === undefined) return encode.answer(id);
  const payload = answer.response as RecordedPayload;
  if ("mcp_response" in payload) return encode.mcpAnswer(id, payload.mcp_response);
  if ("action" in payload) return encode.elicitationAnswer(id, payload);
  if (payload.behavior === "allow") {
    const { behavior: _, updatedInput, toolUseID: toolUseId, ...options } = payload;
    // The encoder must reject a missing value and null.
    return encode.allow(id, updatedInput as object, { ...options, toolUseId });
  }
  if (payload.behavior === "deny") {
    const { behavior: _, message, toolUseID: toolUseId, ...options } = payload;
    return encode.deny(id, message, { ...options, toolUseId });
  }
  return payload.behavior === undefined ? encode.hookAnswer(id, payload) : encode.dialogAnswer(id, payload);
}
