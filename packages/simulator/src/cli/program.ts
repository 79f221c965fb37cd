// One run of the simulated `claude`: arguments, input and signals in, bytes and an exit code out. It knows no process, so the
// executable and simulate() share it.

import { createLineReader } from "@unspool/protocol/lines";
import { createEngine } from "../engine/engine.ts";
import type { Engine, EngineHost } from "../engine/sessions/options.ts";
import type { FaultyOutput, OutputSink } from "../output/sink.ts";
import type { Fault } from "../faults/types.ts";
import { fillPlaceholders } from "../scenario/play/placeholders.ts";
import type { Scenario } from "../scenario/types.ts";
import type { RunLog } from "./run-log.ts";
import { readArguments, type CliArguments } from "./arguments/arguments.ts";
import { createBatchedOutput } from "../output/batched-output.ts";
import { toEngineOptions, createSleep } from "./engine-options.ts";
import type { Environment } from "./arguments/simulator-options.ts";
import type { PresetFlags } from "./arguments/parse-flags.ts";
import { createPrintFormat } from "./print-format.ts";
import { createPromptText } from "./prompt-text.ts";
import { Refusal } from "./arguments/refusal.ts";
import { findScenario, readFaults } from "./scenario-source.ts";
import { chooseSession } from "./sessions/choose-session.ts";
import { refuseStore, type SessionStore } from "./sessions/session-store.ts";

export interface ProgramOptions {
  /** The arguments after the name of the program. */
  readonly args: readonly string[];
  /** Flags given as data instead of arguments. */
  readonly flags?: PresetFlags | undefined;
  readonly environment: Environment;
  readonly cwd: string;
  /** The user's numeric id, where there is one; part of the names of temporary folders. */
  readonly userId?: number | undefined;
  readonly sink: OutputSink;
  /** False at a terminal, where stdin is not part of the prompt. */
  readonly hasInput: boolean;
  /** Opens the session store in this folder, or in the default one. @throws {Error} if the folder cannot be used */
  openStore(folder: string | undefined): SessionStore;
  /** Overrides the scenario of flags and environment. */
  readonly scenario?: Scenario | undefined;
  /** Faults in addition to those of the scenario and of the flags. */
  readonly faults?: readonly Fault[] | undefined;
  /** For tests: records input and played replies. */
  readonly log?: RunLog | undefined;
}

export type ProgramSignal = "SIGINT" | "SIGTERM";

export interface Program {
  input(bytes: Uint8Array): void;
  endInput(): void;
  signal(name: ProgramSignal): void;
  /** Cancels all waits, for a sink that has ended. */
  close(): void;
}

/** The inputs of a running session. */
interface Running {
  readonly input: (bytes: Uint8Array) => void;
  readonly endInput: () => void;
  readonly signal: (name: ProgramSignal) => void;
  readonly close: () => void;
}

export function startProgram(options: ProgramOptions): Program {
  const { sink } = options;
  let running: Running | undefined;
  // Input that comes before the scenario is read.
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
  if (text !== "") sink.writeStderr(Buffer.from(text));
  sink.exit({ code: isRefusal ? error.exitCode : 1 });
}

async function run(options: ProgramOptions): Promise<Running> {
  const { sink, cwd } = options;
  const command = readArguments(options.args, options.environment, cwd, options.flags);
  if (command.kind !== "run") {
    const { formatHelp } = await import("./help.ts");
    const text = command.kind === "version" ? `${command.version} (Claude Code)\n` : formatHelp();
    await sink.write(Buffer.from(text));
    sink.exit({ code: 0 });
    return { input: () => {}, endInput: () => {}, signal: () => {}, close: () => {} };
  }
  const given = command.arguments;
  for (const warning of given.warnings) sink.writeStderr(Buffer.from(`${warning}\n`));
  const scenario = fillPlaceholders(options.scenario ?? (await findScenario(given.simulator.scenario, cwd)), { cwd });
  const faults = [...(scenario.faults ?? []), ...(options.faults ?? []), ...(await readFaults(given.simulator.faults))];
  const store = openStore(options, given);
  const start = chooseSession(given, store, cwd);
  const output = await createOutput(faults, start.seed, sink);
  const format = createPrintFormat(given);
  const host: EngineHost = {
    write(line) {
      const text = format.take(line);
      return text === undefined ? undefined : output.write(text);
    },
    writeStderr: (text) => sink.writeStderr(Buffer.from(text)),
    sleep: createSleep(given.simulator.speed),
  };
  const onReply = (location: string): void => options.log?.reply(location);
  const engine = createEngine({ ...toEngineOptions(given, options), ...start, scenario, cwd, onReply }, host);
  void finish(engine, output, () => format.finish(), sink);
  return connect(engine, given, options, output);
}

function openStore(options: ProgramOptions, { simulator }: CliArguments): SessionStore {
  try {
    return options.openStore(simulator.store);
  } catch (error) {
    return refuseStore(error);
  }
}

async function createOutput(faults: readonly Fault[], seed: number, sink: OutputSink): Promise<FaultyOutput> {
  if (faults.length === 0) return createBatchedOutput(sink);
  const { createFaultyOutput } = await import("../output/faulty-output.ts");
  return createFaultyOutput({ faults, seed, sink });
}

async function finish(
  engine: Engine,
  output: FaultyOutput,
  finishFormat: () => string | undefined,
  sink: OutputSink,
): Promise<void> {
  try {
    const code = await engine.ended;
    const text = finishFormat();
    if (text !== undefined) await output.write(text);
    await output.end();
    if (!output.neverExits) sink.exit({ code });
  } catch (error) {
    await leave(sink, error);
  }
}

/** The exit code after SIGTERM. As measured, the CLI exits with a code and is not ended by the signal. */
const TERMINATED = 143;

function connect(engine: Engine, given: CliArguments, options: ProgramOptions, output: FaultyOutput): Running {
  const { sink, log } = options;
  const close = (): void => engine.close();
  const signal = (name: ProgramSignal): void => {
    if (name === "SIGTERM" && output.ignoresSigterm) return;
    engine.signal(name);
    if (name !== "SIGTERM") return;
    // Exits at once, even if nobody reads or a fault stalls the output.
    void output.end();
    sink.exit({ code: TERMINATED, undrained: true });
  };
  if (given.inputFormat === "stream-json") {
    const lines = createLineReader(({ text: line }) => {
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
    writeStderr: (text) => sink.writeStderr(Buffer.from(text)),
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
