// Streams one reply of the model, from message_start to message_stop, as far as the scenario allows.

import type { ContentDelta, StartedApiMessage } from "@unspool/protocol/wire";
import { splitBlock } from "../../scenario/play/pieces.ts";
import type { PlainReply } from "../../scenario/play/reply.ts";
import type { Block, Usage } from "../../scenario/types.ts";
import { getReplyUsage, toCutUsage } from "../sessions/accounting.ts";
import { openStream, toUuidFields, type ReplyStream, type OpenBlock } from "./reply-stream.ts";
import { toContent, type Content } from "./reply-content.ts";
import { isExhausted } from "./structured-output.ts";
import type { AssistantExtras, MessageInfo } from "../lines/lines.ts";
import { toMessageUsage } from "../lines/usage.ts";
import { computeCost, toApiModel } from "../versions/models.ts";
import { pause, type Session } from "../sessions/session.ts";
import { NO_CONTENT } from "../versions/texts.ts";
import type { ToolCall } from "../sessions/tool-call.ts";
import type { Turn } from "../sessions/turn-state.ts";

export interface ReplyOptions {
  readonly breaks: boolean;
  /** Called when the block of a call is complete. */
  readonly onCall: (stream: ReplyStream, call: ToolCall) => void;
  /** Called when all blocks are written, but not the stop reason. */
  readonly onBlocks: (stream: ReplyStream) => void;
  /** Fields of the first finished block: the lines that it supersedes. */
  readonly more: AssistantExtras | undefined;
}

export interface StreamedReply {
  readonly end: "whole" | "broken" | "cut";
  readonly stream: ReplyStream;
  readonly calls: readonly ToolCall[];
}

/** Streams an answer. Only waits where the scenario or the host makes it wait. */
export async function streamReply(turn: Turn, reply: PlainReply, options: ReplyOptions): Promise<StreamedReply> {
  const { session } = turn;
  const usage = getReplyUsage(reply);
  // Old versions write a line when its message is over, unless they stream.
  const isKnown = session.ordering.knowsStopReason && !session.options.hasPartials;
  const message = createMessage(session, isKnown ? usage : toCutUsage(usage), isKnown ? reply.stopReason : null, true);
  const stream = openStream(turn, message);
  const calls: ToolCall[] = [];
  const breakAfter = options.breaks ? (reply.breakAfterPieces ?? 0) : Number.POSITIVE_INFINITY;
  const uuids = turn.hasSentUuidsInStream ? undefined : { ...toUuidFields(turn), owed_rows: [] };
  turn.hasSentUuidsInStream = true;
  stream.event({ type: "message_start", message: toMessageStart(message) }, turn.uuids.length > 0 ? uuids : undefined);

  for (const [index, block] of reply.blocks.entries()) {
    if (stream.pieces >= breakAfter) return { end: "broken", stream, calls };
    const content = toContent(session, block);
    stream.open = { index, type: content.start.type, text: content.text, writtenLength: 0, tokens: 0 };
    stream.event({ type: "content_block_start", index, content_block: content.start });
    for (const piece of splitBlock(block, reply.pieceLength)) {
      if (stream.pieces >= breakAfter) return { end: "broken", stream, calls };
      writePiece(stream, block, index, piece);
      stream.pieces += 1;
      if (reply.pieceDelayMs !== undefined) await pause(session, reply.pieceDelayMs, turn.abort.signal);
      if (session.output.isBusy) await session.output.drained();
      if (turn.abort.signal.aborted) return { end: "cut", stream, calls };
    }
    if (stream.pieces >= breakAfter) return { end: "broken", stream, calls };
    if (content.signature !== undefined) {
      reportSignature(stream, content.signature);
      stream.event({
        type: "content_block_delta",
        index,
        delta: { type: "signature_delta", signature: content.signature },
      });
    }
    const isLast = index === reply.blocks.length - 1;
    if (reply.hang === true && isLast) return hang(turn, { end: "cut", stream, calls });
    const known =
      isLast && session.ordering.knowsStopReason ? { ...message, usage, stopReason: reply.stopReason } : undefined;
    finishBlock(stream, content, calls.length === 0 && index === 0 ? options.more : undefined, known);
    if (content.call !== undefined && session.ordering.toolsStart === "block-line")
      options.onCall(stream, content.call);
    stream.event({ type: "content_block_stop", index });
    stream.open = undefined;
    stream.finished = index + 1;
    if (content.call === undefined) continue;
    calls.push(content.call);
    if (session.ordering.toolsStart === "block-stop") options.onCall(stream, content.call);
  }
  if (reply.hang === true) return hang(turn, { end: "cut", stream, calls });
  if (breakAfter !== Number.POSITIVE_INFINITY) return { end: "broken", stream, calls };

  options.onBlocks(stream);
  if (isEndStreamed(turn, usage)) {
    const delta = { stop_reason: reply.stopReason, stop_sequence: null };
    stream.event({ type: "message_delta", delta, usage: { output_tokens: usage.outputTokens } });
    stream.event({ type: "message_stop" });
  }
  stream.end();
  if (session.ordering.toolsStart === "message-stop") for (const call of calls) options.onCall(stream, call);
  return { end: "whole", stream, calls };
}

