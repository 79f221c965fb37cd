// What follows an answer without a call: the end of the turn, or a reason to ask the model once more.

import type { JsonObject } from "../json.ts";
import type { PlainReply } from "../scenario/reply.ts";
import type { AnswerStream } from "./answer-stream.ts";
import { cutEnding, errorEnding, successEnding, type Ending } from "./endings.ts";
import { callHooks, hasHook } from "./hooks.ts";
import { modelName } from "./model-name.ts";
import type { Session } from "./session.ts";
import { insistence, MAX_STRUCTURED_TRIES } from "./structured.ts";
import { tell, type Turn } from "./turn-state.ts";
import * as words from "./words.ts";

/** What is remembered from one answer of a turn to the next. */
export interface Course {
  /** Lines that the next answer takes the place of. */
  superseded: readonly string[];
  malformed: number;
  refusals: number;
  hasAskedForVisible: boolean;
  hasStopped: boolean;
}

export async function afterWords(
  turn: Turn,
  course: Course,
  reply: PlainReply,
  stream: AnswerStream,
): Promise<Ending | undefined> {
  const { session } = turn;
  const { lines, order } = session;
  const note = (text: string, more: JsonObject = {}): undefined => {
    tell(turn, lines.userNote(text, { isSynthetic: true, ...more }));
  };
  const { stopReason } = reply;
  if (stopReason === "max_tokens") {
    if (order.maxTokens === "noted") return note(words.TOKEN_LIMIT);
    if (order.maxTokens !== "error") return undefined;
    return errorEnding(turn, words.wordsOf(session).tokenLimitError);
  }
  if (stopReason === "refusal") {
    course.refusals += 1;
    if (order.refusal === "error" || course.refusals > 1) {
      const text = words.wordsOf(session).refusalError;
      if (order.refusal !== "error")
        tell(turn, lines.synthetic(text, { kind: "invalid_request" }, { stop_reason: "refusal" }));
      return errorEnding(turn, text);
    }
    const content = `${modelName(session.model)}'s safeguards stopped the response above · continuing once with that noted`;
    session.output.write(lines.system("informational", { content, level: "notice" }));
    return note(words.REFUSED, { refused_message_id: stream.message.id });
  }
  if (stopReason === "tool_use" && order.malformedCall !== "ends") return afterMalformed(turn, course, stream, note);
  if (
    turn.lastText.trim() === "" &&
    stream.lineUuids.length === 0 &&
    order.asksForVisible &&
    !course.hasAskedForVisible
  ) {
    course.hasAskedForVisible = true;
    return note(words.NOT_VISIBLE);
  }
  const insists = insistence(turn);
  if (insists === "gives-up") {
    session.host.complain(
      "unspool-claude: warning: the scenario never gives the structured output that is asked for; this version of the real CLI would insist for ever\n",
    );
    return { outcome: { kind: "max-structured-retries", limit: MAX_STRUCTURED_TRIES } };
  }
  if (insists === "insists") {
    turn.insisted += 1;
    note(words.wordsOf(session).enforceStructured);
    if (order.insistsByHook) tellStopError(session);
    return undefined;
  }
  if (await stopHooksBlock(turn, course)) return undefined;
  if (turn.cut !== undefined) return cutEnding(turn);
  if (turn.askAgain !== undefined) {
    turn.script = turn.askAgain;
    turn.askAgain = undefined;
    return undefined;
  }
  return successEnding(turn);
}

function afterMalformed(
  turn: Turn,
  course: Course,
  stream: AnswerStream,
  note: (text: string, more?: JsonObject) => undefined,
): Ending | undefined {
  const { session } = turn;
  const { order, lines } = session;
  course.malformed += 1;
  const isRetracted = order.malformedCall === "retracted";
  if (course.malformed > 2) {
    const text = words.MALFORMED_EXHAUSTED;
    tell(turn, lines.synthetic(text, { kind: "", code: "malformed_tool_use_exhausted" }));
    turn.stopReason = "stop_sequence";
    return { outcome: { kind: "success", text, isError: true }, terminalReason: "malformed_tool_use_exhausted" };
  }
  if (!isRetracted) return note(words.wordsOf(session).malformed);
  course.superseded = [...stream.lineUuids];
  return note(words.wordsOf(session).malformed, { retracted_message_uuids: course.superseded });
}

/** Whether a hook sends the model back to work. */
async function stopHooksBlock(turn: Turn, course: Course): Promise<boolean> {
  const { session } = turn;
  if (!hasHook(session, "Stop")) return false;
  const decision = await callHooks(session, {
    event: "Stop",
    input: { stop_hook_active: course.hasStopped },
    signal: turn.abort.signal,
  });
  const isCommand = decision.isCommand === true;
  // A host may think better of it; a command that has not changed would send back a model with nothing to say for ever.
  const isEndless = isCommand && course.hasStopped && turn.script.left === 0;
  course.hasStopped = true;
  if (decision.decision !== "deny" || decision.stops || isEndless || turn.abort.signal.aborted) return false;
  const text = words.wordsOf(session).stopFeedback(decision.reason);
  tell(turn, session.lines.userNote(text, { isSynthetic: true }));
  if (isCommand) tellStopError(session);
  return true;
}

function tellStopError(session: Session): void {
  const notice = { key: "stop-hook-error", text: words.wordsOf(session).stopError, priority: "immediate" };
  session.output.write(session.lines.system("notification", notice));
}

/** Where old versions say in the model's place that its answer was too long or refused. */
export function tellLimits({ turn }: AnswerStream, { stopReason }: PlainReply): void {
  const { lines, order } = turn.session;
  const text = words.wordsOf(turn.session);
  if (stopReason === "max_tokens" && order.maxTokens.startsWith("error"))
    tell(turn, lines.synthetic(text.tokenLimitError, { kind: "" }));
  if (stopReason !== "refusal" || order.refusal !== "error") return;
  tell(turn, lines.synthetic(text.refusalError, { kind: "invalid_request" }));
}
