// One answer of the model, from message_start to message_stop, as far as the scenario lets it come.

import type { Json, JsonObject } from "../json.ts";
import { piecesOfBlock } from "../scenario/pieces.ts";
import type { PlainReply } from "../scenario/reply.ts";
import type { Block } from "../scenario/types.ts";
import { usageOf, usageOfCut } from "./accounting.ts";
import { openStream, uuidFields, type AnswerStream, type OpenBlock } from "./answer-stream.ts";
import { contentOf, type Content } from "./content.ts";
import { isToldToTheEnd } from "./endings.ts";
import { textField } from "./fields.ts";
import type { MessageOfLine } from "./lines/lines.ts";
import { messageUsage } from "./lines/usage.ts";
import { apiModel } from "./lines/models.ts";
import { pause, type Session } from "./session.ts";
import { NO_CONTENT } from "./words.ts";
import type { ToolCall } from "./tool-call.ts";
import type { Turn } from "./turn-state.ts";

export interface SpeakOptions {
  readonly breaks: boolean;
  /** A call's block is whole. */
  readonly onCall: (stream: AnswerStream, call: ToolCall) => void;
  /** All blocks are there, the stop reason is not yet told. */
  readonly onBlocks: (stream: AnswerStream) => void;
  /** For the first finished block: what it supersedes. */
  readonly more: JsonObject | undefined;
}

export interface Spoken {
  readonly end: "whole" | "broken" | "cut";
  readonly stream: AnswerStream;
  readonly calls: readonly ToolCall[];
}

/** Streams an answer. Only waits where the scenario or the host makes it wait. */
export async function speak(turn: Turn, reply: PlainReply, options: SpeakOptions): Promise<Spoken> {
  const { session } = turn;
  const usage = usageOf(reply);
  // Old versions write a line when its message is over, unless they stream.
  const isKnown = session.order.endsKnown && !session.options.hasPartials;
  const message = messageOf(session, isKnown ? usage : usageOfCut(usage), isKnown ? reply.stopReason : null, true);
  const stream = openStream(turn, message);
  const calls: ToolCall[] = [];
  const breakAfter = options.breaks ? (reply.breakAfterPieces ?? 0) : Number.POSITIVE_INFINITY;
  const uuids = turn.hasToldUuidsInStream ? undefined : { ...uuidFields(turn), owed_rows: [] };
  turn.hasToldUuidsInStream = true;
  stream.event({ type: "message_start", message: startOf(message) }, turn.uuids.length > 0 ? uuids : undefined);

  for (const [index, block] of reply.blocks.entries()) {
    if (stream.pieces >= breakAfter) return { end: "broken", stream, calls };
    const content = contentOf(session, block);
    stream.open = { index, type: textField(content.start, "type"), text: content.text, told: 0, tokens: 0 };
    stream.event({ type: "content_block_start", index, content_block: content.start });
    for (const piece of piecesOfBlock(block, reply.pieceLength)) {
      if (stream.pieces >= breakAfter) return { end: "broken", stream, calls };
      writePiece(stream, block, index, piece);
      stream.pieces += 1;
      if (reply.pieceDelayMs !== undefined) await pause(session, reply.pieceDelayMs, turn.abort.signal);
      if (session.output.isBusy) await session.output.drained();
      if (turn.abort.signal.aborted) return { end: "cut", stream, calls };
    }
    if (stream.pieces >= breakAfter) return { end: "broken", stream, calls };
    if (content.signature !== undefined) {
      tellSigned(stream, content.signature);
      stream.event({
        type: "content_block_delta",
        index,
        delta: { type: "signature_delta", signature: content.signature },
      });
    }
    const isLast = index === reply.blocks.length - 1;
    if (reply.hang === true && isLast) return hang(turn, { end: "cut", stream, calls });
    const known = isLast && session.order.endsKnown ? { ...message, usage, stopReason: reply.stopReason } : undefined;
    finishBlock(stream, content, calls.length === 0 && index === 0 ? options.more : undefined, known);
    if (content.call !== undefined && session.order.toolsStart === "block-line") options.onCall(stream, content.call);
    stream.event({ type: "content_block_stop", index });
    stream.open = undefined;
    stream.finished = index + 1;
    if (content.call === undefined) continue;
    calls.push(content.call);
    if (session.order.toolsStart === "block-stop") options.onCall(stream, content.call);
  }
  if (reply.hang === true) return hang(turn, { end: "cut", stream, calls });
  if (breakAfter !== Number.POSITIVE_INFINITY) return { end: "broken", stream, calls };

  options.onBlocks(stream);
  if (isToldToTheEnd(turn, usage)) {
    const delta = { stop_reason: reply.stopReason, stop_sequence: null };
    stream.event({ type: "message_delta", delta, usage: { output_tokens: usage.outputTokens } });
    stream.event({ type: "message_stop" });
  }
  stream.end();
  if (session.order.toolsStart === "message-stop") for (const call of calls) options.onCall(stream, call);
  return { end: "whole", stream, calls };
}

