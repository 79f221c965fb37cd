// Lines to decode, and events reduced to the fields that a test is about.
import { createDecoder, type DecoderOptions, type Event, type EventOf, type EventType } from "../../src/index.ts";

export type Line = Record<string, unknown>;

export function decodeLines(lines: readonly (Line | string)[], options: Omit<DecoderOptions, "onEvent"> = {}): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ ...options, onEvent: (event) => events.push(event) });
  for (const line of lines) decoder.push(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  decoder.end();
  return events;
}

/** Returns each event as a short string: its type and distinguishing fields. */
export function summarizeEvents(events: readonly Event[]): string[] {
  return events.map((event) => {
    const agent = event.agent === null ? "" : `${event.agent}> `;
    const place =
      "block" in event ? ` ${event.messageId}/${event.block}` : "messageId" in event ? ` ${event.messageId}` : "";
    return `${agent}${event.type}${place}${detail(event)}`;
  });
}

function detail(event: Event): string {
  const marks = `${"restart" in event && event.restart ? " (restart)" : ""}${"aborted" in event && event.aborted ? " (aborted)" : ""}`;
  switch (event.type) {
    case "text-delta":
    case "text-end":
    case "thinking-delta":
    case "thinking-end":
      return ` ${JSON.stringify(event.text)}${marks}`;
    case "tool-call-delta":
      return ` ${event.partialJson}`;
    case "tool-call-end":
      return ` ${JSON.stringify(event.input)}${marks}`;
    case "message-retracted":
      return ` [${event.uuids.join(" ")}]`;
    case "user-message":
      return ` ${event.origin} ${JSON.stringify(event.text)}`;
    case "tool-result":
      return ` ${event.toolUseId} ${JSON.stringify(event.text)}`;
    case "turn-end":
      return ` ${event.outcome} ${JSON.stringify(event.text)} ${event.costUsd}`;
    default:
      return marks;
  }
}

export function only<Type extends EventType>(events: readonly Event[], type: Type): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

export function text(content: string): Line {
  return { type: "text", text: content };
}

export function thinking(content: string, signature = ""): Line {
  return { type: "thinking", thinking: content, signature };
}

export function toolUse(id: string, input: unknown = {}, name = "Bash"): Line {
  return { type: "tool_use", id, name, input };
}

/** Returns an assistant line; `envelope` adds or overrides its top-level fields. */
export function assistant(id: string | undefined, content: unknown, envelope: Line = {}): Line {
  return {
    type: "assistant",
    message: { ...(id === undefined ? {} : { id }), role: "assistant", content },
    ...envelope,
  };
}

export function user(content: unknown, envelope: Line = {}): Line {
  return { type: "user", message: { role: "user", content }, ...envelope };
}

export function result(fields: Line = {}): Line {
  return { type: "result", subtype: "success", is_error: false, ...fields };
}

export function partial(event: Line, envelope: Line = {}): Line {
  return { type: "stream_event", event, ...envelope };
}

/** Returns a streamed message: start and one block in the given deltas, without its stops. */
export function streamedText(id: string, pieces: readonly string[], envelope: Line = {}): Line[] {
  return [
    partial({ type: "message_start", message: { id, role: "assistant", content: [] } }, envelope),
    partial({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }, envelope),
    ...pieces.map((piece) =>
      partial({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } }, envelope),
    ),
  ];
}
