// Reads from a line of stdout what redaction needs: a delta, the end of deltas, or neither.

import type { JsonObject } from "@unspool/protocol";
import { asObject, parseObject } from "@unspool/protocol/kit";

export interface Delta {
  readonly type: "delta";
  /** The agent: the call that started it, or "" for the main one. */
  readonly agent: string;
  readonly index: number;
  readonly field: "text" | "thinking" | "partial_json";
  readonly text: string;
  /** Whether it is a finished block. */
  readonly isWhole: boolean;
  /** Returns the line with another delta. */
  withText(text: string): string;
}

/** The deltas of the agent end with this line, or those of all agents if none is named. */
interface End {
  readonly type: "end";
  readonly agent?: string;
  /** Whether only the input of a tool ends: text may continue in the next block. */
  readonly isBlock?: boolean;
}

const PIECE = /"content_block_(?:delta|start)"/;
const ENDS = /"(?:content_block_stop|message_stop|message_start|result|assistant|user)"/;
const FIELDS = ["text", "thinking", "partial_json"] as const;

export function readDelta(line: string): Delta | End | undefined {
  if (PIECE.test(line)) return readPiece(line);
  if (!ENDS.test(line)) return undefined;
  const message = parseObject(line);
  if (message?.["type"] === "result") return { type: "end" };
  if (message?.["type"] === "assistant") return readBlock(message);
  if (message?.["type"] !== "stream_event" && message?.["type"] !== "user") return undefined;
  const isBlock = asObject(message["event"])?.["type"] === "content_block_stop";
  return { type: "end", agent: readAgent(message), isBlock };
}

function readPiece(line: string): Delta | undefined {
  const message = parseObject(line);
  if (message?.["type"] !== "stream_event") return undefined;
  const event = asObject(message["event"]);
  const part = event?.["type"] === "content_block_start" ? "content_block" : "delta";
  const delta = asObject(event?.[part]);
  const field = FIELDS.find((name) => typeof delta?.[name] === "string");
  if (event === undefined || delta === undefined || field === undefined) return undefined;
  return {
    type: "delta",
    agent: readAgent(message),
    index: typeof event["index"] === "number" ? event["index"] : 0,
    field,
    text: delta[field] as string,
    isWhole: false,
    withText: (text) => JSON.stringify({ ...message, event: { ...event, [part]: { ...delta, [field]: text } } }),
  };
}

/** A finished block of text can continue in the next one; a tool call ends the text before it. */
function readBlock(message: JsonObject): Delta | End {
  const agent = readAgent(message);
  const body = asObject(message["message"]);
  const content = body?.["content"];
  const block = Array.isArray(content) && content.length === 1 ? asObject(content[0]) : undefined;
  const field = block?.["type"] === "text" ? "text" : "thinking";
  const text = block?.[field];
  if (typeof text !== "string") return { type: "end", agent };
  return {
    type: "delta",
    agent,
    index: 0,
    field,
    text,
    isWhole: true,
    withText: (changed) =>
      JSON.stringify({ ...message, message: { ...body, content: [{ ...block, [field]: changed }] } }),
  };
}

function readAgent(message: JsonObject): string {
  const agent = message["parent_tool_use_id"];
  return typeof agent === "string" ? agent : "";
}
