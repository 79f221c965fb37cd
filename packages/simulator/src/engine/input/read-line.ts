// Reads the lines of stdin by type. A line that the version cannot read ends the process.

import type { Json, JsonObject } from "../../json.ts";
import { handleControlRequest } from "./control-requests.ts";
import { formatValue } from "../lines/fields.ts";
import { acceptPrompt, toPrompt } from "./accept-prompt.ts";
import type { Session } from "../sessions/session.ts";

/** The text for stderr before the process ends with code 1; `undefined` if the line was read. */
export type Fatal = string | undefined;

export function readLine(session: Session, line: string): Fatal {
  const { ordering } = session;
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (
    text.trim() === "" &&
    (ordering.blankInput === "ignored" || (ordering.blankInput === "ignored-if-empty" && text === ""))
  ) {
    return undefined;
  }
  let message: Json;
  try {
    message = JSON.parse(text) as Json;
  } catch (error) {
    return formatParseError(session, text, error as Error);
  }
  if (message === null) {
    return formatParseError(session, text, new TypeError("Cannot read properties of null (reading 'type')"));
  }
  return readMessage(session, message as JsonObject, text);
}

function readMessage(session: Session, message: JsonObject, text: string): Fatal {
  const { ordering, options } = session;
  switch (message["type"]) {
    case "user":
      return readUser(session, message, text);
    case "user_message": {
      if (!options.dialects.includes("documented-input")) break;
      acceptPrompt(session, toPrompt(message["content"] ?? "", message));
      return undefined;
    }
    case "control_request": {
      const request = message["request"];
      if (typeof request !== "object" || request === null) return "Error: Missing request on control_request";
      const requestId = message["request_id"];
      handleControlRequest(session, typeof requestId === "string" ? requestId : undefined, request as JsonObject);
      return undefined;
    }
    case "control_response":
      readResponse(session, message);
      return undefined;
    case "keep_alive":
      return undefined;
    default:
  }
  if (!ordering.unknownInputIsFatal) return undefined;
  return `Error: Expected message type 'user' or 'control', got '${formatValue(message["type"])}'`;
}

function readUser(session: Session, message: JsonObject, text: string): Fatal {
  const inner = message["message"];
  if (typeof inner !== "object" || inner === null) {
    if (!session.ordering.quotesBadInput) return "Error: Expected message role 'user', got 'undefined'";
    return formatParseError(session, text, new TypeError("Cannot read properties of undefined (reading 'role')"));
  }
  const { role, content } = inner as JsonObject;
  if (role !== "user") return `Error: Expected message role 'user', got '${formatValue(role)}'`;
  if (session.ordering.takesOneBlock && Array.isArray(content) && content.length !== 1)
    return `Error: Expected message content to have exactly one item, got ${content.length}`;
  acceptPrompt(session, toPrompt(content ?? "", message));
  return undefined;
}

function readResponse(session: Session, message: JsonObject): void {
  const response = message["response"] as JsonObject | undefined;
  if (typeof response !== "object" || response === null) return;
  // Echoes every reply of the host, also one that no request waits for. A reader must not take it for a reply to the
  // host.
  if (session.options.replaysUser && session.ordering.echoesControlResponses) session.output.write(message);
  const requestId = formatValue(response["request_id"]);
  const isRefused = response["subtype"] === "error";
  session.hostRequests.settle(
    requestId,
    isRefused
      ? { kind: "refused", error: formatValue(response["error"]) }
      : { kind: "answered", response: (response["response"] as JsonObject | undefined) ?? {} },
  );
}

function formatParseError({ ordering }: Session, text: string, error: Error): string {
  return ordering.quotesBadInput
    ? `Error parsing streaming input line: ${text}: ${error.name}: ${error.message}`
    : `Error parsing streaming input line (type=unknown, ${text.length} chars): ${error.name}`;
}
