// Sends a request to the model until it gets a reply or fails. Handles refusals, retries and broken connections.

import type { PlainReply } from "../../scenario/play/reply.ts";
import type { ApiError, Usage } from "../../scenario/types.ts";
import { addUsage, toBilledUsage, noUsage, getReplyUsage, toCutUsage } from "../sessions/accounting.ts";
import {
  toFailure,
  isRetryable,
  getErrorKind,
  MAX_RETRIES,
  computeRetryDelay,
  reportRateLimit,
  type Failure,
} from "./api-failures.ts";
import { switchToFallback } from "./fallback-model.ts";
import type { StreamExtras, ToolOutcome } from "../lines/lines.ts";
import { pause } from "../sessions/session.ts";
import { streamReply, writeWholeReply, type ReplyOptions, type StreamedReply } from "./stream-reply.ts";
import type { ToolCall } from "../sessions/tool-call.ts";
import { isExhausted } from "./structured-output.ts";
import { replayPrompts, writeTurnLine, type Turn } from "../sessions/turn-state.ts";
import { CUT_OFF } from "../versions/texts.ts";

export type ModelResponse =
  | { readonly kind: "replied"; readonly streamed: StreamedReply }
  /** The turn was cut before the reply was complete. */
  | { readonly kind: "cut"; readonly streamed: StreamedReply | undefined }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** A part of the reply arrived, with calls. The turn continues with their results. */
  | { readonly kind: "partial"; readonly streamed: StreamedReply };

export async function requestModel(
  turn: Turn,
  reply: PlainReply,
  options: Omit<ReplyOptions, "breaks">,
): Promise<ModelResponse> {
  const { session } = turn;
  const { ordering } = session;
  const { signal } = turn.abort;
  turn.requests += 1;
  if (!turn.hasReportedRequest) reportRequesting(turn);
  turn.hasReportedRequest = false;
  if (ordering.replays === "before-message") replayPrompts(turn);
  await pause(session, reply.delayMs ?? 0, signal);
  if (signal.aborted) return { kind: "cut", streamed: undefined };

  const refused = reply.error === undefined ? "stream" : await retryUntilAccepted(turn, reply, reply.error);
  if (typeof refused !== "string") return refused;
  if (refused === "at-once") return replyWithoutStream(turn, reply, options);
  const startedAt = session.identity.now();
  let breaks = reply.breakAfterPieces !== undefined;
  for (;;) {
    if (ordering.turnUsage === "last") turn.usage = noUsage;
    const streamed = await streamReply(turn, reply, { ...options, breaks });
    turn.apiDurationMs += session.identity.now() - startedAt;
    if (streamed.end !== "whole" && ordering.turnUsage !== "whole")
      turn.usage = addUsage(turn.usage, toCutUsage(getReplyUsage(reply)));
    if (streamed.end === "cut") return { kind: "cut", streamed };
    if (streamed.end === "whole") {
      const counted = isExhausted(turn) ? ordering.countsLastFailure : "all";
      if (counted !== "none") count(turn, toBilledUsage(ordering, getReplyUsage(reply)), counted === "all");
      reportRateLimit(session, reply);
      return { kind: "replied", streamed };
    }
    breaks = false;
    const broken = await recoverBroken(turn, reply, streamed, options);
    if (broken !== "again") return broken;
    if (signal.aborted) return { kind: "cut", streamed: undefined };
  }
}

/**
 * Retries until the API has refused as often as the scenario asks for; returns how to continue, or the failed response.
 */
async function retryUntilAccepted(
  turn: Turn,
  reply: PlainReply,
  error: ApiError,
): Promise<"stream" | "at-once" | ModelResponse> {
  const { session } = turn;
  const { signal } = turn.abort;
  const maxRetries = session.options.maxRetries ?? MAX_RETRIES;
  const times = error.times ?? Number.POSITIVE_INFINITY;
  let attempt = 0;
  for (let refused = 1; refused <= times; refused += 1) {
    attempt += 1;
    const fallback = switchToFallback(session, error, attempt);
    if (typeof fallback === "object") return { kind: "failed", failure: fallback };
    if (fallback === "fallen") {
      // The other model gets all retries again.
      attempt = 0;
      continue;
    }
    if (!isRetryable(session, error, reply.rateLimit) || attempt > maxRetries) {
      reportRateLimit(session, reply);
      return { kind: "failed", failure: toFailure(session, error, reply.rateLimit) };
    }
    const delay = computeRetryDelay(session, attempt, error);
    session.output.write(session.lines.retry(attempt, maxRetries, delay, error.status, getErrorKind(session, error)));
    await pause(session, delay, signal);
    if (signal.aborted) return { kind: "cut", streamed: undefined };
  }
  return session.ordering.retriesStreaming || times < 1 ? "stream" : "at-once";
}

