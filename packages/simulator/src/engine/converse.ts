// The conversation of one turn: the model answers, its calls are carried out, it answers again, until nothing is left to
// do or a limit is reached.

import type { PlainReply } from "../scenario/reply.ts";
import { nothingLeft } from "../scenario/script.ts";
import { afterWords, tellLimits, type Course } from "./after-words.ts";
import { usageOf } from "./accounting.ts";
import { ask, type Asked } from "./ask.ts";
import { followBroken } from "./broken-call.ts";
import { budgetEnding, cutEnding, deferredEnding, endTools, successEnding, type Ending } from "./endings.ts";
import { closeCut } from "./interrupt.ts";
import { mainCaller } from "./main-caller.ts";
import { takeMidTurn } from "./mid-turn.ts";
import { isExhausted, MAX_STRUCTURED_TRIES } from "./structured.ts";
import { runCall } from "./tools.ts";
import { tell, type Turn } from "./turn-state.ts";

export async function converse(turn: Turn): Promise<Ending> {
  const course: Course = { superseded: [], malformed: 0, refusals: 0, hasAskedForVisible: false, hasStopped: false };
  const { options } = turn.session;
  for (;;) {
    if (options.maxTurns !== undefined && turn.requests >= options.maxTurns) {
      return { outcome: { kind: "max-turns", limit: options.maxTurns } };
    }
    const reply = turn.script.next() ?? nothingLeft;
    const running: Promise<void>[] = [];
    const asked = await ask(turn, reply, {
      more: course.superseded.length === 0 ? undefined : { supersedes: course.superseded },
      onBlocks: (stream) => tellLimits(stream, reply),
      onCall: (stream, call) => running.push(runCall(mainCaller(turn, running, stream), call)),
    });
    course.superseded = [];
    const ending = await follow(turn, course, reply, asked, running);
    if (ending !== undefined) return ending;
  }
}

/** Undefined: the model is asked again. */
async function follow(
  turn: Turn,
  course: Course,
  reply: PlainReply,
  asked: Asked,
  running: readonly Promise<void>[],
): Promise<Ending | undefined> {
  const { session } = turn;
  if (asked.kind === "failed") {
    const { text, error, terminalReason } = asked.failure;
    tell(turn, session.lines.synthetic(text, error));
    turn.stopReason = "stop_sequence";
    return {
      outcome: { kind: "success", text, isError: true, error },
      ...(terminalReason === undefined ? {} : { terminalReason }),
    };
  }
  if (asked.kind === "cut") {
    if (running.length > 0) asked.spoken?.stream.end();
    closeCut(turn, asked.spoken);
    await Promise.all(running);
    return cutEnding(turn);
  }
  if (asked.kind === "partly") return followBroken(turn, asked.spoken, running);
  const { stream, calls } = asked.spoken;
  const spent = budgetEnding(turn, usageOf(reply));
  if (spent === undefined || !session.order.budgetCutsMessage) turn.stopReason = reply.stopReason;
  if (spent !== undefined) {
    turn.isSilent = true;
    turn.abort.abort();
    await Promise.all(running);
    return spent;
  }
  if (calls.length > 0) {
    turn.cutDuring = "tools";
    await Promise.all(running);
    if (turn.cut !== undefined) return endTools(turn);
    turn.cutDuring = "streaming";
    return afterTools(turn);
  }
  return afterWords(turn, course, reply, stream);
}

function afterTools(turn: Turn): Ending | undefined {
  const { session } = turn;
  if (isExhausted(turn)) {
    const limit = MAX_STRUCTURED_TRIES;
    return { outcome: { kind: "max-structured-retries", limit, lastError: turn.structuredError } };
  }
  if (turn.structured !== undefined && session.order.endsWithStructured) {
    turn.lastText = JSON.stringify(turn.structured);
    return successEnding(turn);
  }
  if (turn.deferred !== undefined) return deferredEnding(turn, turn.deferred);
  if (turn.stopped) return successEnding(turn);
  takeMidTurn(turn);
  return undefined;
}
