// Sends a request of a sub-agent to the model until it gets a reply, is stopped, or fails. Retries cost time and tokens
// but write no line in any version.

import { splitBlock } from "../../scenario/play/pieces.ts";
import type { PlainReply } from "../../scenario/play/reply.ts";
import type { ApiError } from "../../scenario/types.ts";
import { toBilledUsage, noUsage, getReplyUsage, toCutUsage } from "../sessions/accounting.ts";
import type { AgentState } from "./agent-state.ts";
import { replyAsAgent, type AgentReply } from "./reply-as-agent.ts";
import { toAbandonedOutcome } from "../model/request-model.ts";
import {
  toFailure,
  isRetryable,
  MAX_RETRIES,
  computeRetryDelay,
  reportRateLimit,
  type Failure,
} from "../model/api-failures.ts";
import { pause } from "../sessions/session.ts";

export type AgentResponse =
  | { readonly kind: "replied"; readonly written: AgentReply }
  | { readonly kind: "stopped" }
  /** `isPartial`: this reply had text before it failed, which the caller gets. */
  | { readonly kind: "failed"; readonly failure: Failure; readonly isPartial: boolean };

export async function requestAsAgent(run: AgentState, reply: PlainReply): Promise<AgentResponse> {
  const { session } = run;
  const { signal } = run.self;
  await pause(session, reply.delayMs ?? 0, signal);
  if (!signal.aborted && reply.hang === true)
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  if (signal.aborted) return { kind: "stopped" };
  const way = reply.error === undefined ? "streamed" : await retryUntilAccepted(run, reply, reply.error);
  if (typeof way !== "string") return way;
  if (way === "at-once" || reply.breakAfterPieces === undefined) return replyWhole(run, reply, way);
  return recoverBroken(run, reply);
}

/** Retries until the API has refused as often as the scenario asks for. */
async function retryUntilAccepted(
  run: AgentState,
  reply: PlainReply,
  error: ApiError,
): Promise<"streamed" | "at-once" | AgentResponse> {
  const { session } = run;
  const { signal } = run.self;
  const maxRetries = session.options.maxRetries ?? MAX_RETRIES;
  const times = error.times ?? Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= times; attempt += 1) {
    if (!isRetryable(session, error, reply.rateLimit) || attempt > maxRetries) {
      await run.self.schedule(() => reportRateLimit(session, reply));
      return { kind: "failed", failure: toFailure(session, error, reply.rateLimit), isPartial: false };
    }
    await pause(session, computeRetryDelay(session, attempt, error), signal);
    if (signal.aborted) return { kind: "stopped" };
  }
  return session.ordering.retriesStreaming ? "streamed" : "at-once";
}

/** Handles a broken connection with the same effects for the host as in the main agent. */
async function recoverBroken(run: AgentState, reply: PlainReply): Promise<AgentResponse> {
  const { session, self } = run;
  const { ordering } = session;
  const isGivenUp = ordering.brokenStream === "fallback";
  // 2.1.120 sends the request again like older versions, and runs the calls of both replies.
  const runsCalls = !isGivenUp || session.quirks.has("runsAbandonedAgentCalls");
  const blocks = selectFinishedBlocks(reply);
  const cut = await replyAsAgent(run, { ...reply, blocks }, { way: "cut", runsCalls });
  if (ordering.countsCut !== "none") session.accounting.count(session.model, toCutUsage(getReplyUsage(reply)));
  if (self.signal.aborted) return { kind: "stopped" };
  if (isGivenUp) {
    if (ordering.endsAbandonedCalls)
      await self.schedule(() => {
        for (const call of cut.calls) self.write(session.lines.toolResult(toAbandonedOutcome(call), run.agent));
      });
    return replyWhole(run, reply, "at-once", cut.running);
  }
  if (cut.calls.length > 0) return { kind: "replied", written: cut };
  if (blocks.length > 0 && ordering.brokenStream === "retried") {
    const failure = { text: session.texts.connectionLost, error: { kind: "server_error" } };
    return { kind: "failed", failure, isPartial: blocks.some((block) => "text" in block) };
  }
  if (blocks.length === 0) await pause(session, computeRetryDelay(session, 1, undefined), self.signal);
  return self.signal.aborted ? { kind: "stopped" } : replyWhole(run, reply, "streamed");
}

/** Returns the blocks that arrived whole. As in the main agent, a block is cut if the connection broke at its last piece. */
function selectFinishedBlocks({ blocks, pieceLength, breakAfterPieces = 0 }: PlainReply): PlainReply["blocks"] {
  let pieces = 0;
  const index = blocks.findIndex((block) => {
    pieces += splitBlock(block, pieceLength).length;
    return pieces >= breakAfterPieces;
  });
  return index < 0 ? blocks : blocks.slice(0, index);
}

async function replyWhole(
  run: AgentState,
  reply: PlainReply,
  way: "streamed" | "at-once",
  before: readonly Promise<void>[] = [],
): Promise<AgentResponse> {
  const { session } = run;
  const { accounting, ordering, model } = session;
  if (way === "streamed") accounting.count(model, toBilledUsage(ordering, getReplyUsage(reply)));
  else if (ordering.countsFallback !== "none") accounting.count(model, getReplyUsage(reply));
  // 1.0.128 still lists the model.
  else if (ordering.countsCut === "total") accounting.count(model, noUsage);
  const written = await replyAsAgent(run, reply, { way, runsCalls: true });
  if (reply.rateLimit !== undefined) await run.self.schedule(() => reportRateLimit(session, reply));
  return { kind: "replied", written: { ...written, running: [...before, ...written.running] } };
}
