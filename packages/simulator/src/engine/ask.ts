// One request to the model, until an answer stands or the CLI gives up: refusals, retries, broken connections.

import type { JsonObject } from "../json.ts";
import type { PlainReply } from "../scenario/reply.ts";
import type { ApiError } from "../scenario/types.ts";
import { addUsage, billedUsage, noUsage, usageOf, usageOfCut } from "./accounting.ts";
import {
  failureOf,
  isWorthRetrying,
  kindOf,
  MAX_RETRIES,
  retryDelay,
  tellRateLimit,
  type Failure,
} from "./failures.ts";
import { fallBackTo } from "./fallback.ts";
import type { ToolOutcome, UsageOfLine } from "./lines/lines.ts";
import { pause } from "./session.ts";
import { speak, speakAtOnce, type SpeakOptions, type Spoken } from "./speak.ts";
import type { ToolCall } from "./tool-call.ts";
import { isExhausted } from "./structured.ts";
import { replayPrompts, tell, type Turn } from "./turn-state.ts";
import { CUT_OFF, wordsOf } from "./words.ts";

export type Asked =
  | { readonly kind: "said"; readonly spoken: Spoken }
  /** The turn was cut while this was open. */
  | { readonly kind: "cut"; readonly spoken: Spoken | undefined }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** Some of it came, calls included; the turn goes on with their results. */
  | { readonly kind: "partly"; readonly spoken: Spoken };

export async function ask(turn: Turn, reply: PlainReply, options: Omit<SpeakOptions, "breaks">): Promise<Asked> {
  const { session } = turn;
  const { order } = session;
  const { signal } = turn.abort;
  turn.requests += 1;
  if (!turn.hasToldRequest) tellRequesting(turn);
  turn.hasToldRequest = false;
  if (order.replays === "before-message") replayPrompts(turn);
  await pause(session, reply.delayMs ?? 0, signal);
  if (signal.aborted) return { kind: "cut", spoken: undefined };

  const refused = reply.error === undefined ? "stream" : await overcome(turn, reply, reply.error);
  if (typeof refused !== "string") return refused;
  if (refused === "at-once") return fallBack(turn, reply, options);
  const startedAt = session.identity.now();
  let breaks = reply.breakAfterPieces !== undefined;
  for (;;) {
    if (order.turnUsage === "last") turn.usage = noUsage;
    const spoken = await speak(turn, reply, { ...options, breaks });
    turn.apiDurationMs += session.identity.now() - startedAt;
    if (spoken.end !== "whole" && order.turnUsage !== "whole")
      turn.usage = addUsage(turn.usage, usageOfCut(usageOf(reply)));
    if (spoken.end === "cut") return { kind: "cut", spoken };
    if (spoken.end === "whole") {
      const counted = isExhausted(turn) ? order.countsLastFailure : "all";
      if (counted !== "none") count(turn, billedUsage(order, usageOf(reply)), counted === "all");
      tellRateLimit(session, reply);
      return { kind: "said", spoken };
    }
    breaks = false;
    const broken = await mend(turn, reply, spoken, options);
    if (broken !== "again") return broken;
    if (signal.aborted) return { kind: "cut", spoken: undefined };
  }
}

/** Tries again until the API has refused as often as the scenario says; then how to go on, or the end of it. */
async function overcome(turn: Turn, reply: PlainReply, error: ApiError): Promise<"stream" | "at-once" | Asked> {
  const { session } = turn;
  const { signal } = turn.abort;
  const maxRetries = session.options.maxRetries ?? MAX_RETRIES;
  const times = error.times ?? Number.POSITIVE_INFINITY;
  let attempt = 0;
  for (let refused = 1; refused <= times; refused += 1) {
    attempt += 1;
    const fallback = fallBackTo(session, error, attempt);
    if (typeof fallback === "object") return { kind: "failed", failure: fallback };
    if (fallback === "fallen") {
      // The other model has all its tries before it.
      attempt = 0;
      continue;
    }
    if (!isWorthRetrying(session, error, reply.rateLimit) || attempt > maxRetries) {
      tellRateLimit(session, reply);
      return { kind: "failed", failure: failureOf(session, error, reply.rateLimit) };
    }
    const delay = retryDelay(session, attempt, error);
    session.output.write(session.lines.retry(attempt, maxRetries, delay, error.status, kindOf(session, error)));
    await pause(session, delay, signal);
    if (signal.aborted) return { kind: "cut", spoken: undefined };
  }
  return session.order.retriesStreaming || times < 1 ? "stream" : "at-once";
}

