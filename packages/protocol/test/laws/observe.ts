// Rebuilds messages and their blocks, per agent, from events alone, as a consumer would.
import { createDecoder, type Event } from "../../src/index.ts";
import type { Conversation } from "./conversation.ts";

export function decodeEvents(chunks: Iterable<Uint8Array | string>): Event[] {
  const events: Event[] = [];
  const decoder = createDecoder({ onEvent: (event) => events.push(event) });
  for (const chunk of chunks) decoder.push(chunk);
  decoder.end();
  return events;
}

export interface SeenMessage {
  readonly agent: string | null;
  readonly id: string;
  /** One string for each block: its kind and content. */
  readonly blocks: string[];
}

/** Returns messages in the order in which they start, each with its blocks in that order. */
export function collectMessages(events: readonly Event[]): SeenMessage[] {
  const messages = new Map<string, SeenMessage & { joined: string[] }>();
  for (const event of events) {
    if (!("messageId" in event) || event.messageId === undefined || event.type === "message-retracted") continue;
    const key = `${event.agent} ${event.messageId}`;
    let message = messages.get(key);
    if (message === undefined)
      messages.set(key, (message = { agent: event.agent, id: event.messageId, blocks: [], joined: [] }));
    if (!("block" in event)) continue;
    const { block } = event;
    switch (event.type) {
      case "text-start":
      case "thinking-start":
      case "tool-call-start":
        if (block > message.blocks.length) throw new Error(`block ${block} starts before the one in front of it`);
        message.joined[block] = "";
        message.blocks[block] = "open";
        break;
      case "text-delta":
      case "thinking-delta":
        message.joined[block] += event.text;
        break;
      case "tool-call-delta":
        message.joined[block] += event.partialJson;
        break;
      case "text-end":
      case "thinking-end":
        if (event.text !== message.joined[block]) throw new Error(`deltas of block ${block} do not join to its end`);
        message.blocks[block] =
          `${event.type === "text-end" ? "text" : "thinking"} ${event.text}${event.aborted ? " ABORTED" : ""}`;
        break;
      case "tool-call-end": {
        const input = JSON.stringify(event.input);
        if (!event.aborted && JSON.stringify(JSON.parse(message.joined[block] ?? "")) !== input)
          throw new Error("pieces are not the input");
        message.blocks[block] = `tool ${event.toolUseId} ${event.name} ${input}${event.aborted ? " ABORTED" : ""}`;
        break;
      }
      case "content-block":
        message.blocks[block] = `other ${JSON.stringify(event.content)}`;
    }
  }
  return [...messages.values()];
}

/** Returns the messages that a conversation should decode to. */
export function getExpectedMessages(conversation: Conversation): SeenMessage[] {
  return conversation.flatMap((agent) =>
    agent.messages.map((message) => ({
      agent: agent.id,
      id: message.id,
      blocks: message.blocks.map((block) => {
        if (block.type === "tool_use") return `tool ${block.id} ${block.name} ${JSON.stringify(block.input)}`;
        if (block.type === "redacted_thinking") return `other ${JSON.stringify(block)}`;
        return `${block.type} ${block.text}`;
      }),
    })),
  );
}
