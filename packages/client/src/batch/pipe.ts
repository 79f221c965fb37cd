// Pipes the events of one session into another. The shell's `claude … | claude …` would pass every line, but the CLI accepts
// only user messages on its stdin (docs/decisions/0015). So the first session arrives as text in one user message.

import { initialState, reduce, type Event } from "@unspool/protocol";
import { getErrorMessage } from "@unspool/protocol/kit";
import { SYSTEM_CLOCK } from "../clock.ts";
import { ClaudeError } from "../errors.ts";
import type { TurnOptions } from "../options/options.ts";
import type { Prompt, Session } from "../session/types.ts";
import type { TurnFailure } from "../turn/failure.ts";
import { DeferredTurn } from "../turn/deferred-turn.ts";
import type { ResultOf, Turn } from "../turn/types.ts";
import { quoteAsContext } from "./quote-as-context.ts";
import { renderSession } from "./render-session.ts";

export interface PipeOptions extends TurnOptions {
  /** What the second session should do with the text of the first. */
  readonly prompt: Prompt;
  /** Characters of the text. The middle of a longer one is left out. @default 200000, about 50,000 tokens */
  readonly maxChars?: number;
}

/**
 * Reads the source to its end, then asks the session. The turn is queued until then. If the source fails, nothing is asked
 * and the turn fails.
 * @param source a turn, or any events: of a session (until it closes), of a file
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
  // Reads at once, because a turn does not keep its events for ever.
  const events = source[Symbol.asyncIterator]();
  const turn = new DeferredTurn<Data>({
    turn: turnOptions,
    clock: SYSTEM_CLOCK,
    queuePosition: () => 0,
    // Not awaited: a generator returns only when its next event has come.
    onWithdrawn: () => void (async () => events.return?.())().catch(() => undefined),
  });
  const read = async (): Promise<void> => {
    let state = initialState();
    for (let next = await events.next(); next.done !== true; next = await events.next())
      state = reduce(state, next.value);
    if (turn.status !== "queued") return;
    const options: TurnOptions = turnOptions;
    turn.begin(session.ask(quoteAsContext(prompt, TITLE, renderSession(state, maxChars)), options) as Turn<Data>);
  };
  read().catch((error: unknown) => turn.refuse(toFailure(error)));
  return turn.handle;
}

const TITLE = "Below is what another session of Claude said and did.";

function toFailure(error: unknown): TurnFailure {
  const reason = getErrorMessage(error);
  const code = error instanceof ClaudeError ? error.code : "turn-failed";
  return { code, message: `The source of the pipe failed, so nothing was asked: ${reason}`, cause: error };
}