/** An answer without a stream: whole lines that know how they end. */
export function speakAtOnce(turn: Turn, reply: PlainReply, options: SpeakOptions): Spoken {
  const { session } = turn;
  const stream = openStream(turn, messageOf(session, usageOf(reply), reply.stopReason, false));
  const calls: ToolCall[] = [];
  const { messages } = session;
  for (const block of reply.blocks) {
    const content = contentOf(session, block);
    finishBlock(stream, content, undefined, undefined);
    if (content.call !== undefined) calls.push(content.call);
  }
  // However many lines, it is one message.
  session.messages = messages + 1;
  options.onBlocks(stream);
  stream.end();
  for (const call of calls) options.onCall(stream, call);
  return { end: "whole", stream, calls };
}

export function messageOf(
  session: Session,
  usage: MessageOfLine["usage"],
  stopReason: string | null,
  isStreamed: boolean,
): MessageOfLine {
  const { identity } = session;
  return {
    id: identity.id("msg"),
    requestId: identity.id("req"),
    model: apiModel(session.model),
    usage,
    stopReason,
    isStreamed,
  };
}

async function hang(turn: Turn, spoken: Spoken): Promise<Spoken> {
  const { signal } = turn.abort;
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }
  return spoken;
}

function startOf(message: MessageOfLine): JsonObject {
  return {
    id: message.id,
    type: "message",
    role: "assistant",
    model: message.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: messageUsage(message.usage),
  };
}

function writePiece(stream: AnswerStream, block: Block, index: number, piece: string): void {
  const { turn, open } = stream;
  if (open !== undefined) open.told += piece.length;
  if ("thinking" in block && open !== undefined) tellThinking(turn, open, piece.length);
  if (turn.session.options.hasPartials) {
    stream.event({ type: "content_block_delta", index, delta: deltaOf(block, piece) });
  }
}

/** The CLI guesses a token for every four characters, piece by piece. */
function tellThinking(turn: Turn, open: OpenBlock, added: number): void {
  const { lines, output } = turn.session;
  const delta = Math.ceil(added / 4);
  open.tokens += delta;
  output.write(lines.thinkingTokens(open.tokens, delta, turn.uuids.at(-1)));
}

/**
 * A signature that is longer than the thought raises the guess: seen with 88 characters, which counted as 17 tokens, and
 * not with 5.
 */
function tellSigned({ turn, open }: AnswerStream, signature: string): void {
  const { lines, output } = turn.session;
  const told = open?.tokens ?? 0;
  const tokens = Math.ceil((signature.length * 3) / 16);
  if (tokens > Math.max(told, 1)) output.write(lines.thinkingTokens(tokens, tokens - told, turn.uuids.at(-1)));
}

function deltaOf(block: Block, piece: string): Json {
  if ("text" in block) return { type: "text_delta", text: piece };
  if ("thinking" in block) return { type: "thinking_delta", thinking: piece };
  return { type: "input_json_delta", partial_json: piece };
}

function finishBlock(
  stream: AnswerStream,
  content: Content,
  more: JsonObject | undefined,
  known: MessageOfLine | undefined,
): void {
  const { turn } = stream;
  const { text } = content;
  if (text !== undefined) {
    const isBlank = text.trim() === "";
    const isNamed = isBlank && turn.session.order.blankText === "named";
    turn.lastText = isNamed ? NO_CONTENT : text;
    if (isBlank && !isNamed) return;
    stream.block(isNamed ? { type: "text", text: NO_CONTENT } : content.finished, more, known);
    return;
  }
  stream.block(content.finished, more, known);
}
