// The way in: `claude` for everyday use, `createClaude` for one with defaults of its own.

import type { AskHost } from "./many/ask-host.ts";
import type { Chain, ChainOptions, ChainStep } from "./many/chain-types.ts";
import { chainSteps } from "./many/chain.ts";
import type { Inputs } from "./many/inputs.ts";
import type { MapOptions, MapPrompt, MapRun } from "./many/map-types.ts";
import { mapInputs } from "./many/map.ts";
import { checkOptions } from "./options/check.ts";
import { mergeOptions } from "./options/merge.ts";
import type { AnswerSchema, AskOptions, DataOf, SessionOptions, TurnOptions } from "./options/types.ts";
import { askInNewSession } from "./session/one-shot.ts";
import { createSession } from "./session/session.ts";
import type { Prompt, Session } from "./session/types.ts";
import { createTranscripts } from "./transcripts/transcripts.ts";
import type { Transcripts } from "./transcripts/types.ts";
import { failureOf } from "./turn/failure.ts";
import { refusedTurn } from "./turn/refused-turn.ts";
import type { ResultOf, Turn } from "./turn/types.ts";

// Only what decides about the result is generic: options as a whole would take any name that is not known.

/** @typeParam Data what its own schema makes of an answer, where a call brings none */
export interface Claude<Data = unknown> {
  /** One turn on a process of its own. */
  ask<Of extends AnswerSchema = undefined, Rejects extends boolean = true>(
    prompt: Prompt,
    options?: AskOptions<Of> & { readonly reject?: Rejects },
  ): Turn<DataOf<Of, Data>, ResultOf<DataOf<Of, Data>, Rejects>>;
  /** Many turns on one process. */
  session<Of extends AnswerSchema = undefined>(options?: SessionOptions<Of>): Session<DataOf<Of, Data>>;
  /**
   * One turn for each input, so many at once, under one budget.
   * @throws {ClaudeError} `invalid-option`
   */
  map<Input, Of extends AnswerSchema = undefined>(
    inputs: Inputs<Input>,
    prompt: MapPrompt<Input>,
    options?: MapOptions<Input, Of>,
  ): MapRun<Input, DataOf<Of, Data>>;
  /**
   * Steps one after the other, each on a session of its own, each with the answer of the one before it.
   * @throws {ClaudeError} `invalid-option`
   */
  chain(steps: readonly ChainStep[], options?: ChainOptions): Chain;
  /** The sessions on this machine. */
  readonly sessions: Transcripts;
  /** The same with further defaults. */
  with<Of extends AnswerSchema = undefined>(defaults: SessionOptions<Of>): Claude<DataOf<Of, Data>>;
}

export function createClaude<Of extends AnswerSchema = undefined>(
  defaults: SessionOptions<Of> = {},
): Claude<DataOf<Of>> {
  checkOptions(defaults, "session");
  const session = (options: SessionOptions): Session<never> => {
    const all = mergeOptions(defaults, options);
    checkOptions(all, "session");
    return createSession<never>(all, session);
  };
  const ask = (prompt: Prompt, { signal, reject, when, ...options }: AskOptions = {}): Turn<never, never> => {
    const turnOptions: TurnOptions = {
      ...(signal === undefined ? {} : { signal }),
      ...(reject === undefined ? {} : { reject }),
      ...(when === undefined ? {} : { when }),
    };
    try {
      const all = mergeOptions(defaults, options);
      checkOptions(all, "one-shot", OF_A_TURN);
      return askInNewSession(prompt, all, turnOptions, session) as Turn<never, never>;
    } catch (error) {
      return refusedTurn<never>(failureOf(error), reject ?? true) as Turn<never, never>;
    }
  };
  const host: AskHost<never> = {
    ask,
    check: (options, beside) => checkOptions(mergeOptions(defaults, options), "one-shot", beside),
  };
  return {
    ask,
    session: (options: SessionOptions = {}) => session(options),
    map: (inputs, prompt, options) => mapInputs(host, inputs, prompt, options),
    chain: (steps, options) => chainSteps(host, steps, options),
    sessions: createTranscripts({
      env: { ...process.env, ...defaults.env },
      // Where the CLI, too, takes it for home.
      ...(defaults.env?.["HOME"] === undefined ? {} : { home: defaults.env["HOME"] }),
    }),
    with: (more) => createClaude(mergeOptions(defaults, more)),
  };
}

/** With the options of this process: its `claude`, its folder, its login. */
export const claude: Claude<undefined> = createClaude();

const OF_A_TURN: readonly (keyof TurnOptions)[] = ["signal", "reject", "when"];
