// Checks the order of partial messages: a message contains blocks, a block contains deltas, and each ends before the next
// starts. Messages that an interrupt, an error or a retry has aborted need no end.

import type { JsonObject } from "@unspool/protocol";
import { toText } from "../output/json-line.ts";
import { createFinding, type OnFinding } from "./finding.ts";

interface OpenMessage {
  readonly line: number;
  /** Open blocks by index, each with the line of its start. */
  readonly blocks: Map<number, { readonly line: number; readonly type: string }>;
}

export interface PartialCheck {
  onMessage(wire: JsonObject, line: number): void;
  /** Notes that everything open was aborted. */
  abort(): void;
  /** Ends the stream. */
  end(): void;
}

export function createPartialCheck(onFinding: OnFinding): PartialCheck {
  const open = new Map<string, OpenMessage>();

  function close(key: string): void {
    const message = open.get(key);
    open.delete(key);
    if (message === undefined) return;
    for (const [index, { line, type }] of message.blocks) {
      onFinding(createFinding("block-without-end", line, `block ${index} (${type}) starts here and never ends`));
    }
    if (message.blocks.size === 0) {
      onFinding(createFinding("message-without-end", message.line, "a message starts here and has no message_stop"));
    }
  }

  /** 1.0.110 assigns the rest of a message to the agent that a call at its start has started. */
  function findOpenKey(key: string): string {
    const [only] = open.keys();
    return !open.has(key) && open.size === 1 && only !== undefined ? only : key;
  }

  function onMessageEvent(event: JsonObject, kind: string, key: string, line: number, hasAbandoned: boolean): void {
    const message = open.get(key);
    const index = typeof event["index"] === "number" ? event["index"] : -1;
    const report = (what: string): void => onFinding(createFinding("out-of-order", line, what));
    if (message === undefined) return report(`${kind} outside of a message`);
    if (kind === "content_block_start") {
      if (message.blocks.has(index)) report(`block ${index} starts again before it has ended`);
      const content = event["content_block"];
      const type = typeof content === "object" && content !== null ? toText((content as JsonObject)["type"]) : "?";
      message.blocks.set(index, { line, type });
    } else if (kind === "content_block_delta") {
      if (!message.blocks.has(index)) report(`a delta of block ${index}, which is not open`);
    } else if (kind === "content_block_stop") {
      if (!message.blocks.delete(index)) report(`the end of block ${index}, which is not open`);
    } else if (kind === "message_stop") {
      if (hasAbandoned) message.blocks.clear();
      if (message.blocks.size > 0) close(key);
      open.delete(key);
    }
  }

  return {
    onMessage(wire, line) {
      const event = wire["event"];
      if (typeof event !== "object" || event === null || Array.isArray(event)) return;
      const inner = event as JsonObject;
      const kind = toText(inner["type"]);
      const key = `${toText(wire["session_id"])} ${toText(wire["parent_tool_use_id"] ?? "")}`;
      if (kind === "message_start") {
        close(key);
        open.set(key, { line, blocks: new Map() });
      } else if (kind.startsWith("content_block_") || kind.startsWith("message_")) {
        // 2.1.325 lists the blocks that an interrupt has aborted.
        onMessageEvent(inner, kind, findOpenKey(key), line, "abandoned_blocks" in wire);
      }
    },
    abort: () => open.clear(),
    end() {
      for (const key of open.keys()) close(key);
    },
  };
}
