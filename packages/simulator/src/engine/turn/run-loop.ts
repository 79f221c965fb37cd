// The loop of one turn: the model replies, its calls run, it replies again, until nothing is left to do or a limit is
// reached.

import type { PlainReply } from "../../scenario/play/reply.ts";
import { nothingLeft } from "../../scenario/play/script.ts";
import { handleFinalText, writeLimitErrors, type LoopState } from "./handle-final-text.ts";
import { getReplyUsage } from "../sessions/accounting.ts";
import { requestModel, type ModelResponse } from "../model/request-model.ts";
import { handleBrokenStream } from "./broken-stream.ts";
import {
  endIfOverBudget,
  endCut,
  endDeferred,
  endInterruptedTools,
  endInSuccess,
  type Ending,
} from "./turn-endings.ts";
import { closeInterrupted } from "../model/close-interrupted.ts";
import { createMainCaller } from "./main-caller.ts";
import { isExhausted, MAX_STRUCTURED_ATTEMPTS } from "../model/structured-output.ts";
import { runCall } from "../tools/run-call.ts";
import { writeTurnLine, type Turn } from "../sessions/turn-state.ts";

export async function runLoop(turn: Turn): Promise<Ending> {
  const state: LoopState = { superseded: [], malformed: 0, refusals: 0, hasAskedForVisible: false, hasStopped: false };
  const { options } = turn.session;
  for (;;) {
    if (options.maxTurns !== undefined && turn.requests >= options.maxTurns) {
      return { outcome: { kind: "max-turns", limit: options.maxTurns } };
    }
    const reply = turn.script.next() ?? nothingLeft;
    const running: Promise<void>[] = [];
    const response = await requestModel(turn, reply, {
      more: state.superseded.length === 0 ? undefined : { supersedes: state.superseded },
      onBlocks: (stream) => writeLimitErrors(stream, reply),
      onCall: (stream, call) => running.push(runCall(createMainCaller(turn, running, stream), call)),
    });
    state.superseded = [];
    const ending = await handleResponse(turn, state, reply, response, running);
    if (ending !== undefined) return ending;
  }
}

/** Returns `undefined` if the model is to be asked again. */
async function handleResponse(
  turn: Turn,
  state: LoopState,
  reply: PlainReply,
  response: ModelResponse,
  running: readonly Promise<void>[],
): Promise<Ending | undefined> {
  const { session } = turn;
  if (response.kind === "failed") {
    const { text, error, terminalReason } = response.failure;
    writeTurnLine(turn, session.lines.synthetic(text, error));
    turn.stopReason = "stop_sequence";
    return {
      outcome: { kind: "success", text, isError: true, error },
      ...(terminalReason === undefined ? {} : { terminalReason }),
    };
  }
  if (response.kind === "cut") {
    if (running.length > 0) response.streamed?.stream.end();
    closeInterrupted(turn, response.streamed);
    await Promise.all(running);
    return endCut(turn);
  }
  if (response.kind === "partial") return handleBrokenStream(turn, response.streamed, running);
  const { stream, calls } = response.streamed;
  const spent = endIfOverBudget(turn, getReplyUsage(reply));
  if (spent === undefined || !session.ordering.budgetCutsMessage) turn.stopReason = reply.stopReason;
  if (spent !== undefined) {
    turn.isMuted = true;
    turn.abort.abort();
    await Promise.all(running);
    return spent;
  }
  if (calls.length > 0) {
    turn.cutDuring = "tools";
    await Promise.all(running);
    if (turn.cut !== undefined) return endInterruptedTools(turn);
    turn.cutDuring = "streaming";
    return handleToolResults(turn);
  }
  return handleFinalText(turn, state, reply, stream);
}

function handleToolResults(turn: Turn): Ending | undefined {
  const { session } = turn;
  if (isExhausted(turn)) {
    const limit = MAX_STRUCTURED_ATTEMPTS;
    return { outcome: { kind: "max-structured-retries", limit, lastError: turn.structuredError } };
  }
  if (turn.structured !== undefined && session.ordering.endsWithStructured) {
    turn.lastText = JSON.stringify(turn.structured);
    return endInSuccess(turn);
  }
  if (turn.deferred !== undefined) return endDeferred(turn, turn.deferred);
  if (turn.isStopped) return endInSuccess(turn);
  takeMidTurnPrompts(turn);
  return undefined;
}

/** Takes prompts that arrived during the turn: the model reads them with the results of its tools or after its last reply. */
function takeMidTurnPrompts(turn: Turn): void {
  const { session } = turn;
  const { lines, output, ordering, options } = session;
  if (ordering.midTurn === "next-turn") return;
  const prompts = session.queue.takeForTurn();
  if (prompts.length === 0) return;
  if (options.replaysUser) for (const prompt of prompts) output.write(lines.userReplay(prompt.content, prompt.uuid));
  for (const prompt of prompts) {
    if (prompt.uuid !== undefined) output.write(lines.commandLifecycle(prompt.uuid, "started"));
  }
  turn.midTurnPrompts.push(...prompts);
  turn.uuids = [...turn.uuids, ...prompts.flatMap((prompt) => prompt.uuid ?? [])];
  if (ordering.midTurn === "asked-again") {
    turn.followUp = session.script.turnFor(prompts.map((prompt) => prompt.text).join("\n"));
  }
}
