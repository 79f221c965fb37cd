// One session's events as the input of another. The shell's `claude … | claude …` hands on every line; the CLI takes only
// user messages on its stdin (docs/decisions/0015), so what was said and done arrives as a text, in one of them.

import { initialState, reduce, type Event } from "@unspool/protocol";
import { SYSTEM_CLOCK } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import type { TurnOptions } from "../options/types.ts";
import type { Prompt, Session } from "../session/types.ts";
import type { TurnFailure } from "../turn/failure.ts";
import { DeferredTurn } from "../turn/deferred-turn.ts";
import type { ResultOf, Turn } from "../turn/types.ts";
import { withMaterial } from "./material.ts";
import { renderSession } from "./render-session.ts";
import { messageOf } from "../message-of.ts";

export interface PipeOptions extends TurnOptions {
  /** What the second session is to do with it. */
  readonly prompt: Prompt;
  /** Of what is longer, the middle is left out. @default 200000, about 50,000 tokens */
  readonly maxChars?: number;
}

/**
 * Reads the source to its end, then asks the session. The turn is queued until then; it fails without asking when the
 * source fails.
 * @param source a turn, or any events: of a session (until it is closed), of a file
 */
export function pipeTo<Data, Rejects extends boolean = true>(
  source: AsyncIterable<Event>,
  session: Pick<Session<Data>, "ask">,
  { prompt, maxChars = 200_000, ...turnOptions }: PipeOptions & { readonly reject?: Rejects },
): Turn<Data, ResultOf<Data, Rejects>> {
  if (!(maxChars >= 1000)) {
    const message = `The option \`maxChars\` must be a number from 1000 on; it is ${String(maxChars)}.`;
    throw new ClaudeError("invalid-option", message, { option: "maxChars", value: maxChars });
  }
  // At once: a turn does not keep its events for ever.
  const events = source[Symbol.asyncIterator]();
  const turn = new DeferredTurn<Data>({
    turn: turnOptions,
    clock: SYSTEM_CLOCK,
    place: () => 0,
    // A generator leaves when its next event has come; nobody waits for that.
    onWithdrawn: () => void (async () => events.return?.())().catch(() => undefined),
  });
  const read = async (): Promise<void> => {
    let state = initialState();
    for (let next = await events.next(); next.done !== true; next = await events.next())
      state = reduce(state, next.value);
    if (turn.status !== "queued") return;
    const options: TurnOptions = turnOptions;
    turn.begin(session.ask(withMaterial(prompt, TITLE, renderSession(state, maxChars)), options) as Turn<Data>);
  };
  read().catch((error: unknown) => turn.refuse(failureOf(error)));
  return turn;
}

const TITLE = "Below is what another session of Claude said and did.";

function failureOf(error: unknown): TurnFailure {
  const reason = messageOf(error);
  const code = error instanceof ClaudeError ? error.code : "turn-failed";
  return { code, message: `What was to be piped failed, so nothing was asked: ${reason}`, cause: error };
}
