// One turn in a session and process of its own, and in another one for each retry.

import { SYSTEM_CLOCK } from "../clock.ts";
import { toBudget } from "../limits/budget.ts";
import type { AskOptions, SessionOptions, TurnOptions } from "../options/options.ts";
import { hasEffect } from "../turn/effects.ts";
import { RetryingTurn, type Attempt } from "../turn/retrying-turn.ts";
import type { Turn } from "../turn/types.ts";
import { setEnding } from "./locks/ending.ts";
import { createSession } from "./session.ts";
import type { Prompt, Session } from "./types.ts";

type OneShotOptions = Omit<AskOptions, keyof TurnOptions>;

/** Asks a prompt in a new session. @param fork opens a fork of the session */
export function askInNewSession<Data>(
  prompt: Prompt,
  { retry = false, ...options }: OneShotOptions,
  turn: TurnOptions,
  fork: (options: SessionOptions) => Session<Data>,
): Turn<Data> {
  const ask = (session: Session<Data>, turnOptions: TurnOptions): Turn<Data> => {
    const asked = session.ask(prompt, turnOptions) as Turn<Data>;
    const ended = endWhenIdle(session);
    const markEnding = (): void => setEnding(session.id, ended);
    asked.then(markEnding, markEnding);
    return asked;
  };
  if (retry === false || isCommand(prompt)) return ask(createSession<Data>(options, fork, true), turn);
  const clock = options.clock ?? SYSTEM_CLOCK;
  // All attempts share one budget.
  const budget = options.budget === undefined ? undefined : toBudget(options.budget, clock);
  const begin = (): Attempt<Data> => {
    const session = createSession<Data>({ ...options, ...(budget === undefined ? {} : { budget }) }, fork, true);
    // Started before the first event, because a session keeps no events for later readers.
    const hadEffect = hasEffect(session.events);
    return { turn: ask(session, { ...turn, reject: false }), hadEffect };
  };
  const mayBegin = (): boolean => budget?.isExceeded !== true;
  return new RetryingTurn<Data>({ turn, retry: retry === true ? {} : retry, clock, begin, mayBegin }).handle;
}

/** Whether it is a slash command, which may run shell commands that no event reports. */
function isCommand(prompt: Prompt): boolean {
  const texts = typeof prompt === "string" ? [prompt] : prompt.map((block) => ("text" in block ? block.text : ""));
  return texts.some((text) => typeof text === "string" && text.trimStart().startsWith("/"));
}

/** Keeps the input open while background tasks run, then ends the process. */
async function endWhenIdle<Data>(session: Session<Data>): Promise<void> {
  await session.idle().catch(() => undefined);
  await session.close();
}