/** Handles a broken connection by the rules of the version. */
async function recoverBroken(
  turn: Turn,
  reply: PlainReply,
  streamed: StreamedReply,
  options: Omit<ReplyOptions, "breaks">,
): Promise<ModelResponse | "again"> {
  const { session } = turn;
  const { ordering, lines, output } = session;
  const { stream, calls } = streamed;
  const cut = toCutUsage(getReplyUsage(reply));
  if (ordering.countsCut !== "none") count(turn, cut, ordering.countsCut === "all");
  if (ordering.brokenStream === "fallback") {
    stream.end();
    if (ordering.endsAbandonedCalls)
      for (const call of calls) writeTurnLine(turn, lines.toolResult(toAbandonedOutcome(call), undefined));
    return replyWithoutStream(turn, reply, options);
  }
  if (calls.length > 0) return { kind: "partial", streamed };
  const isNew = ordering.brokenStream === "resumed";
  if (stream.finished === 0) {
    if (!isNew) turn.usage = addUsage(turn.usage, cut);
    closeBroken(streamed, isNew);
    const delay = computeRetryDelay(session, 1, undefined);
    output.write(lines.retry(1, session.options.maxRetries ?? MAX_RETRIES, delay, null, "unknown"));
    await pause(session, delay, turn.abort.signal);
    return "again";
  }
  if (isNew) {
    closeBroken(streamed, true);
    writeTurnLine(turn, lines.userNote(CUT_OFF, { isSynthetic: true }));
    reportRequesting(turn);
    turn.requests += 1;
    return "again";
  }
  stream.end();
  const text = session.texts.connectionLost;
  return { kind: "failed", failure: { text, error: { kind: "server_error" }, terminalReason: "completed" } };
}

/** Creates the result of a call whose message was abandoned. */
export function toAbandonedOutcome(call: ToolCall): ToolOutcome {
  const { id, name, input } = call;
  return { toolUseId: id, name, input, content: "Streaming fallback triggered", isError: true };
}

/** Closes the open block and the message. A tool call that was cut has no end event. */
export function closeBroken({ stream }: StreamedReply, isMarked: boolean): void {
  const { open, message, finished } = stream;
  if (open !== undefined && open.type !== "tool_use") stream.event({ type: "content_block_stop", index: open.index });
  stream.event({ type: "message_stop" }, isMarked ? toAbandonedBlocks(message.id, finished) : undefined);
  stream.end();
}

export function toAbandonedBlocks(messageId: string, fromIndex: number): StreamExtras {
  return { abandoned_blocks: { api_message_id: messageId, from_block_index: fromIndex } };
}

/** Requests the whole answer again, without a stream. */
function replyWithoutStream(turn: Turn, reply: PlainReply, options: Omit<ReplyOptions, "breaks">): ModelResponse {
  const streamed = writeWholeReply(turn, reply, { ...options, breaks: false });
  const { countsFallback, countsCut } = turn.session.ordering;
  if (countsFallback !== "none") count(turn, getReplyUsage(reply), countsFallback === "all");
  // 1.0.128 still lists the model.
  else if (countsCut === "total") count(turn, noUsage, false);
  return { kind: "replied", streamed };
}

export function reportRequesting(turn: Turn): void {
  const { lines, output } = turn.session;
  output.write(lines.status("requesting", { user_message_uuids: [...turn.uuids] }));
}

function count(turn: Turn, usage: Usage, isOfTurn: boolean): void {
  const { session } = turn;
  session.accounting.count(session.model, usage);
  if (isOfTurn) turn.usage = addUsage(turn.usage, usage);
}
