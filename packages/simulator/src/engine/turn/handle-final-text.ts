// Handles a reply without tool calls: it ends the turn, or gives a reason to ask the model once more.

import type { PlainReply } from "../../scenario/play/reply.ts";
import type { NoteExtras } from "../lines/lines.ts";
import type { ReplyStream } from "../model/reply-stream.ts";
import { endCut, endInError, endInSuccess, type Ending } from "./turn-endings.ts";
import { callHooks, hasHook } from "../hooks/hooks.ts";
import { formatModelName } from "../versions/models.ts";
import type { Session } from "../sessions/session.ts";
import { getEnforcement, MAX_STRUCTURED_ATTEMPTS } from "../model/structured-output.ts";
import { writeTurnLine, type Turn } from "../sessions/turn-state.ts";
import * as texts from "../versions/texts.ts";

/** The state that a turn keeps from one reply to the next. */
export interface LoopState {
  /** Lines that the next reply replaces. */
  superseded: readonly string[];
  malformed: number;
  refusals: number;
  hasAskedForVisible: boolean;
  hasStopped: boolean;
}

export async function handleFinalText(
  turn: Turn,
  state: LoopState,
  reply: PlainReply,
  stream: ReplyStream,
): Promise<Ending | undefined> {
  const { session } = turn;
  const { lines, ordering } = session;
  const note = (text: string, more: NoteExtras = {}): undefined => {
    writeTurnLine(turn, lines.userNote(text, { isSynthetic: true, ...more }));
  };
  const { stopReason } = reply;
  if (stopReason === "max_tokens") {
    if (ordering.maxTokens === "noted") return note(texts.TOKEN_LIMIT);
    if (ordering.maxTokens !== "error") return undefined;
    return endInError(turn, session.texts.tokenLimitError);
  }
  if (stopReason === "refusal") {
    state.refusals += 1;
    if (ordering.refusal === "error" || state.refusals > 1) {
      const text = session.texts.refusalError;
      if (ordering.refusal !== "error")
        writeTurnLine(turn, lines.synthetic(text, { kind: "invalid_request" }, { stop_reason: "refusal" }));
      return endInError(turn, text);
    }
    const content = `${formatModelName(session.model)}'s safeguards stopped the response above · continuing once with that noted`;
    session.output.write(lines.system("informational", { content, level: "notice" }));
    return note(texts.REFUSED, { refused_message_id: stream.message.id });
  }
  if (stopReason === "tool_use" && ordering.malformedCall !== "ends")
    return handleMalformedCall(turn, state, stream, note);
  if (
    turn.lastText.trim() === "" &&
    stream.lineUuids.length === 0 &&
    ordering.asksForVisible &&
    !state.hasAskedForVisible
  ) {
    state.hasAskedForVisible = true;
    return note(texts.NOT_VISIBLE);
  }
  const insists = getEnforcement(turn);
  if (insists === "gives-up") {
    session.host.writeStderr(
      "unspool-claude: warning: the scenario never gives the required structured output; this version of the real CLI would ask forever\n",
    );
    return { outcome: { kind: "max-structured-retries", limit: MAX_STRUCTURED_ATTEMPTS } };
  }
  if (insists === "insists") {
    turn.enforcements += 1;
    note(session.texts.enforceStructured);
    if (ordering.enforcesByHook) writeStopError(session);
    return undefined;
  }
  if (await runStopHooks(turn, state)) return undefined;
  if (turn.cut !== undefined) return endCut(turn);
  if (turn.followUp !== undefined) {
    turn.script = turn.followUp;
    turn.followUp = undefined;
    return undefined;
  }
  return endInSuccess(turn);
}

function handleMalformedCall(
  turn: Turn,
  state: LoopState,
  stream: ReplyStream,
  note: (text: string, more?: NoteExtras) => undefined,
): Ending | undefined {
  const { session } = turn;
  const { ordering, lines } = session;
  state.malformed += 1;
  const isRetracted = ordering.malformedCall === "retracted";
  if (state.malformed > 2) {
    const text = texts.MALFORMED_EXHAUSTED;
    writeTurnLine(turn, lines.synthetic(text, { kind: "", code: "malformed_tool_use_exhausted" }));
    turn.stopReason = "stop_sequence";
    return { outcome: { kind: "success", text, isError: true }, terminalReason: "malformed_tool_use_exhausted" };
  }
  if (!isRetracted) return note(session.texts.malformed);
  state.superseded = [...stream.lineUuids];
  return note(session.texts.malformed, { retracted_message_uuids: state.superseded });
}

/** Runs the Stop hooks. Returns true if one makes the model continue. */
async function runStopHooks(turn: Turn, state: LoopState): Promise<boolean> {
  const { session } = turn;
  if (!hasHook(session, "Stop")) return false;
  const decision = await callHooks(session, {
    event: "Stop",
    input: { stop_hook_active: state.hasStopped },
    signal: turn.abort.signal,
  });
  const isCommand = decision.isCommand === true;
  // A command hook always decides the same: once the scenario has no replies left, it would block forever.
  const isEndless = isCommand && state.hasStopped && turn.script.left === 0;
  state.hasStopped = true;
  if (decision.decision !== "deny" || decision.stops || isEndless || turn.abort.signal.aborted) return false;
  const text = session.texts.stopFeedback(decision.reason);
  writeTurnLine(turn, session.lines.userNote(text, { isSynthetic: true }));
  if (isCommand) writeStopError(session);
  return true;
}

function writeStopError(session: Session): void {
  const notice = { key: "stop-hook-error", text: session.texts.stopError, priority: "immediate" };
  session.output.write(session.lines.system("notification", notice));
}

/** Writes the error lines with which old versions replace a reply that was too long or refused. */
export function writeLimitErrors({ turn }: ReplyStream, { stopReason }: PlainReply): void {
  const { lines, ordering } = turn.session;
  const text = turn.session.texts;
  if (stopReason === "max_tokens" && ordering.maxTokens.startsWith("error"))
    writeTurnLine(turn, lines.synthetic(text.tokenLimitError, { kind: "" }));
  if (stopReason !== "refusal" || ordering.refusal !== "error") return;
  writeTurnLine(turn, lines.synthetic(text.refusalError, { kind: "invalid_request" }));
}