/** Whether the end of an answer is written. Some versions omit it if the answer reaches a limit that ends the turn. */
function isEndStreamed(turn: Turn, usage: Usage): boolean {
  const { ordering } = turn.session;
  if (ordering.budgetCutsMessage && exhaustsBudget(turn.session, usage)) return false;
  return !(ordering.exhaustionCutsMessage && isExhausted(turn));
}

/** Whether this reply exhausts the budget. */
function exhaustsBudget({ options, accounting, model }: Session, usage: Usage): boolean {
  const cost = computeCost(model, usage, options.version);
  return options.maxBudgetUsd !== undefined && accounting.totalCostUsd + cost >= options.maxBudgetUsd;
}

/** Writes an answer without a stream. Its lines have the final usage and the stop reason. */
export function writeWholeReply(turn: Turn, reply: PlainReply, options: ReplyOptions): StreamedReply {
  const { session } = turn;
  const stream = openStream(turn, createMessage(session, getReplyUsage(reply), reply.stopReason, false));
  const calls: ToolCall[] = [];
  const { messages } = session;
  for (const block of reply.blocks) {
    const content = toContent(session, block);
    finishBlock(stream, content, undefined, undefined);
    if (content.call !== undefined) calls.push(content.call);
  }
  // It counts as one message, however many lines it has.
  session.messages = messages + 1;
  options.onBlocks(stream);
  stream.end();
  for (const call of calls) options.onCall(stream, call);
  return { end: "whole", stream, calls };
}

export function createMessage(
  session: Session,
  usage: MessageInfo["usage"],
  stopReason: string | null,
  isStreamed: boolean,
): MessageInfo {
  const { identity } = session;
  return {
    id: identity.id("msg"),
    requestId: identity.id("req"),
    model: toApiModel(session.model),
    usage,
    stopReason,
    isStreamed,
  };
}

async function hang(turn: Turn, streamed: StreamedReply): Promise<StreamedReply> {
  const { signal } = turn.abort;
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }
  return streamed;
}

function toMessageStart(message: MessageInfo): StartedApiMessage {
  return {
    id: message.id,
    type: "message",
    role: "assistant",
    model: message.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: toMessageUsage(message.usage),
  };
}

function writePiece(stream: ReplyStream, block: Block, index: number, piece: string): void {
  const { turn, open } = stream;
  if (open !== undefined) open.writtenLength += piece.length;
  if ("thinking" in block && open !== undefined) reportThinking(turn, open, piece.length);
  if (turn.session.options.hasPartials) {
    stream.event({ type: "content_block_delta", index, delta: toDelta(block, piece) });
  }
}

/** Reports the tokens of thinking as the CLI estimates them: one for every four characters of each piece. */
function reportThinking(turn: Turn, open: OpenBlock, added: number): void {
  const { lines, output } = turn.session;
  const delta = Math.ceil(added / 4);
  open.tokens += delta;
  output.write(lines.thinkingTokens(open.tokens, delta, turn.uuids.at(-1)));
}

/**
 * Raises the estimate if the signature has more tokens than the thinking. Measured: 88 characters counted as 17 tokens,
 * and 5 characters changed nothing.
 */
function reportSignature({ turn, open }: ReplyStream, signature: string): void {
  const { lines, output } = turn.session;
  const counted = open?.tokens ?? 0;
  const tokens = Math.ceil((signature.length * 3) / 16);
  if (tokens > Math.max(counted, 1)) output.write(lines.thinkingTokens(tokens, tokens - counted, turn.uuids.at(-1)));
}

function toDelta(block: Block, piece: string): ContentDelta {
  if ("text" in block) return { type: "text_delta", text: piece };
  if ("thinking" in block) return { type: "thinking_delta", thinking: piece };
  return { type: "input_json_delta", partial_json: piece };
}

function finishBlock(
  stream: ReplyStream,
  content: Content,
  more: AssistantExtras | undefined,
  known: MessageInfo | undefined,
): void {
  const { turn } = stream;
  const { text } = content;
  if (text !== undefined) {
    const isBlank = text.trim() === "";
    const isNamed = isBlank && turn.session.ordering.blankText === "named";
    turn.lastText = isNamed ? NO_CONTENT : text;
    if (isBlank && !isNamed) return;
    stream.block(isNamed ? { type: "text", text: NO_CONTENT } : content.finished, more, known);
    return;
  }
  stream.block(content.finished, more, known);
}
