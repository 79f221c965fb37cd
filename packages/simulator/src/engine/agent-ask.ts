// One request of a sub-agent to the model, until its answer stands, it was stopped, or the CLI gives up. What goes wrong
// on the way costs time and tokens and is never told: no version writes a line about a retry of an agent.

import { piecesOfBlock } from "../scenario/pieces.ts";
import type { PlainReply } from "../scenario/reply.ts";
import type { ApiError } from "../scenario/types.ts";
import { billedUsage, noUsage, usageOf, usageOfCut } from "./accounting.ts";
import type { AgentRun } from "./agent-run.ts";
import { sayAsAgent, type AgentSaid } from "./agent-say.ts";
import { voidOutcome } from "./ask.ts";
import { failureOf, isWorthRetrying, MAX_RETRIES, retryDelay, tellRateLimit, type Failure } from "./failures.ts";
import { mannersOf } from "./manners.ts";
import { pause } from "./session.ts";
import { wordsOf } from "./words.ts";

export type AgentAsked =
  | { readonly kind: "said"; readonly said: AgentSaid }
  | { readonly kind: "stopped" }
  /** `isPartial`: it had said something in this very answer, which is handed on. */
  | { readonly kind: "failed"; readonly failure: Failure; readonly isPartial: boolean };

export async function askAsAgent(run: AgentRun, reply: PlainReply): Promise<AgentAsked> {
  const { session } = run;
  const { signal } = run.self;
  await pause(session, reply.delayMs ?? 0, signal);
  if (!signal.aborted && reply.hang === true)
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  if (signal.aborted) return { kind: "stopped" };
  const way = reply.error === undefined ? "streamed" : await overcome(run, reply, reply.error);
  if (typeof way !== "string") return way;
  if (way === "at-once" || reply.breakAfterPieces === undefined) return whole(run, reply, way);
  return mend(run, reply);
}

/** Tries again until the API has refused as often as the scenario says. */
async function overcome(
  run: AgentRun,
  reply: PlainReply,
  error: ApiError,
): Promise<"streamed" | "at-once" | AgentAsked> {
  const { session } = run;
  const { signal } = run.self;
  const maxRetries = session.options.maxRetries ?? MAX_RETRIES;
  const times = error.times ?? Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= times; attempt += 1) {
    if (!isWorthRetrying(session, error, reply.rateLimit) || attempt > maxRetries) {
      await run.self.act(() => tellRateLimit(session, reply));
      return { kind: "failed", failure: failureOf(session, error, reply.rateLimit), isPartial: false };
    }
    await pause(session, retryDelay(session, attempt, error), signal);
    if (signal.aborted) return { kind: "stopped" };
  }
  return session.order.retriesStreaming ? "streamed" : "at-once";
}

/** What a broken connection leads to: the same as for the main agent, as far as it is seen. */
async function mend(run: AgentRun, reply: PlainReply): Promise<AgentAsked> {
  const { session, self } = run;
  const { order } = session;
  const isGivenUp = order.brokenStream === "fallback";
  // 2.1.120 asks once more like those before it, and carries out the calls of both answers.
  const runsCalls = !isGivenUp || mannersOf(session.options.version).choose({ "1.0.128": false, "2.1.120": true });
  const blocks = finishedBlocks(reply);
  const cut = await sayAsAgent(run, { ...reply, blocks }, { way: "cut", runsCalls });
  if (order.countsCut !== "none") session.accounting.count(session.model, usageOfCut(usageOf(reply)));
  if (self.signal.aborted) return { kind: "stopped" };
  if (isGivenUp) {
    if (order.endsVoidCalls)
      await self.act(() => {
        for (const call of cut.calls) self.write(session.lines.toolResult(voidOutcome(call), run.agent));
      });
    return whole(run, reply, "at-once", cut.running);
  }
  if (cut.calls.length > 0) return { kind: "said", said: cut };
  if (blocks.length > 0 && order.brokenStream === "retried") {
    const failure = { text: wordsOf(session).connectionLost, error: { kind: "server_error" } };
    return { kind: "failed", failure, isPartial: blocks.some((block) => "text" in block) };
  }
  if (blocks.length === 0) await pause(session, retryDelay(session, 1, undefined), self.signal);
  return self.signal.aborted ? { kind: "stopped" } : whole(run, reply, "streamed");
}

/** As in the main agent's stream, a block is whole when its last piece is not the one the connection broke at. */
function finishedBlocks({ blocks, pieceLength, breakAfterPieces = 0 }: PlainReply): PlainReply["blocks"] {
  let pieces = 0;
  const place = blocks.findIndex((block) => {
    pieces += piecesOfBlock(block, pieceLength).length;
    return pieces >= breakAfterPieces;
  });
  return place < 0 ? blocks : blocks.slice(0, place);
}

async function whole(
  run: AgentRun,
  reply: PlainReply,
  way: "streamed" | "at-once",
  before: readonly Promise<void>[] = [],
): Promise<AgentAsked> {
  const { session } = run;
  const { accounting, order, model } = session;
  if (way === "streamed") accounting.count(model, billedUsage(order, usageOf(reply)));
  else if (order.countsFallback !== "none") accounting.count(model, usageOf(reply));
  // 1.0.128 names the model all the same.
  else if (order.countsCut === "total") accounting.count(model, noUsage);
  const said = await sayAsAgent(run, reply, { way, runsCalls: true });
  if (reply.rateLimit !== undefined) await run.self.act(() => tellRateLimit(session, reply));
  return { kind: "said", said: { ...said, running: [...before, ...said.running] } };
}