/** What a broken connection leads to. */
async function mend(
  turn: Turn,
  reply: PlainReply,
  spoken: Spoken,
  options: Omit<SpeakOptions, "breaks">,
): Promise<Asked | "again"> {
  const { session } = turn;
  const { order, lines, output } = session;
  const { stream, calls } = spoken;
  const cut = usageOfCut(usageOf(reply));
  if (order.countsCut !== "none") count(turn, cut, order.countsCut === "all");
  if (order.brokenStream === "fallback") {
    stream.end();
    if (order.endsVoidCalls) for (const call of calls) tell(turn, lines.toolResult(voidOutcome(call), undefined));
    return fallBack(turn, reply, options);
  }
  if (calls.length > 0) return { kind: "partly", spoken };
  const isNew = order.brokenStream === "resumed";
  if (stream.finished === 0) {
    if (!isNew) turn.usage = addUsage(turn.usage, cut);
    closeBroken(spoken, isNew);
    const delay = retryDelay(session, 1, undefined);
    output.write(lines.retry(1, session.options.maxRetries ?? MAX_RETRIES, delay, null, "unknown"));
    await pause(session, delay, turn.abort.signal);
    return "again";
  }
  if (isNew) {
    closeBroken(spoken, true);
    tell(turn, lines.userNote(CUT_OFF, { isSynthetic: true }));
    tellRequesting(turn);
    turn.requests += 1;
    return "again";
  }
  stream.end();
  const text = wordsOf(session).connectionLost;
  return { kind: "failed", failure: { text, error: { kind: "server_error" }, terminalReason: "completed" } };
}

/** The end of a call whose message was given up. */
export function voidOutcome(call: ToolCall): ToolOutcome {
  const { id, name, input } = call;
  return { toolUseId: id, name, input, content: "Streaming fallback triggered", isError: true };
}

/** Closes what the model left open. A cut call has no end of its own. */
export function closeBroken({ stream }: Spoken, isMarked: boolean): void {
  const { open, message, finished } = stream;
  if (open !== undefined && open.type !== "tool_use") stream.event({ type: "content_block_stop", index: open.index });
  stream.event({ type: "message_stop" }, isMarked ? abandoned(message.id, finished) : undefined);
  stream.end();
}

export function abandoned(messageId: string, fromIndex: number): JsonObject {
  return { abandoned_blocks: { api_message_id: messageId, from_block_index: fromIndex } };
}

/** The whole answer again, asked for without a stream. */
function fallBack(turn: Turn, reply: PlainReply, options: Omit<SpeakOptions, "breaks">): Asked {
  const spoken = speakAtOnce(turn, reply, { ...options, breaks: false });
  const { countsFallback, countsCut } = turn.session.order;
  if (countsFallback !== "none") count(turn, usageOf(reply), countsFallback === "all");
  // 1.0.128 names the model all the same.
  else if (countsCut === "total") count(turn, noUsage, false);
  return { kind: "said", spoken };
}

export function tellRequesting(turn: Turn): void {
  const { lines, output } = turn.session;
  output.write(lines.status("requesting", { user_message_uuids: [...turn.uuids] }));
}

function count(turn: Turn, usage: UsageOfLine, isOfTurn: boolean): void {
  const { session } = turn;
  session.accounting.count(session.model, usage);
  if (isOfTurn) turn.usage = addUsage(turn.usage, usage);
}
