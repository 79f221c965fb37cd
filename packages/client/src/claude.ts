// The way in: `claude` for everyday use, `createClaude` for one with defaults of its own.

import type { OutputOf, StandardSchema } from "./control/standard-schema.ts";
import type { AskHost } from "./many/ask-host.ts";
import type { Chain, ChainOptions, ChainStep } from "./many/chain-types.ts";
import { chainSteps } from "./many/chain.ts";
import type { Inputs } from "./many/inputs.ts";
import type { MapOptions, MapPrompt, MapRun } from "./many/map-types.ts";
import { mapInputs } from "./many/map.ts";
import { checkOptions } from "./options/check.ts";
import type { AskOptions, SessionOptions, TurnOptions } from "./options/types.ts";
import { endsSoon } from "./session/ending.ts";
import { createSession } from "./session/session.ts";
import type { Prompt, Session } from "./session/types.ts";
import { createTranscripts } from "./transcripts/transcripts.ts";
import type { Transcripts } from "./transcripts/types.ts";
import { failureOf } from "./turn/failure.ts";
import { refusedTurn } from "./turn/refused-turn.ts";
import type { Settled, Turn } from "./turn/types.ts";

/** What a schema makes of the answer. */
export type DataOf<Options> = Options extends { readonly schema: infer Schema }
  ? Schema extends StandardSchema
    ? OutputOf<Schema>
    : unknown
  : undefined;

export interface Claude {
  /** One turn on a process of its own. */
  ask<const Options extends AskOptions & { readonly reject: false }>(
    prompt: Prompt,
    options: Options,
  ): Turn<DataOf<Options>, Settled<DataOf<Options>>>;
  // No default: it would be what callbacks are typed by, and their parameters would be `any`.
  ask<const Options extends AskOptions>(prompt: Prompt, options?: Options): Turn<DataOf<Options>>;
  /** Many turns on one process. */
  session<const Options extends SessionOptions>(options?: Options): Session<DataOf<Options>>;
  /**
   * One turn for each input, so many at once, under one budget.
   * @throws {ClaudeError} `invalid-option`
   */
  map<Input, const Options extends Pick<SessionOptions, "schema"> = Record<never, never>>(
    inputs: Inputs<Input>,
    prompt: MapPrompt<Input>,
    options?: MapOptions<Input> & Options,
  ): MapRun<Input, DataOf<Options>>;
  /**
   * Steps one after the other, each on a session of its own, each with the answer of the one before it.
   * @throws {ClaudeError} `invalid-option`
   */
  chain(steps: readonly ChainStep[], options?: ChainOptions): Chain;
  /** The sessions on this machine. */
  readonly sessions: Transcripts;
  /** The same with further defaults. */
  with(defaults: SessionOptions): Claude;
}

export function createClaude(defaults: SessionOptions = {}): Claude {
  checkOptions(defaults, "session");
  const open = (options: SessionOptions, isOneShot: boolean): Session<never> => {
    const all = { ...defaults, ...options };
    checkOptions(all, "session");
    return createSession<never>(all, session, isOneShot);
  };
  const session = (options: SessionOptions): Session<never> => open(options, false);
  const ask = (prompt: Prompt, { signal, reject, when, ...options }: AskOptions = {}): Turn<never> => {
    const turnOptions: TurnOptions = {
      ...(signal === undefined ? {} : { signal }),
      ...(reject === undefined ? {} : { reject }),
      ...(when === undefined ? {} : { when }),
    };
    let opened: Session<never>;
    try {
      opened = open(options, true);
    } catch (error) {
      return refusedTurn<never>(failureOf(error), reject ?? true);
    }
    const turn = opened.ask(prompt, turnOptions);
    const ended = endWhenIdle(opened);
    const tell = (): void => endsSoon(opened.id, ended);
    turn.then(tell, tell);
    return turn;
  };
  const host: AskHost<never> = { ask, check: (options) => checkOptions({ ...defaults, ...options }, "session") };
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
    with: (more) => createClaude({ ...defaults, ...more }),
  };
}

/** With the options of this process: its `claude`, its folder, its login. */
export const claude: Claude = createClaude();

/** The input stays open while background tasks live; then the process ends. */
async function endWhenIdle(session: Session<never>): Promise<void> {
  await session.idle().catch(() => undefined);
  await session.close();
}
