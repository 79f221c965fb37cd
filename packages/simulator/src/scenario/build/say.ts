// The parts of the builder: blocks and details of replies, in the order of the conversation.

import type { Json, JsonObject } from "../../json.ts";
import { normalizeReply } from "../play/reply.ts";
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
} from "../types.ts";

/** A block, or a detail of its reply. */
export type Part = Block | ReplyPart;

export interface ReplyPart {
  readonly details: ReplyDetails;
  /** Whether it starts a new reply, unless the current one has no block yet. */
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
  /** A tool call and its result. Calls that follow each other are made in one message. */
  tool(name: string, input: Json, result?: string | readonly JsonObject[], details?: ToolDetails): ToolBlock;
  /** A sub-agent and its replies. `prompt` must differ from that of other agents. */
  agent(start: string | AgentStart, ...parts: readonly Part[]): ToolBlock;
  /** Any other block of the Messages API. */
  block(block: JsonObject): RawBlock;
  /** Starts a new reply: for calls one after the other. */
  next(details?: ReplyDetails): ReplyPart;
  /** The API answers with an error, then with what follows. */
  error(status: number, details?: Omit<ApiError, "status">): ReplyPart;
  rateLimit(limit: RateLimit): ReplyPart;
  delay(delayMs: number): ReplyPart;
  /** The connection breaks in what follows; the second attempt succeeds. */
  breaks(afterPieces: number): ReplyPart;
  /** The current reply never ends. */
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
    return { tool: "Agent", input, agent: { replies: toReplies(parts) } };
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

/** Groups parts into replies. The model is asked again after its tool calls, so other content after a call starts a reply. */
export function toReplies(parts: readonly Part[]): readonly Reply[] {
  const replies: { blocks: Block[]; details: ReplyDetails }[] = [];
  for (const part of parts) {
    const last = replies.at(-1);
    const begins = "details" in part ? part.begins && last?.blocks.length !== 0 : isAfterCall(last?.blocks, part);
    const reply = last === undefined || begins ? { blocks: [], details: {} } : last;
    if (reply !== last) replies.push(reply);
    if ("details" in part) reply.details = { ...reply.details, ...part.details };
    else reply.blocks.push(part);
  }
  return replies.map(({ blocks, details }) => shortenReply({ ...(blocks.length === 0 ? {} : { blocks }), ...details }));
}

/** Returns the shortest form of a reply. */
export function shortenReply(reply: ReplyDetails): Reply {
  const { blocks = [] } = reply;
  if (Object.keys(reply).some((key) => key !== "blocks")) return reply;
  const [block] = blocks;
  const isText = blocks.length === 1 && block !== undefined && "text" in block && block.pieces === undefined;
  return isText ? block.text : normalizeReply(reply).blocks;
}

function isAfterCall(blocks: readonly Block[] | undefined, part: Block): boolean {
  const last = blocks?.at(-1);
  return last !== undefined && "tool" in last && !("tool" in part);
}
