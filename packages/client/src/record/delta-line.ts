// One line of stdout, as far as it matters for text in pieces: a piece, the end of pieces, or neither.

import type { JsonObject } from "@unspool/protocol";
import { asObject, parseObject } from "../json.ts";

export interface Delta {
  readonly type: "delta";
  /** Whose: the call that started the agent, or "" for the main one. */
  readonly agent: string;
  readonly index: number;
  readonly field: "text" | "thinking" | "partial_json";
  readonly text: string;
  /** The same line with another piece. */
  withText(text: string): string;
}

/** No block of the agent is open after this line; of no agent, if none is named. */
interface End {
  readonly type: "end";
  readonly agent?: string;
}

const PIECE = '"content_block_delta"';
const ENDS = /"(?:content_block_stop|message_stop|message_start|result|assistant)"/;
const FIELDS = ["text", "thinking", "partial_json"] as const;

export function readDelta(line: string): Delta | End | undefined {
  if (line.includes(PIECE)) return readPiece(line);
  if (!ENDS.test(line)) return undefined;
  const message = parseObject(line);
  if (message?.["type"] === "result") return { type: "end" };
  const isEnd = message?.["type"] === "assistant" || message?.["type"] === "stream_event";
  return isEnd ? { type: "end", agent: agentOf(message) } : undefined;
}

function readPiece(line: string): Delta | undefined {
  const message = parseObject(line);
  if (message?.["type"] !== "stream_event") return undefined;
  const event = asObject(message["event"]);
  const delta = asObject(event?.["delta"]);
  const field = FIELDS.find((name) => typeof delta?.[name] === "string");
  if (event === undefined || delta === undefined || field === undefined) return undefined;
  return {
    type: "delta",
    agent: agentOf(message),
    index: typeof event["index"] === "number" ? event["index"] : 0,
    field,
    text: delta[field] as string,
    withText: (text) => JSON.stringify({ ...message, event: { ...event, delta: { ...delta, [field]: text } } }),
  };
}

function agentOf(message: JsonObject): string {
  const agent = message["parent_tool_use_id"];
  return typeof agent === "string" ? agent : "";
}
