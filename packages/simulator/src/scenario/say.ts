// The words of the builder: what a model says, in the order it says it.

import type { Json, JsonObject } from "../json.ts";
import { plainReply } from "./reply.ts";
import type {
  ApiError,
  Block,
  RateLimit,
  RawBlock,
  Reply,
  ReplyDetails,
  TextBlock,
  ThinkingBlock,
  ToolBlock,
  Usage,
} from "./types.ts";

/** A block, or something about the reply it stands in. */
export type Part = Block | ReplyPart;

export interface ReplyPart {
  readonly details: ReplyDetails;
  /** Begins a new reply, unless the one before has no block yet. */
  readonly begins: boolean;
}

export type ToolDetails = Omit<ToolBlock, "tool" | "input" | "result" | "agent">;

export interface AgentStart {
  readonly prompt: string;
  /** @default the prompt's first three words */
  readonly description?: string;
  /** @default "general-purpose" */
  readonly type?: string;
  /** @default false */
  readonly isBackground?: boolean;
}

export interface Say {
  text(text: string, pieces?: readonly string[]): TextBlock;
  thinking(thinking: string, signature?: string): ThinkingBlock;
  /** A call, and what the simulator lets the tool return. Calls that follow each other are made in one message. */
  tool(name: string, input: Json, result?: string | readonly JsonObject[], details?: ToolDetails): ToolBlock;
  /** A sub-agent and what it says; `prompt` must differ from that of other agents. */
  agent(start: string | AgentStart, ...parts: readonly Part[]): ToolBlock;
  /** Any other block of the Messages API. */
  block(block: JsonObject): RawBlock;
  /** From here on a new reply: for calls one after the other. */
  next(details?: ReplyDetails): ReplyPart;
  /** The API refuses and then says what follows. */
  error(status: number, details?: Omit<ApiError, "status">): ReplyPart;
  rateLimit(limit: RateLimit): ReplyPart;
  delay(delayMs: number): ReplyPart;
  /** The connection breaks in what follows; the second attempt is whole. */
  breaks(afterPieces: number): ReplyPart;
  /** The reply before this never ends. */
  hang(): ReplyPart;
  stop(stopReason: string): ReplyPart;
  usage(usage: Partial<Usage>): ReplyPart;
}

export const say: Say = {
  text: (text, pieces) => (pieces === undefined ? { text } : { text, pieces }),
  thinking: (thinking, signature) => (signature === undefined ? { thinking } : { thinking, signature }),
  tool: (tool, input, result, details) => ({ tool, input, ...(result === undefined ? {} : { result }), ...details }),
  agent(start, ...parts) {
    const { prompt, description, type, isBackground }: AgentStart =
      typeof start === "string" ? { prompt: start } : start;
    const input: JsonObject = {
      description: description ?? prompt.trim().split(/\s+/u).slice(0, 3).join(" "),
      prompt,
      subagent_type: type ?? "general-purpose",
      run_in_background: isBackground ?? false,
    };
    return { tool: "Agent", input, agent: { replies: repliesOf(parts) } };
  },
  block: (block) => ({ block }),
  next: (details = {}) => ({ details, begins: true }),
  error: (status, details) => ({ details: { error: { status, ...details } }, begins: true }),
  rateLimit: (rateLimit) => ({ details: { rateLimit }, begins: true }),
  delay: (delayMs) => ({ details: { delayMs }, begins: true }),
  breaks: (breakAfterPieces) => ({ details: { breakAfterPieces }, begins: true }),
  hang: () => ({ details: { hang: true }, begins: false }),
  stop: (stopReason) => ({ details: { stopReason }, begins: false }),
  usage: (usage) => ({ details: { usage }, begins: false }),
};

/** After its tool calls the model is asked again: what follows a call and is no call begins a new reply. */
export function repliesOf(parts: readonly Part[]): readonly Reply[] {
  const replies: { blocks: Block[]; details: ReplyDetails }[] = [];
  for (const part of parts) {
    const last = replies.at(-1);
    const begins = "details" in part ? part.begins && last?.blocks.length !== 0 : isAfterCall(last?.blocks, part);
    const reply = last === undefined || begins ? { blocks: [], details: {} } : last;
    if (reply !== last) replies.push(reply);
    if ("details" in part) reply.details = { ...reply.details, ...part.details };
    else reply.blocks.push(part);
  }
  return replies.map(({ blocks, details }) => shortest({ ...(blocks.length === 0 ? {} : { blocks }), ...details }));
}

/** The shortest way to write a reply. */
export function shortest(reply: ReplyDetails): Reply {
  const { blocks = [] } = reply;
  if (Object.keys(reply).some((key) => key !== "blocks")) return reply;
  const [block] = blocks;
  const isText = blocks.length === 1 && block !== undefined && "text" in block && block.pieces === undefined;
  return isText ? block.text : plainReply(reply).blocks;
}

function isAfterCall(blocks: readonly Block[] | undefined, part: Block): boolean {
  const last = blocks?.at(-1);
  return last !== undefined && "tool" in last && !("tool" in part);
}
