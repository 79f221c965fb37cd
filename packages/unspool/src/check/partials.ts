// The order of partial messages: a message holds blocks, a block holds pieces, and each ends before the next one begins.
// What an interrupt, an error or a second attempt cut off needs no end.

import type { JsonObject } from "@unspool/protocol";
import { textOf } from "../output/text-of.ts";
import { finding, type OnFinding } from "./finding.ts";

interface OpenMessage {
  readonly line: number;
  /** By index: where it began, and of what type. */
  readonly blocks: Map<number, { readonly line: number; readonly type: string }>;
}

export interface PartialCheck {
  take(wire: JsonObject, line: number): void;
  /** What is open now was cut off, and everybody knows. */
  excuse(): void;
  /** Nothing more can come. */
  end(): void;
}

export function createPartialCheck(onFinding: OnFinding): PartialCheck {
  const open = new Map<string, OpenMessage>();

  function close(key: string): void {
    const message = open.get(key);
    open.delete(key);
    if (message === undefined) return;
    for (const [index, { line, type }] of message.blocks) {
      onFinding(finding("block-without-end", line, `block ${index} (${type}) begins here and never ends`));
    }
    if (message.blocks.size === 0) {
      onFinding(finding("message-without-end", message.line, "a message begins here and has no message_stop"));
    }
  }

  /** 1.0.110 gives the rest of a message to the agent that a call in its beginning has started. */
  function keyOf(key: string): string {
    const [only] = open.keys();
    return !open.has(key) && open.size === 1 && only !== undefined ? only : key;
  }

  function takeInMessage(event: JsonObject, kind: string, key: string, line: number, hasAbandoned: boolean): void {
    const message = open.get(key);
    const index = typeof event["index"] === "number" ? event["index"] : -1;
    const wrong = (what: string): void => onFinding(finding("out-of-order", line, what));
    if (message === undefined) return wrong(`${kind} outside of a message`);
    if (kind === "content_block_start") {
      if (message.blocks.has(index)) wrong(`block ${index} begins again before it has ended`);
      const content = event["content_block"];
      const type = typeof content === "object" && content !== null ? textOf((content as JsonObject)["type"]) : "?";
      message.blocks.set(index, { line, type });
    } else if (kind === "content_block_delta") {
      if (!message.blocks.has(index)) wrong(`a piece of block ${index}, which is not open`);
    } else if (kind === "content_block_stop") {
      if (!message.blocks.delete(index)) wrong(`the end of block ${index}, which is not open`);
    } else if (kind === "message_stop") {
      if (hasAbandoned) message.blocks.clear();
      if (message.blocks.size > 0) close(key);
      open.delete(key);
    }
  }

  return {
    take(wire, line) {
      const event = wire["event"];
      if (typeof event !== "object" || event === null || Array.isArray(event)) return;
      const inner = event as JsonObject;
      const kind = textOf(inner["type"]);
      const key = `${textOf(wire["session_id"])} ${textOf(wire["parent_tool_use_id"] ?? "")}`;
      if (kind === "message_start") {
        close(key);
        open.set(key, { line, blocks: new Map() });
      } else if (kind.startsWith("content_block_") || kind.startsWith("message_")) {
        // 2.1.325 tells which blocks an interrupt left.
        takeInMessage(inner, kind, keyOf(key), line, "abandoned_blocks" in wire);
      }
    },
    excuse: () => open.clear(),
    end() {
      for (const key of open.keys()) close(key);
    },
  };
}
