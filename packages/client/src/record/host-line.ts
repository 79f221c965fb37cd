// Reads from a line of the host what a replay needs.

import type { Json, JsonObject } from "@unspool/protocol";
import { asObject, parseObject } from "@unspool/protocol/kit";

export type HostLine =
  | { readonly type: "prompt"; readonly content: Json | undefined; readonly uuid: string | undefined }
  | { readonly type: "request"; readonly requestId: string; readonly subtype: string }
  | { readonly type: "answer"; readonly requestId: string; readonly response: JsonObject }
  | { readonly type: "other" };

export function readHostLine(text: string): HostLine {
  const line = parseObject(text);
  if (line?.["type"] === "user") {
    const uuid = line["uuid"];
    return {
      type: "prompt",
      content: asObject(line["message"])?.["content"],
      uuid: typeof uuid === "string" ? uuid : undefined,
    };
  }
  if (line?.["type"] === "control_request") {
    const subtype = asObject(line["request"])?.["subtype"];
    return { type: "request", requestId: toIdText(line["request_id"]), subtype: toIdText(subtype) };
  }
  const response = line?.["type"] === "control_response" ? asObject(line["response"]) : undefined;
  if (response === undefined) return { type: "other" };
  return { type: "answer", requestId: toIdText(response["request_id"]), response };
}

/** Returns a string id unchanged, and any other value as JSON, so that equal ids have equal texts. */
export function toIdText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
