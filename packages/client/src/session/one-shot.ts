// One turn on a process of its own, and again on another one if it is to be retried.

import { SYSTEM_CLOCK } from "../clock.ts";
import { budgetOf } from "../guard/budget.ts";
import type { AskOptions, SessionOptions, TurnOptions } from "../options/types.ts";
import { sawEffect } from "../turn/effects.ts";
import { RetryingTurn, type Attempt } from "../turn/retrying-turn.ts";
import type { Turn } from "../turn/types.ts";
import { endsSoon } from "./ending.ts";
import { createSession } from "./session.ts";
import type { Prompt, Session } from "./types.ts";

type OneShotOptions = Omit<AskOptions, keyof TurnOptions>;

/** @param fork how a fork of the session is opened */
export function askInNewSession<Data>(
  prompt: Prompt,
  { retry = false, ...options }: OneShotOptions,
  turn: TurnOptions,
  fork: (options: SessionOptions) => Session<Data>,
): Turn<Data> {
  const ask = (session: Session<Data>, turnOptions: TurnOptions): Turn<Data> => {
    const asked = session.ask(prompt, turnOptions) as Turn<Data>;
    const ended = endWhenIdle(session);
    const tell = (): void => endsSoon(session.id, ended);
    asked.then(tell, tell);
    return asked;
  };
  if (retry === false || isCommand(prompt)) return ask(createSession<Data>(options, fork, true), turn);
  const clock = options.clock ?? SYSTEM_CLOCK;
  // One for all attempts.
  const budget = options.budget === undefined ? undefined : budgetOf(options.budget, clock);
  const begin = (): Attempt<Data> => {
    const session = createSession<Data>({ ...options, ...(budget === undefined ? {} : { budget }) }, fork, true);
    // Before the session says anything: nothing of it is kept for readers that come later.
    const hadEffect = sawEffect(session.events);
    return { turn: ask(session, { ...turn, reject: false }), hadEffect };
  };
  const mayBegin = (): boolean => budget?.isExceeded !== true;
  return new RetryingTurn<Data>({ turn, retry: retry === true ? {} : retry, clock, begin, mayBegin });
}

/** A slash command may run commands of the shell that no event tells of. */
function isCommand(prompt: Prompt): boolean {
  const texts = typeof prompt === "string" ? [prompt] : prompt.map((block) => ("text" in block ? block.text : ""));
  return texts.some((text) => typeof text === "string" && text.trimStart().startsWith("/"));
}

/** The input stays open while background tasks live; then the process ends. */
async function endWhenIdle<Data>(session: Session<Data>): Promise<void> {
  await session.idle().catch(() => undefined);
  await session.close();
}
