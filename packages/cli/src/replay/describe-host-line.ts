// Describes a recorded line of the host for people: a prompt, an interrupt, an answer to a question. Returns undefined for the
// rest of the control protocol.

import { asObject, parseObject } from "@unspool/protocol/kit";

export interface HostLine {
  readonly prompt?: string;
  readonly note?: string;
}

export function describeHostLine(line: string): HostLine | undefined {
  const message = parseObject(line);
  if (message?.["type"] === "user") {
    const content = asObject(message["message"])?.["content"];
    const blocks = Array.isArray(content) ? content.map(asObject) : [];
    const text =
      typeof content === "string"
        ? content
        : blocks
            .map((block) => toPromptText(block))
            .filter(Boolean)
            .join("\n");
    return text.trim() === "" ? undefined : { prompt: text };
  }
  if (message?.["type"] === "control_request") {
    return asObject(message["request"])?.["subtype"] === "interrupt" ? { note: "interrupted by the host" } : undefined;
  }
  const behavior = asObject(asObject(message?.["response"])?.["response"])?.["behavior"];
  if (message?.["type"] !== "control_response" || typeof behavior !== "string") return undefined;
  return { note: behavior === "allow" ? "allowed by the host" : "not allowed by the host" };
}

function toPromptText(block: ReturnType<typeof asObject>): string {
  const text = block?.["text"];
  if (typeof text === "string") return text;
  const type = block?.["type"];
  return typeof type === "string" && type !== "tool_result" ? `[${type}]` : "";
}
