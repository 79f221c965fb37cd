// One run of the fake `claude`: command line, input and signals in, bytes and an exit out. It knows no process, so the
// executable and the transport without a child are the same program.

import { createEngine } from "../engine/engine.ts";
import type { Engine, EngineHost } from "../engine/types.ts";
import type { FaultyOutput, OutputSink } from "../faults/sink.ts";
import type { Fault } from "../faults/types.ts";
import { fillPlaces } from "../scenario/places.ts";
import type { Scenario } from "../scenario/types.ts";
import type { RunLog } from "../testing/log.ts";
import { readArguments, type CliArguments } from "./arguments.ts";
import { createBatchedOutput } from "./batched-output.ts";
import { engineOptions, sleeper } from "./engine-options.ts";
import { createInputLines } from "./input-lines.ts";
import type { Environment } from "./own-options.ts";
import { createPrintFormat } from "./print-format.ts";
import { createPromptText } from "./prompt-text.ts";
import { Refusal } from "./refusal.ts";
import { findScenario, readFaults } from "./scenario-source.ts";
import { startSession } from "./session-start.ts";
import { refuseStore, type SessionStore } from "./store.ts";

export interface ProgramOptions {
  /** The words behind the name of the program. */
  readonly words: readonly string[];
  readonly environment: Environment;
  readonly cwd: string;
  /** Of the user, where there are numbers; it stands in the names of temporary folders. */
  readonly userId?: number | undefined;
  readonly sink: OutputSink;
  /** False at a terminal: nothing comes by stdin that could belong to the prompt. */
  readonly hasInput: boolean;
  /** @throws {Error} if there can be none in this folder. Undefined: where sessions are kept by default. */
  openStore(folder: string | undefined): SessionStore;
  /** Instead of the one that flags and environment name. */
  readonly scenario?: Scenario | undefined;
  /** Beside those of the scenario and of the flags. */
  readonly faults?: readonly Fault[] | undefined;
  /** For tests: what came by stdin, and what was said of the scenario. */
  readonly log?: RunLog | undefined;
}

export type ProgramSignal = "SIGINT" | "SIGTERM";

export interface Program {
  input(bytes: Uint8Array): void;
  endInput(): void;
  signal(name: ProgramSignal): void;
  /** For a sink that has gone: nothing is waited for any more. */
  close(): void;
}

/** What a running session takes from outside. */
interface Running {
  readonly input: (bytes: Uint8Array) => void;
  readonly endInput: () => void;
  readonly signal: (name: ProgramSignal) => void;
  readonly close: () => void;
}

export function startProgram(options: ProgramOptions): Program {
  const { sink } = options;
  let running: Running | undefined;
  // What comes before the scenario is read waits here.
  const early: ((to: Running) => void)[] = [];
  const pass = (action: (to: Running) => void): void => {
    if (running === undefined) early.push(action);
    else action(running);
  };
  const begin = async (): Promise<void> => {
    try {
      running = await run(options);
      for (const action of early) action(running);
    } catch (error) {
      await leave(sink, error);
    }
  };
  void begin();
  return {
    input: (bytes) => pass((to) => to.input(bytes)),
    endInput: () => pass((to) => to.endInput()),
    signal: (name) => pass((to) => to.signal(name)),
    close: () => pass((to) => to.close()),
  };
}

async function leave(sink: OutputSink, error: unknown): Promise<void> {
  const isRefusal = error instanceof Refusal;
  if (isRefusal && error.line !== undefined) await sink.write(Buffer.from(error.line));
  const text = isRefusal ? error.text : `unspool-claude: ${error instanceof Error ? error.stack : String(error)}\n`;
  if (text !== "") sink.complain(Buffer.from(text));
  sink.exit({ code: isRefusal ? error.exitCode : 1 });
}

async function run(options: ProgramOptions): Promise<Running> {
  const { sink, cwd } = options;
  const command = readArguments(options.words, options.environment, cwd);
  if (command.kind !== "run") {
    const { helpText } = await import("./help.ts");
    const text = command.kind === "version" ? `${command.version} (Claude Code)\n` : helpText();
    await sink.write(Buffer.from(text));
    sink.exit({ code: 0 });
    return { input: () => {}, endInput: () => {}, signal: () => {}, close: () => {} };
  }
  const given = command.arguments;
  for (const warning of given.warnings) sink.complain(Buffer.from(`${warning}\n`));
  const scenario = fillPlaces(options.scenario ?? (await findScenario(given.own.scenario, cwd)), { cwd });
  const faults = [...(scenario.faults ?? []), ...(options.faults ?? []), ...(await readFaults(given.own.faults))];
  const store = openStore(options, given);
  const start = startSession(given, store, cwd);
  const output = await createOutput(faults, start.seed, sink);
  const format = createPrintFormat(given);
  const host: EngineHost = {
    write(line) {
      const text = format.take(line);
      return text === undefined ? undefined : output.write(text);
    },
    complain: (text) => sink.complain(Buffer.from(text)),
    sleep: sleeper(given.own.speed),
  };
  const onReply = (place: string): void => options.log?.reply(place);
  const engine = createEngine({ ...engineOptions(given, options), ...start, scenario, cwd, onReply }, host);
  void finish(engine, output, () => format.finish(), sink);
  return connect(engine, given, options, output);
}

function openStore(options: ProgramOptions, { own }: CliArguments): SessionStore {
  try {
    return options.openStore(own.store);
  } catch (error) {
    return refuseStore(error);
  }
}

async function createOutput(faults: readonly Fault[], seed: number, sink: OutputSink): Promise<FaultyOutput> {
  if (faults.length === 0) return createBatchedOutput(sink);
  const { createFaultyOutput } = await import("../faults/faulty-output.ts");
  return createFaultyOutput({ faults, seed, sink });
}

async function finish(
  engine: Engine,
  output: FaultyOutput,
  lastWords: () => string | undefined,
  sink: OutputSink,
): Promise<void> {
  try {
    const code = await engine.ended;
    const text = lastWords();
    if (text !== undefined) await output.write(text);
    await output.end();
    if (!output.neverExits) sink.exit({ code });
  } catch (error) {
    await leave(sink, error);
  }
}

/** As measured: an exit code, and not a death by the signal. */
const TERMINATED = 143;

function connect(engine: Engine, given: CliArguments, options: ProgramOptions, output: FaultyOutput): Running {
  const { sink, log } = options;
  const close = (): void => engine.close();
  const signal = (name: ProgramSignal): void => {
    if (name === "SIGTERM" && output.ignoresSigterm) return;
    engine.signal(name);
    if (name !== "SIGTERM") return;
    // At once, whoever does not read, and whatever a fault makes the output wait for.
    void output.end();
    sink.exit({ code: TERMINATED, undrained: true });
  };
  if (given.inputFormat === "stream-json") {
    const lines = createInputLines((line) => {
      log?.input(line);
      engine.input(line);
    });
    const endInput = (): void => {
      lines.end();
      log?.end();
      engine.end();
    };
    if (!options.hasInput) endInput();
    return { input: (bytes) => lines.push(bytes), endInput, signal, close };
  }
  const prompt = createPromptText(given, {
    complain: (text) => sink.complain(Buffer.from(text)),
    onInput(text) {
      log?.input(text);
      log?.end();
    },
    onPrompt(text) {
      engine.prompt(text);
      engine.end();
    },
    onRefusal: (refusal) => void leave(sink, refusal),
  });
  if (!options.hasInput) prompt.end();
  return { input: (bytes) => prompt.push(bytes), endInput: () => prompt.end(), signal, close };
}
