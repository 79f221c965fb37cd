// Lines on stdin: told apart by type, refused in the words of the version. What it cannot read ends the process.

import type { Json, JsonObject } from "../json.ts";
import { handleRequest } from "./control.ts";
import { shown } from "./fields.ts";
import { acceptPrompt, promptOf } from "./prompts.ts";
import type { Session } from "./session.ts";

/** What stderr is told before the process ends with code 1; undefined if all is well. */
export type Fatal = string | undefined;

export function readLine(session: Session, line: string): Fatal {
  const { order } = session;
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (
    text.trim() === "" &&
    (order.blankInput === "ignored" || (order.blankInput === "ignored-if-empty" && text === ""))
  ) {
    return undefined;
  }
  let message: Json;
  try {
    message = JSON.parse(text) as Json;
  } catch (error) {
    return unreadable(session, text, error as Error);
  }
  if (message === null) {
    return unreadable(session, text, new TypeError("Cannot read properties of null (reading 'type')"));
  }
  return readMessage(session, message as JsonObject, text);
}

function readMessage(session: Session, message: JsonObject, text: string): Fatal {
  const { order, options } = session;
  switch (message["type"]) {
    case "user":
      return readUser(session, message, text);
    case "user_message": {
      if (!options.dialects.includes("documented-input")) break;
      acceptPrompt(session, promptOf(message["content"] ?? "", message));
      return undefined;
    }
    case "control_request": {
      const request = message["request"];
      if (typeof request !== "object" || request === null) return "Error: Missing request on control_request";
      const requestId = message["request_id"];
      handleRequest(session, typeof requestId === "string" ? requestId : undefined, request as JsonObject);
      return undefined;
    }
    case "control_response":
      readResponse(session, message);
      return undefined;
    case "keep_alive":
      return undefined;
    default:
  }
  if (!order.unknownInputIsFatal) return undefined;
  return `Error: Expected message type 'user' or 'control', got '${shown(message["type"])}'`;
}

function readUser(session: Session, message: JsonObject, text: string): Fatal {
  const inner = message["message"];
  if (typeof inner !== "object" || inner === null) {
    if (!session.order.quotesBadInput) return "Error: Expected message role 'user', got 'undefined'";
    return unreadable(session, text, new TypeError("Cannot read properties of undefined (reading 'role')"));
  }
  const { role, content } = inner as JsonObject;
  if (role !== "user") return `Error: Expected message role 'user', got '${shown(role)}'`;
  if (session.order.takesOneBlock && Array.isArray(content) && content.length !== 1)
    return `Error: Expected message content to have exactly one item, got ${content.length}`;
  acceptPrompt(session, promptOf(content ?? "", message));
  return undefined;
}

function readResponse(session: Session, message: JsonObject): void {
  const response = message["response"] as JsonObject | undefined;
  if (typeof response !== "object" || response === null) return;
  // The host's own answers are echoed, known or not; nobody may take them for answers to the host.
  if (session.options.replaysUser && session.order.echoesControlResponses) session.output.write(message);
  const requestId = shown(response["request_id"]);
  const isRefused = response["subtype"] === "error";
  session.questions.answer(
    requestId,
    isRefused
      ? { kind: "refused", error: shown(response["error"]) }
      : { kind: "answered", response: (response["response"] as JsonObject | undefined) ?? {} },
  );
}

function unreadable({ order }: Session, text: string, error: Error): string {
  return order.quotesBadInput
    ? `Error parsing streaming input line: ${text}: ${error.name}: ${error.message}`
    : `Error parsing streaming input line (type=unknown, ${text.length} chars): ${error.name}`;
}
