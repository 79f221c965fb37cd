// A block of a recording.

import type { EventOf } from "@unspool/protocol";

import type { Json, JsonObject } from "../../json.ts";

export type RecordedBlock = { readonly uuid: string | undefined; readonly isCut: boolean } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly thinking: string; readonly signature: string | undefined }
  | { readonly kind: "tool"; readonly id: string; readonly name: string; readonly input: Json }
  | { readonly kind: "other"; readonly content: JsonObject }
);

export function toRecordedBlock(
  event: EventOf<"text-end" | "thinking-end" | "tool-call-end" | "content-block">,
): RecordedBlock {
  const common = { uuid: event.uuid, isCut: event.aborted === true };
  switch (event.type) {
    case "text-end":
      return { ...common, kind: "text", text: event.text };
    case "thinking-end":
      return { ...common, kind: "thinking", thinking: event.text, signature: event.signature };
    case "tool-call-end":
      return { ...common, kind: "tool", id: event.toolUseId, name: event.name, input: event.input };
    case "content-block":
      return { ...common, kind: "other", content: { ...event.content } as JsonObject };
  }
}
