// The entry point: `claude` for everyday use, `createClaude` for a client with defaults.

import type { AskHost } from "./batch/ask-host.ts";
import type { Chain, ChainOptions, ChainStep } from "./batch/chain-types.ts";
import { chainSteps } from "./batch/chain.ts";
import type { Inputs } from "./batch/inputs.ts";
import type { MapOptions, MapPrompt, MapRun } from "./batch/map-types.ts";
import { mapInputs } from "./batch/map.ts";
import { checkOptions } from "./options/check-options.ts";
import { mergeOptions } from "./options/merge-options.ts";
import type { AnswerSchema } from "./options/model-options.ts";
import type { AskOptions, DataOf, SessionOptions, TurnOptions } from "./options/options.ts";
import { askInNewSession } from "./session/one-shot.ts";
import { createSession } from "./session/session.ts";
import type { Prompt, Session } from "./session/types.ts";
import { createTranscripts } from "./transcripts/transcripts.ts";
import type { Transcripts } from "./transcripts/types.ts";
import { toFailure } from "./turn/failure.ts";
import { refuseTurn } from "./turn/session-turn.ts";
import type { ResultOf, Turn } from "./turn/types.ts";

// Only the types that determine the result are generic: generic options would accept unknown names.

/** @typeParam Data the type of `data` for calls without a schema of their own */
export interface Claude<Data = unknown> {
  /** Runs one turn on its own process. */
  ask<Of extends AnswerSchema = undefined, Rejects extends boolean = true>(
    prompt: Prompt,
    options?: AskOptions<Of> & { readonly reject?: Rejects },
  ): Turn<DataOf<Of, Data>, ResultOf<DataOf<Of, Data>, Rejects>>;
  /** Opens a session: many turns on one process. */
  session<Of extends AnswerSchema = undefined>(options?: SessionOptions<Of>): Session<DataOf<Of, Data>>;
  /**
   * Runs one turn for each input, several at a time, under one budget.
   * @throws {ClaudeError} `invalid-option`
   */
  map<Input, Of extends AnswerSchema = undefined>(
    inputs: Inputs<Input>,
    prompt: MapPrompt<Input>,
    options?: MapOptions<Input, Of>,
  ): MapRun<Input, DataOf<Of, Data>>;
  /**
   * Runs steps one after the other, each on its own session and with the answer of the step before.
   * @throws {ClaudeError} `invalid-option`
   */
  chain(steps: readonly ChainStep[], options?: ChainOptions): Chain;
  /** The transcripts of the sessions on this machine. */
  readonly sessions: Transcripts;
  /** Returns a client with further defaults. */
  with<Of extends AnswerSchema = undefined>(defaults: SessionOptions<Of>): Claude<DataOf<Of, Data>>;
}

/** Creates a client with default options. @throws {ClaudeError} `invalid-option` */
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
      checkOptions(all, "one-shot", TURN_OPTIONS);
      return askInNewSession(prompt, all, turnOptions, session) as Turn<never, never>;
    } catch (error) {
      return refuseTurn<never>(toFailure(error), reject) as Turn<never, never>;
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
      // The CLI finds its home folder in the same way.
      ...(defaults.env?.["HOME"] === undefined ? {} : { home: defaults.env["HOME"] }),
    }),
    with: (more) => createClaude(mergeOptions(defaults, more)),
  };
}

/** The default client: the `claude`, the folder and the login of this process. */
export const claude: Claude<undefined> = createClaude();

const TURN_OPTIONS: readonly (keyof TurnOptions)[] = ["signal", "reject", "when"];
