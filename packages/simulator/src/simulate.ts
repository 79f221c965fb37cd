// The simulated `claude` in process: the same program as the executable, with pipes inside this process. Time is virtual unless
// a speed is given, sessions are kept in memory, and the environment of this process is not read.

import { MessageChannel } from "node:worker_threads";
import { createByteQueue } from "./output/byte-queue.ts";
import { FLAG_OPTIONS, STREAM_JSON_ARGS, toPresetFlags, type FlagOptions } from "./cli/arguments/flag-options.ts";
import { startProgram } from "./cli/program.ts";
import { createMemoryStore, type SessionStore } from "./cli/sessions/session-store.ts";
import { checkOptions, type KeysOf } from "./check-options.ts";
import { checkFaults } from "./faults/check-faults.ts";
import type { OutputSink } from "./output/sink.ts";
import { sleep } from "./sleep.ts";
import type { Fault } from "./faults/types.ts";
import { readScenario, type ScenarioSource } from "./scenario/load/scenario-source.ts";
import type { RunLog } from "./cli/run-log.ts";

export interface SimulateOptions extends FlagOptions {
  /**
   * The scenario as data, text (JSON or YAML), the path or URL of a file, or the name of a ready-made one.
   * @default every prompt gets an answer that says it is simulated
   */
  readonly scenario?: ScenarioSource | undefined;
  /** Faults in addition to those of the scenario. A `grandchild` keeps stdout open. */
  readonly faults?: readonly Fault[];
  /** The working directory. @default that of this process */
  readonly cwd?: string;
  /** The environment. @default empty */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The session store. Runs that share it can resume each other's sessions. @default a new one */
  readonly store?: SessionStore;
}

/** How the program ended, as for a child process: with a code or by a signal. */
export interface SimulatedExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface SimulatedClaude {
  readonly stdin: {
    /** Returns false when the program no longer reads. */
    write(data: Uint8Array | string): boolean;
    end(): void;
  };
  /** For one reader. Backpressure works as with a pipe. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** Returns false when the program has ended already. @default "SIGTERM" */
  kill(signal?: string): boolean;
  readonly exited: Promise<SimulatedExit>;
  readonly pid: undefined;
  /** As a child process does, it keeps Node alive until it ends, unless `unref()` is called. */
  ref(): void;
  unref(): void;
}

export const SIMULATE_OPTIONS: KeysOf<SimulateOptions> = {
  scenario: true,
  faults: true,
  cwd: true,
  env: true,
  store: true,
  ...FLAG_OPTIONS,
};

/** Starts a simulated CLI in process. @throws {ScenarioError} for an invalid option, scenario or fault */
export function simulate(options: SimulateOptions = {}): SimulatedClaude {
  checkOptions<SimulateOptions>("simulate", options, SIMULATE_OPTIONS);
  return startSimulated(options);
}

/** Starts it without checking the keys of the options. @param log records input and replies for tests */
export function startSimulated(options: SimulateOptions, log?: RunLog): SimulatedClaude {
  const scenario = options.scenario === undefined ? undefined : readScenario(options.scenario);
  const faults = checkFaults(options.faults ?? [], "the options");
  const stdout = createByteQueue();
  const stderr = createByteQueue(Number.POSITIVE_INFINITY);
  const store = options.store ?? createMemoryStore();
  const hold = keepAlive();
  let stalls = new AbortController();
  let isReading = true;
  let isOver = false;
  let heldOpenMs = 0;
  let resolveExit: ((exit: SimulatedExit) => void) | undefined;
  const exited = new Promise<SimulatedExit>((resolve) => {
    resolveExit = resolve;
  });

  const exit = (how: SimulatedExit): void => {
    if (isOver) return;
    isOver = true;
    isReading = false;
    stalls.abort();
    hold.end();
    // Otherwise its pending delays would keep this process alive.
    program.close();
    stderr.end();
    if (heldOpenMs === 0) stdout.end();
    else setTimeout(() => stdout.end(), heldOpenMs);
    resolveExit?.(how);
  };
  const sink: OutputSink = {
    write: (bytes) => (isOver ? undefined : stdout.push(bytes)),
    writeStderr: (bytes) => void (isOver ? undefined : stderr.push(bytes)),
    exit({ code, signal, undrained }) {
      if (undrained === true) stdout.cut();
      exit(signal === undefined ? { code: code ?? 0, signal: null } : { code: null, signal });
    },
    // A stall ends with the program, so that it does not keep this process alive; SIGINT ends it, too.
    sleep: (ms) => sleep(ms, stalls.signal),
    closeInput() {
      isReading = false;
      program.endInput();
    },
    keepOpen(ms) {
      heldOpenMs = ms;
    },
  };
  const program = startProgram({
    args: options.args ?? STREAM_JSON_ARGS,
    flags: toPresetFlags(options),
    environment: options.env ?? {},
    cwd: options.cwd ?? process.cwd(),
    sink,
    hasInput: true,
    openStore: () => store,
    scenario,
    faults,
    log,
  });

  return {
    stdin: {
      write(data) {
        if (isReading) program.input(typeof data === "string" ? Buffer.from(data) : data);
        return isReading;
      },
      end() {
        if (isReading) program.endInput();
        isReading = false;
      },
    },
    stdout,
    stderr,
    kill(signal = "SIGTERM") {
      if (isOver) return false;
      if (signal === "SIGINT") {
        stalls.abort();
        stalls = new AbortController();
      }
      if (signal === "SIGINT" || signal === "SIGTERM") program.signal(signal);
      else exit({ code: null, signal });
      return true;
    },
    exited,
    pid: undefined,
    ref: () => hold.ref(),
    unref: () => hold.unref(),
  };
}

interface KeepAlive {
  ref(): void;
  unref(): void;
  /** Releases Node for good. */
  end(): void;
}

/** Keeps Node alive as a child process does. It uses a port and no timer, since tests fake timers. */
function keepAlive(): KeepAlive {
  const { port1: port } = new MessageChannel();
  port.ref();
  return { ref: () => port.ref(), unref: () => port.unref(), end: () => port.close() };
}
